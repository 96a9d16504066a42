// The dependency rules of src/: who may import whom. ARCHITECTURE.md draws it; tests/architecture proves that every rule fires.

/** Each room of src/ and the other rooms it may import from. A room may always import itself. */
const rooms = {
  shared: [],

  'server/config': ['shared'],
  'server/observability': ['shared', 'server/config'],
  'server/lifecycle': ['server/observability'],
  'server/net': ['shared', 'server/config', 'server/observability'],
  'server/db': ['shared', 'server/config', 'server/observability'],
  'server/redis': ['shared', 'server/config', 'server/observability'],
  'server/mail': ['shared', 'server/config', 'server/observability'],
  'server/tickets': ['shared', 'server/config', 'server/observability'],
  'server/cache': ['shared', 'server/observability', 'server/redis'],
  'server/limits': ['shared', 'server/config', 'server/redis'],
  'server/live': ['shared', 'server/observability', 'server/redis'],
  'server/status': ['shared', 'server/observability', 'server/redis', 'server/db'],
  'server/engines': ['shared', 'server/config', 'server/observability', 'server/net'],
  'server/tunnel': ['shared', 'server/config', 'server/observability', 'server/net', 'server/tickets'],
  'server/activity': ['shared', 'server/observability', 'server/db'],
  'server/settings': ['shared', 'server/observability', 'server/db', 'server/activity'],
  'server/accounts': [
    'shared',
    'server/config',
    'server/observability',
    'server/db',
    'server/activity',
    'server/mail',
  ],
  'server/requests': ['shared', 'server/config', 'server/observability', 'server/db', 'server/mail'],
  'server/preview': [
    'shared',
    'server/config',
    'server/observability',
    'server/net',
    'server/cache',
    'server/tickets',
    'server/engines',
  ],
  'server/http': [
    'shared',
    'server/config',
    'server/observability',
    'server/limits',
    'server/live',
    'server/status',
    'server/requests',
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
  'web/ui': ['web/lib'],
  'web/features': ['shared', 'web/lib', 'web/state', 'web/ui'],
  'web/pages': ['shared', 'web/lib', 'web/state', 'web/ui', 'web/features'],
};

/** The files that start something; they stand outside every room and nothing imports them. */
const ROOTS = '^src/(server/(main|app|owner)|web/(public|panel|render|states|theme))[.]tsx?$';
const TEST = '[.]test[.]tsx?$';

/** Rooms that speak to the network in their own way: a database's or mail server's protocol, a program started with arguments. */
const OWN_NETWORK =
  '^src/server/(net|db|redis|mail|engines/yt-dlp|settings/picture)/|^src/server/engines/[^/]+/.*[.]test[.]ts$';
const NETWORK_MODULES =
  '^(node:)?(http|https|http2|net|tls|dns|dns/promises|dgram|child_process|undici)$|(^|/)node_modules/undici/';

const under = (room) => `^src/${room}/`;
const names = Object.keys(rooms);
const inNoRoom = { path: '^src/', pathNot: [...names.map(under), ROOTS] };

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const roomRules = names.map((room) =>
  rule(
    `room:${room}`,
    `${room} imports only ${['itself', ...rooms[room]].join(', ')}.`,
    { path: under(room) },
    { path: '^src/', pathNot: [room, ...rooms[room]].map(under) },
  ),
);

const island = (name, folder) =>
  rule(
    name,
    'Who needs two of them composes them one floor up.',
    { path: `^src/${folder}/([^/]+)/` },
    { path: `^src/${folder}/[^/]+/`, pathNot: `^src/${folder}/$1/` },
  );

const houseRules = [
  rule(
    'server-never-web',
    'The built bundle is the only way.',
    { path: '^src/server/' },
    { path: '^src/web/' },
  ),
  rule('web-never-server', 'Only the HTTP calls are.', { path: '^src/web/' }, { path: '^src/server/' }),
  rule(
    'web-never-node',
    'It runs in a browser.',
    { path: '^src/web/', pathNot: TEST },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'shared-imports-only-zod',
    'The contract runs everywhere.',
    { path: '^src/shared/', pathNot: TEST },
    { path: '^(?!src/)', pathNot: '(^|/)node_modules/zod/' },
  ),
  rule(
    'src-never-tests',
    'Nothing that ships rests on what does not.',
    { path: '^src/' },
    { path: '^(tests|bench|scripts)/' },
  ),
];

const islandRules = [
  island('features-are-islands', 'web/features'),
  island('engines-are-islands', 'server/engines'),
  island('admin-sections-are-islands', 'web/features/admin/sections'),
];

const rootRules = [
  rule(
    'nobody-imports-a-root',
    'A root starts something when it is imported.',
    { path: '^src/', pathNot: ['^src/server/main[.]ts$', TEST] },
    { path: ROOTS },
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
    'web-roots-compose-pages',
    'A root mounts pages; features are the pages’ business.',
    { path: '^src/web/[^/]+[.]tsx?$' },
    { path: '^src/', pathNot: '^src/(shared|web/(pages|state|lib|styles))/' },
  ),
];

const placeRules = [
  rule('every-file-has-a-room', 'A new folder is drawn here first.', inNoRoom, {}),
  rule('every-file-has-a-room', 'A new folder is drawn here first.', {}, inNoRoom),
  rule('every-file-has-a-room', 'A new folder is drawn here first.', { ...inNoRoom, orphan: true }, {}),
];

const networkRules = [
  rule(
    'network-only-through-net',
    'The checks of src/server/net hold only for what goes through it.',
    { path: '^src/server/', pathNot: [OWN_NETWORK, TEST] },
    { path: NETWORK_MODULES, dependencyTypesNot: ['type-only'] },
  ),
];

const graphRules = [
  rule('no-cycles', 'Types count too.', {}, { circular: true }),
  rule('no-unresolved', 'A rule cannot judge what it cannot find.', {}, { couldNotResolve: true }),
];

export default {
  forbidden: [
    ...roomRules,
    ...houseRules,
    ...islandRules,
    ...rootRules,
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
