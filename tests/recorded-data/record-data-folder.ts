/**
 * Records a data folder for `tests/integration/recorded-data.matrix.test.ts`: starts the server of this checkout, performs an
 * owner's typical actions, stops the server, and writes the database and the expected values as `<name>.sql` and
 * `<name>.json` beside this file. Run it before a change of the stored format: `node
 * tests/recorded-data/record-data-folder.ts <name>`. Recordings are never edited.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { dumpDatabase } from './dump-database.ts';

const SETUP_CODE = 'recorded setup code';
const PASSWORD = 'blue kettle 42';
const PROVIDER_KEY = 'recorded-provider-key';
const WEBHOOK = 'https://hooks.example.org/recorded';

const [name = ''] = process.argv.slice(2);
if (!/^[\w-]+$/.test(name)) throw new Error('Give the recording a name, such as the commit.');

const MAIN = path.resolve(import.meta.dirname, '../../src/server/main.ts');

const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-record-'));
const mockPlatforms = await startMockPlatforms();

const startServer = async (): Promise<{ server: ChildProcess; origin: string }> => {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      PORT: '0',
      SETUP_CODE,
      ENGINES: 'native,sample',
      UPSTREAM_ROUTES: mockPlatforms.routes,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout! })) {
    const origin = /ready at (\S+)/.exec(line)?.[1];
    if (origin !== undefined) return { server, origin };
  }
  throw new Error('the server did not start');
};

const { server, origin } = await startServer();

interface Browser {
  cookie: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

const openBrowser = (): Browser => {
  const browser: Browser = {
    cookie: '',
    async call(method, route, body, headers = {}) {
      const response = await fetch(new URL(route, origin), {
        method,
        headers: {
          origin,
          ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
          ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
      const session = response.headers.getSetCookie().find((line) => line.startsWith('sid='));
      if (session !== undefined) browser.cookie = session.split(';')[0] ?? '';
      return response;
    },
  };
  return browser;
};

const signUp = async (who: string, setupCode?: string): Promise<Browser> => {
  const browser = openBrowser();
  const email = `${who.toLowerCase()}@mail.example`;
  await browser.call('POST', '/api/auth/sign-up', {
    name: who,
    email,
    password: PASSWORD,
    ...(setupCode === undefined ? {} : { setupCode }),
  });
  return browser;
};

const owner = await signUp('Olga', SETUP_CODE);
const administrator = await signUp('Ada');
await signUp('Walter');
const { accounts } = (await (await owner.call('GET', '/api/admin/accounts')).json()) as {
  accounts: { id: string; name: string }[];
};
const ada = accounts.find((account) => account.name === 'Ada')?.id ?? '';
await owner.call('PUT', `/api/admin/accounts/${ada}/role`, { role: 'administrator' });

const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2266aa' } })
  .png()
  .toBuffer();
const uploaded = await owner.call('POST', '/api/admin/logo', picture, {
  'content-type': 'image/png',
  'x-requested-with': 'savelet',
});
const { hash } = (await uploaded.json()) as { hash: string };

const change = {
  title: 'Harbour',
  logo: hash,
  content: '<h2>Welcome</h2><p>Recorded.</p>',
  socialLinks: [
    {
      id: 1,
      platform: 'reddit',
      name: 'Reddit',
      icon: 'reddit',
      color: '#ff4500',
      url: 'https://reddit.example/r/harbour',
    },
  ],
};
await owner.call('PATCH', '/api/admin/settings', { revision: 0, change });
await administrator.call('PATCH', '/api/admin/settings', {
  revision: 1,
  change: { navbar: SITE_SETTINGS.navbar.default, title: 'Harbour II' },
});
const site: unknown = await (await openBrowser().call('GET', '/api/site')).json();

const linkOf = (post: string): string => mockPosts.find((one) => one.name === post)?.links[0] ?? '';
const before = (await (await owner.call('GET', '/api/admin/engines')).json()) as {
  settings: { engines: { name: string; on: boolean }[] };
};
const engineChange = {
  // An order other than the default, with one engine off.
  engines: before.settings.engines
    .toReversed()
    .map((engine) => ({ ...engine, on: engine.name !== 'cobalt' })),
  canaries: { ...byPlatform(() => []), instagram: [linkOf('instagram reel')] },
  alerts: { webhook: WEBHOOK, below: 60 },
  platforms: byPlatform(() => true),
};
await owner.call('PATCH', '/api/admin/engines', { revision: 0, change: engineChange });
await owner.call('PATCH', '/api/admin/engines', {
  revision: 1,
  change: { provider: { service: 'autolink', host: 'https://extract.harbour.example', key: PROVIDER_KEY } },
});
const engines = (await (await owner.call('GET', '/api/admin/engines')).json()) as { settings: unknown };

const answered = await openBrowser().call('POST', '/api/preview', { url: linkOf('tiktok video') });
const { qualities } = (await answered.json()) as { qualities: { url: string; filename: string }[] };
const media = qualities[0]?.url ?? '';
const bytes = Buffer.from(await (await openBrowser().call('GET', `${media}?download`)).arrayBuffer());
const activity: unknown = await (await owner.call('GET', '/api/admin/activity')).json();

server.kill('SIGTERM');
await once(server, 'exit');
await mockPlatforms.close();

const recorded = {
  recordedAt: new Date().toISOString(),
  secret: await readFile(path.join(folder, 'secret'), 'utf8'),
  password: PASSWORD,
  ownerCookie: owner.cookie,
  administratorCookie: administrator.cookie,
  site,
  engineSettings: engines.settings,
  providerKey: PROVIDER_KEY,
  activity,
  media: {
    link: media,
    filename: qualities[0]?.filename,
    upstreamHost: mockPlatforms.requests.at(-1)?.host,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  },
};
await writeFile(path.join(import.meta.dirname, `${name}.json`), `${JSON.stringify(recorded, null, 2)}\n`);
await writeFile(path.join(import.meta.dirname, `${name}.sql`), dumpDatabase(path.join(folder, 'savelet.db')));
await rm(folder, { recursive: true });
