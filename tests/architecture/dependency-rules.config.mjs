// The dependency rules of src/: which module may import which. ARCHITECTURE.md describes them; the tests beside
// this file prove that each rule fires.

/** Each module of src/ and the other modules it may import from. A module may always import itself. */
const modules = {
  shared: [],

  'server/config': ['shared'],
  'server/observability': ['shared', 'server/config'],
  'server/lifecycle': ['server/observability'],
  'server/net': ['shared', 'server/config', 'server/observability'],
  'server/db': ['shared', 'server/config', 'server/observability'],
  'server/announcements': ['server/observability', 'server/db'],
  'server/tickets': ['shared', 'server/config', 'server/observability', 'server/net'],
  'server/cache': ['shared', 'server/observability'],
  'server/limits': ['shared', 'server/config', 'server/observability', 'server/db'],
  'server/failures': ['shared'],
  'server/status': ['shared', 'server/failures', 'server/observability', 'server/db'],
  'server/extraction': ['shared', 'server/failures', 'server/net', 'server/announcements'],
  'server/platforms': [
    'shared',
    'server/failures',
    'server/net',
    'server/announcements',
    'server/extraction',
  ],
  'server/engines': [
    'shared',
    'server/failures',
    'server/config',
    'server/observability',
    'server/net',
    'server/announcements',
    'server/extraction',
    'server/platforms',
  ],
  'server/tunnel': [
    'shared',
    'server/config',
    'server/observability',
    'server/net',
    'server/tickets',
    'server/platforms',
  ],
  'server/activity': ['shared', 'server/observability', 'server/db'],
  'server/settings': ['shared', 'server/observability', 'server/db', 'server/activity'],
  'server/accounts': ['shared', 'server/config', 'server/observability', 'server/db', 'server/activity'],
  'server/live': [
    'shared',
    'server/observability',
    'server/announcements',
    'server/settings',
    'server/accounts',
  ],
  'server/preview': [
    'shared',
    'server/failures',
    'server/config',
    'server/observability',
    'server/net',
    'server/cache',
    'server/announcements',
    'server/tickets',
    'server/extraction',
    'server/platforms',
    'server/engines',
  ],
  'server/check': [
    'shared',
    'server/db',
    'server/extraction',
    'server/platforms',
    'server/engines',
    'server/preview',
  ],
  'server/first-run': ['shared', 'server/observability', 'server/db', 'server/settings'],
  'server/yt-dlp-updates': ['shared', 'server/observability', 'server/net', 'server/activity'],
  'server/http': [
    'shared',
    'server/config',
    'server/observability',
    'server/limits',
    'server/live',
    'server/status',
    'server/check',
    'server/first-run',
    'server/yt-dlp-updates',
    'server/activity',
    'server/settings',
    'server/accounts',
    'server/tickets',
    'server/tunnel',
    'server/preview',
  ],

  'web/styles': [],
  'web/lib': ['shared'],
  'web/state': ['shared', 'web/lib'],
  'web/ui': ['shared', 'web/lib'],
  'web/features': ['shared', 'web/lib', 'web/state', 'web/ui'],
  'web/pages': ['shared', 'web/styles', 'web/lib', 'web/state', 'web/ui', 'web/features'],
};

/** Entry points: files that start a process or a page. They belong to no module and nothing imports them. */
const ENTRY_POINTS = '^src/(server/(main|app|owner)|web/(public|panel|render|states|theme|capture))[.]tsx?$';
const TEST = '[.]test[.]tsx?$';

/** Modules that may open connections or start processes themselves: database protocols, external programs. */
const OWN_NETWORK =
  '^src/server/(net|db|engines/yt-dlp|settings/picture)/|^src/server/engines/[^/]+/.*[.]test[.]ts$';
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

const isolated = (name, folder) =>
  rule(
    name,
    'Code that needs two of them composes them one layer up.',
    { path: `^src/${folder}/([^/]+)/` },
    { path: `^src/${folder}/[^/]+/`, pathNot: `^src/${folder}/$1/` },
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
  isolated('server-platforms-are-isolated', 'server/platforms'),
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
      pathNot: ['^src/server/app[.]ts$', '^src/(shared|server/(config|observability|lifecycle|http))/'],
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
    'The checks of src/server/net apply only to requests made through it.',
    { path: '^src/server/', pathNot: [OWN_NETWORK, TEST] },
    { path: NETWORK_MODULES, dependencyTypesNot: ['type-only'] },
  ),
];

const graphRules = [
  rule('no-cycles', 'Type-only imports count too.', {}, { circular: true }),
  rule('no-unresolved', 'An import that does not resolve cannot be checked.', {}, { couldNotResolve: true }),
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
