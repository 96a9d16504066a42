import packageJson from '../../package.json' with { type: 'json' };

// The dependency rules of src/: which module may import which. ARCHITECTURE.md describes them; the tests beside
// this file prove that each rule fires.

/** Each module of src/ and the other modules it may import from. A module may always import itself. */
const modules = {
  shared: [],

  // From the ground up: a module imports only from those above it here, and of these only what its line names.
  'server/base': ['shared'],
  'server/outbound': ['shared', 'server/base'],
  'server/limits': ['shared', 'server/base'],
  'server/http': ['shared', 'server/base', 'server/limits'],
  'server/platforms': ['shared', 'server/base', 'server/outbound', 'server/limits'],
  'server/engines': ['shared', 'server/base', 'server/outbound', 'server/platforms'],
  'server/media': [
    'shared',
    'server/base',
    'server/outbound',
    'server/limits',
    'server/http',
    'server/platforms',
  ],
  'server/posts': [
    'shared',
    'server/base',
    'server/outbound',
    'server/limits',
    'server/http',
    'server/platforms',
    'server/engines',
    'server/media',
  ],
  'server/people': ['shared', 'server/base', 'server/limits', 'server/http'],
  'server/site': ['shared', 'server/base', 'server/limits', 'server/http', 'server/posts', 'server/people'],
  'server/metrics': ['shared', 'server/base', 'server/limits', 'server/http', 'server/media', 'server/posts'],
  'server/health': [
    'shared',
    'server/base',
    'server/outbound',
    'server/limits',
    'server/http',
    'server/platforms',
    'server/engines',
    'server/media',
    'server/posts',
    'server/people',
    'server/site',
    'server/metrics',
  ],
  'server/backups': ['shared', 'server/base', 'server/http', 'server/people', 'server/site'],
  'server/yt-dlp-updates': [
    'shared',
    'server/base',
    'server/outbound',
    'server/http',
    'server/engines',
    'server/people',
  ],

  'web/styles': [],
  'web/lib': ['shared'],
  'web/state': ['shared', 'web/lib'],
  'web/ui': ['shared', 'web/lib'],
  'web/workbench': ['shared', 'web/lib'],
  'web/features': ['shared', 'web/lib', 'web/state', 'web/ui', 'web/workbench'],
  'web/pages': ['shared', 'web/styles', 'web/lib', 'web/state', 'web/ui', 'web/workbench', 'web/features'],
};

/** Entry points: files that start a process or a page. They belong to no module and nothing imports them. */
const PROGRAMS = Object.values(packageJson.bin).map((file) =>
  file.slice('src/server/'.length, -'.ts'.length),
);
const ENTRY_POINTS = `^src/(server/(app|${PROGRAMS.join('|')})|web/(public|panel|render|states|theme|capture))[.]tsx?$`;
const TEST = '[.]test[.]tsx?$';

/** Modules that may open connections or start processes themselves: database protocols, external programs. */
const OWN_NETWORK =
  '^src/server/(outbound|base/db|engines/yt-dlp|site/settings/picture)/|^src/server/engines/[^/]+/.*[.]test[.]ts$';
const NETWORK_MODULES =
  '^(node:)?(http|https|http2|net|tls|dns|dns/promises|dgram|child_process|cluster|undici|socks)$|(^|/)node_modules/(undici|socks)/';

const under = (module) => `^src/${module}/`;
const names = Object.keys(modules);
const inNoModule = { path: '^src/', pathNot: [...names.map(under), ENTRY_POINTS] };

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const moduleRules = names.map((module) =>
  rule(
    `module:${module}`,
    `${module} imports only ${['itself', ...modules[module]].join(', ')}.`,
    { path: under(module) },
    { path: '^src/', pathNot: [module, ...modules[module]].map(under) },
  ),
);

const isolated = (name, folder, common = '$^') =>
  rule(
    name,
    'Code that needs two of them composes them one layer up.',
    { path: `^src/${folder}/([^/]+)/` },
    { path: `^src/${folder}/[^/]+/`, pathNot: [`^src/${folder}/$1/`, common] },
  );

const partRules = [
  rule(
    'server-never-web',
    'The server loads only the built bundle of src/web.',
    { path: '^src/server/' },
    { path: '^src/web/' },
  ),
  rule(
    'web-never-server',
    'The browser reaches the server only over HTTP.',
    { path: '^src/web/' },
    { path: '^src/server/' },
  ),
  rule(
    'web-never-node',
    'src/web runs in a browser.',
    { path: '^src/web/', pathNot: TEST },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'shared-imports-only-zod',
    'src/shared runs in the browser and on the server.',
    { path: '^src/shared/', pathNot: TEST },
    { path: '^(?!src/)', pathNot: '(^|/)node_modules/zod/' },
  ),
  rule(
    'src-never-tests',
    'Shipped code must not depend on code that is not shipped.',
    { path: '^src/' },
    { path: '^(tests|bench|scripts)/' },
  ),
];

const isolationRules = [
  isolated('features-are-isolated', 'web/features'),
  isolated('platforms-are-isolated', 'shared/platforms'),
  isolated('server-platforms-are-isolated', 'server/platforms', '^src/server/platforms/reading/'),
  isolated('engines-are-isolated', 'server/engines'),
  isolated('admin-sections-are-isolated', 'web/features/admin/sections'),
];

/** The layers of a download, from the bytes up to the visitor's order. Each imports only itself and those before it. */
const DOWNLOAD_LAYERS = ['transfer', 'file', 'order'];
const downloadRules = DOWNLOAD_LAYERS.map((layer, index) =>
  rule(
    `download-layer:${layer}`,
    `Of the download feature, ${layer} imports only ${DOWNLOAD_LAYERS.slice(0, index + 1).join(', ')}.`,
    { path: under(`web/features/download/${layer}`) },
    {
      path: under('web/features/download'),
      pathNot: DOWNLOAD_LAYERS.slice(0, index + 1).map((lower) => under(`web/features/download/${lower}`)),
    },
  ),
);

const entryPointRules = [
  rule(
    'entry-points-are-not-imported',
    'Importing an entry point starts its process or page.',
    { path: '^src/', pathNot: ['^src/server/main[.]ts$', TEST] },
    { path: ENTRY_POINTS },
  ),
  rule(
    'main-only-starts-the-app',
    'Wiring belongs in app.ts, where a test can build it.',
    { path: '^src/server/main[.]ts$' },
    {
      path: '^src/',
      pathNot: ['^src/server/app[.]ts$', '^src/(shared|server/(base|site/pages))/'],
    },
  ),
  rule(
    'web-entry-points-compose-pages',
    'An entry point mounts pages; pages compose features.',
    { path: '^src/web/[^/]+[.]tsx?$' },
    { path: '^src/', pathNot: '^src/(shared|web/(pages|state|lib|styles))/' },
  ),
];

const placeRules = [
  rule('every-file-has-a-module', 'A new folder needs its line in this file first.', inNoModule, {}),
  rule('every-file-has-a-module', 'A new folder needs its line in this file first.', {}, inNoModule),
  rule(
    'every-file-has-a-module',
    'A new folder needs its line in this file first.',
    { ...inNoModule, orphan: true },
    {},
  ),
];

const networkRules = [
  rule(
    'network-only-through-net',
    'The checks of src/server/outbound apply only to requests made through it.',
    { path: '^src/server/', pathNot: [OWN_NETWORK, TEST] },
    { path: NETWORK_MODULES, dependencyTypesNot: ['type-only'] },
  ),
];

const graphRules = [
  rule('no-cycles', 'Type-only imports count too.', {}, { circular: true }),
  rule(
    'no-unresolved',
    'An import that does not resolve cannot be checked. The bundler alone resolves a file of a package whose address is imported.',
    {},
    { couldNotResolve: true, pathNot: '^wasm-media-encoders/wasm/mp3[?]url$' },
  ),
];

export default {
  forbidden: [
    ...moduleRules,
    ...partRules,
    ...isolationRules,
    ...downloadRules,
    ...entryPointRules,
    ...placeRules,
    ...networkRules,
    ...graphRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
