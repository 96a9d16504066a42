import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const ENTRIES = ['src/web/theme.ts', 'src/web/public.tsx'];
/** Lazy parts that come after the load without any act of the visitor, by their name in the manifest. */
export const AFTER_LOAD: readonly string[] = ['src/web/state/follow-site.ts'];
/** The document, its icon, the one font of the first paint, the manifest with its icon, and the live stream. */
const OTHER_REQUESTS = 6;

/** What the public page may cost on its first load (gzip bytes, requests). */
export const PAGE_BUDGET = { script: 90 * 1024, style: 12 * 1024, requests: 12 } as const;
/** What the panel's entry may cost; its sections, the editor among them, come one by one and are not in it. */
export const PANEL_BUDGET = { script: 180 * 1024, style: 12 * 1024 } as const;
/** The entry itself only brings the rest. */
const PANEL_ENTRIES = ['src/web/panel.tsx', 'src/web/pages/panel/mount-panel.tsx'];
export type PageWeight = Readonly<Record<keyof typeof PAGE_BUDGET, number>>;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);

interface LoadedFiles {
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
}

/** The files these entries of a build load with everything they import at once. Throws when one is not in the build. */
async function filesOf(build: string, entries: readonly string[]): Promise<LoadedFiles> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(path.join(build, '.vite/manifest.json'), 'utf8')),
  );
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string): void => {
    const part = manifest[name];
    if (part === undefined) throw new Error(`the build has no ${name}`);
    if (scripts.has(part.file)) return;
    scripts.add(part.file);
    for (const file of part.css ?? []) styles.add(file);
    for (const imported of part.imports ?? []) visit(imported);
  };
  for (const name of entries) visit(name);
  return { scripts, styles };
}

async function weigh(build: string, files: Iterable<string>): Promise<number> {
  const contents = await Promise.all([...files].map((file) => readFile(path.join(build, file))));
  return contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

/** Weighs what the public page built into `client` loads before any act of the visitor. Throws when a part is not in the build. */
export async function weighPage(client: string): Promise<PageWeight> {
  const { scripts, styles } = await filesOf(client, [...ENTRIES, ...AFTER_LOAD]);
  return {
    script: await weigh(client, scripts),
    style: await weigh(client, styles),
    requests: scripts.size + styles.size + OTHER_REQUESTS,
  };
}

export type PanelWeight = Readonly<Record<keyof typeof PANEL_BUDGET, number>>;

/** Weighs what the panel built into `panel` loads before it knows who is there. Throws when a part is not in the build. */
export async function weighPanel(panel: string): Promise<PanelWeight> {
  const { scripts, styles } = await filesOf(panel, PANEL_ENTRIES);
  return { script: await weigh(panel, scripts), style: await weigh(panel, styles) };
}

const UNITS = {
  script: 'bytes of script, gzip',
  style: 'bytes of style, gzip',
  requests: 'requests',
} as const;

type Assessment = { kept: boolean; lines: string[] };

const judge = (
  what: string,
  weight: Readonly<Partial<Record<keyof typeof UNITS, number>>>,
  budget: Readonly<Partial<Record<keyof typeof UNITS, number>>>,
): Assessment => {
  const figures = (Object.keys(budget) as (keyof typeof UNITS)[]).map((name) => ({
    name,
    is: weight[name] ?? 0,
    may: budget[name] ?? 0,
  }));
  return {
    kept: figures.every(({ is, may }) => is <= may),
    lines: figures.map(({ name, is, may }) => {
      const failure = is > may ? `, ${is - may} too many` : '';
      return `${what} loads ${is} of ${may} ${UNITS[name]}${failure}`;
    }),
  };
};

/** One line for each figure, and whether all of them keep the budget. */
export const checkPageWeight = (weight: PageWeight): Assessment =>
  judge('the public page', weight, PAGE_BUDGET);

/** The same for the panel's entry. */
export const checkPanelWeight = (weight: PanelWeight): Assessment =>
  judge("the panel's entry", weight, PANEL_BUDGET);
