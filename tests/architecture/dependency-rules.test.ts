import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDependencies, type DependencyReport, writeSourceTree } from './dependency-rules-skeleton.ts';
import { pathsUnder, ROOT } from './source-files.ts';

/** Minimum number of modules read. A checker that reads no file would find no violation. */
const MIN_MODULES = 60;
const TIMEOUT_MS = 60_000;

const importOf = (depth: number, target: string) =>
  target.includes(':') || !target.startsWith('src/')
    ? `import '${target}';\n`
    : `import '${'../'.repeat(depth)}${target.slice('src/'.length)}';\n`;

/** Creates a file that imports the given files; `src/…` is written as a relative path. */
const file = (path: string, imports: readonly string[]): [string, string] => [
  path,
  `${imports.map((target) => importOf(path.split('/').length - 2, target)).join('')}export const made = '${path}';\n`,
];

const isolatedFiles = [
  'src/shared/platforms',
  'src/server/platforms',
  'src/server/engines',
  'src/web/features',
  'src/web/features/admin/sections',
];

/**
 * Creates a tree without violations: one file per module that imports everything it may, the entry points, and two
 * isolated folders of each kind.
 */
const cleanTree = (modules: DependencyReport['modules']): Record<string, string> =>
  Object.fromEntries([
    ...[...modules].map(([module, allowed]) =>
      file(
        `src/${module}/module.ts`,
        allowed.filter((other) => other !== module).map((other) => `src/${other}/module.ts`),
      ),
    ),
    ...isolatedFiles.flatMap((folder) => [
      file(`${folder}/one/one.ts`, []),
      file(`${folder}/two/two.ts`, [`${folder}/two/part.ts`]),
      file(`${folder}/two/part.ts`, []),
    ]),
    file('src/shared/contract.ts', ['zod/mini']),
    file('src/shared/contract.test.ts', ['vitest', 'src/shared/contract.ts']),
    file('src/server/outbound/dial.ts', ['node:net', 'node:tls', 'undici']),
    file('src/server/http/http.test.ts', ['node:http']),
    [
      'src/server/http/reply.ts',
      "import type { ServerResponse } from 'node:http';\nexport type R = ServerResponse;\n",
    ],
    file('src/server/engines/yt-dlp/spawn.ts', ['node:child_process']),
    file('src/server/app.ts', ['src/server/http/module.ts', 'src/server/posts/module.ts']),
    file('src/server/main.ts', ['src/server/app.ts', 'src/server/base/module.ts']),
    file('src/web/public.tsx', ['src/web/pages/module.ts', 'src/web/styles/module.ts']),
    file('src/web/theme.ts', []),
    file('src/web/capture.ts', []),
    ...downloadFiles,
  ]);

/** The panel and the layers of the download feature, each importing everything below it. */
const downloadFiles = [
  file('src/web/features/download/transfer/transfer.ts', []),
  file('src/web/features/download/file/file.ts', ['src/web/features/download/transfer/transfer.ts']),
  file('src/web/features/download/order/order.ts', [
    'src/web/features/download/transfer/transfer.ts',
    'src/web/features/download/file/file.ts',
  ]),
  file('src/web/features/download/panel.ts', [
    'src/web/features/download/transfer/transfer.ts',
    'src/web/features/download/file/file.ts',
    'src/web/features/download/order/order.ts',
  ]),
];

interface ForbiddenImport {
  readonly rule: string;
  readonly from: string;
  readonly imports: readonly string[];
  readonly text?: string;
}

const plant = (rule: string, from: string, ...imports: string[]): ForbiddenImport => ({
  rule,
  from,
  imports,
});

const networkPlants = [
  'http',
  'https',
  'http2',
  'net',
  'tls',
  'dns',
  'dns/promises',
  'dgram',
  'child_process',
]
  .map((module) =>
    plant(
      'network-only-through-net',
      `src/server/media/tunnel/${module.replace('/', '-')}.ts`,
      `node:${module}`,
    ),
  )
  .concat([
    plant('network-only-through-net', 'src/server/http/bare.ts', 'http'),
    plant('network-only-through-net', 'src/server/engines/one/dial.ts', 'undici'),
    plant('network-only-through-net', 'src/server/app.ts', 'node:net'),
    plant('network-only-through-net', 'src/server/main.ts', 'node:http'),
  ]);

const forbiddenImports: readonly ForbiddenImport[] = [
  plant('server-never-web', 'src/server/http/page.ts', 'src/web/lib/module.ts'),
  plant('web-never-server', 'src/web/lib/shortcut.ts', 'src/server/base/module.ts'),
  plant('web-never-node', 'src/web/lib/files.ts', 'node:fs'),
  plant('features-are-isolated', 'src/web/features/one/reach.ts', 'src/web/features/two/two.ts'),
  plant('engines-are-isolated', 'src/server/engines/one/reach.ts', 'src/server/engines/two/two.ts'),
  plant('platforms-are-isolated', 'src/shared/platforms/one/reach.ts', 'src/shared/platforms/two/two.ts'),
  plant(
    'server-platforms-are-isolated',
    'src/server/platforms/one/reach.ts',
    'src/server/platforms/two/two.ts',
  ),
  plant(
    'admin-sections-are-isolated',
    'src/web/features/admin/sections/one/reach.ts',
    'src/web/features/admin/sections/two/two.ts',
  ),
  plant(
    'download-layer:transfer',
    'src/web/features/download/transfer/up.ts',
    'src/web/features/download/file/file.ts',
  ),
  plant(
    'download-layer:file',
    'src/web/features/download/file/up.ts',
    'src/web/features/download/order/order.ts',
  ),
  plant(
    'download-layer:order',
    'src/web/features/download/order/up.ts',
    'src/web/features/download/panel.ts',
  ),
  plant('entry-points-are-not-imported', 'src/server/http/up.ts', 'src/server/app.ts'),
  plant('entry-points-are-not-imported', 'src/web/pages/up.ts', 'src/web/public.tsx'),
  plant('main-only-starts-the-app', 'src/server/main.ts', 'src/server/engines/module.ts'),
  plant('web-entry-points-compose-pages', 'src/web/render.tsx', 'src/web/features/one/one.ts'),
  plant('every-file-has-a-module', 'src/server/drawer/with-imports.ts', 'src/shared/module.ts'),
  plant('every-file-has-a-module', 'src/server/drawer/alone.ts'),
  plant('every-file-has-a-module', 'src/web/stray.ts'),
  plant('shared-imports-only-zod', 'src/shared/file.ts', 'node:path'),
  plant('shared-imports-only-zod', 'src/shared/element.ts', 'react'),
  plant(
    'src-never-tests',
    'src/server/http/helped.test.ts',
    '../../../tests/mock-platforms/mock-platforms.ts',
  ),
  plant('src-never-tests', 'src/web/lib/measured.ts', '../../../bench/measure.ts'),
  plant('no-cycles', 'src/server/base/cache/round.ts', 'src/server/base/cache/trip.ts'),
  plant('no-unresolved', 'src/server/base/cache/nowhere.ts', './not-there.ts'),
  {
    rule: 'module:server/base',
    from: 'src/server/base/config/type-only.ts',
    imports: [],
    text: "import type { made } from '../../outbound/module.ts';\nexport type Made = typeof made;\n",
  },
  {
    rule: 'module:web/ui',
    from: 'src/web/ui/dynamic.tsx',
    imports: [],
    text: "export const load = () => import('../state/module.ts');\n",
  },
  ...networkPlants,
];

/** Returns every import between two modules that the rules forbid. */
const forbiddenPairs = (modules: DependencyReport['modules']): ForbiddenImport[] =>
  [...modules].flatMap(([module, allowed]) =>
    [...modules.keys()]
      .filter((other) => !allowed.includes(other))
      .map((other) =>
        plant(`module:${module}`, `src/${module}/to-${other.replace('/', '-')}.ts`, `src/${other}/module.ts`),
      ),
  );

const plantedTree = (list: readonly ForbiddenImport[]): Record<string, string> =>
  Object.fromEntries([
    ...list.map(({ from, text }) => {
      // src/server/main.ts exists only once, so several forbidden imports share this file.
      const imports = list.filter((other) => other.from === from).flatMap((other) => other.imports);
      return text === undefined ? file(from, imports) : ([from, text] as const);
    }),
    file('src/server/base/cache/trip.ts', ['src/server/base/cache/round.ts']),
    file('tests/mock-platforms/mock-platforms.ts', []),
    file('bench/measure.ts', []),
  ]);

describe('the dependency rules', () => {
  const made: string[] = [];
  let tree: DependencyReport;

  const cruiseSkeleton = async (files: Record<string, string>): Promise<DependencyReport> => {
    const directory = await writeSourceTree(files);
    made.push(directory);
    return checkDependencies(directory);
  };

  beforeAll(async () => {
    tree = await checkDependencies(ROOT);
  }, TIMEOUT_MS);
  afterAll(() => Promise.all(made.map((directory) => rm(directory, { recursive: true, force: true }))));

  it('hold for the whole source', () => {
    expect(tree.violations).toEqual([]);
    const files = pathsUnder('src').filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
    expect(tree.files).toBeGreaterThanOrEqual(Math.max(MIN_MODULES, files.length));
    expect(tree.dependencies).toBeGreaterThan(MIN_MODULES);
    expect(tree.modules.size).toBeGreaterThan(15);
  });

  it('accept a tree that obeys them', { timeout: TIMEOUT_MS }, async () => {
    const clean = await cruiseSkeleton(cleanTree(tree.modules));
    expect(clean.violations).toEqual([]);
    expect(clean.files).toBeGreaterThan(tree.modules.size);
  });

  it('report every forbidden import under the name of its rule', { timeout: TIMEOUT_MS }, async () => {
    const all = [...forbiddenImports, ...forbiddenPairs(tree.modules)];
    const broken = await cruiseSkeleton({ ...cleanTree(tree.modules), ...plantedTree(all) });
    const caught = new Set(
      broken.violations.flatMap(({ rule, from, to }) => [`${rule} ${from}`, `${rule} ${to}`]),
    );
    const missed = all.map(({ rule, from }) => `${rule} ${from}`).filter((name) => !caught.has(name));
    expect(missed).toEqual([]);
  });

  it('are all triggered by at least one test', () => {
    const proven = new Set([...forbiddenImports, ...forbiddenPairs(tree.modules)].map(({ rule }) => rule));
    const written = [...tree.rules];
    expect(written.filter((rule) => !proven.has(rule))).toEqual([]);
  });
});
