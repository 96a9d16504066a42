import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import { callText, type EngineBrowser, type EnginePage, PAGE_HEIGHT, type Plain } from './engine.ts';
import { programOf } from './installed-programs.ts';
import { startProgram } from './started-program.ts';

/** WebKitGTK's own test browser, with the settings that a page needs to open windows of an exact size. */
const BROWSER_ARGS = ['--automation', '--javascript-can-open-windows-automatically=true'];
const SCREEN = '1400x1000x24';
const DRIVER_ATTEMPTS = 100;
const DRIVER_PAUSE_MS = 100;

const answerSchema = z.object({ value: z.unknown() });
const faultSchema = z.object({ error: z.string(), message: z.string() });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});
const rectSchema = z.object({ height: z.number() });
const handlesSchema = z.array(z.string());
const resultSchema = z.object({ result: z.string().optional(), fault: z.string().optional() });

/** Calls a command of WebDriver. Throws with the driver's sentence when it refuses. */
async function command(url: string, method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = answerSchema.parse(await response.json());
  if (response.ok) return value;
  const fault = faultSchema.safeParse(value);
  throw new Error(
    `WebKitWebDriver: ${fault.success ? `${fault.data.error}: ${fault.data.message}` : response.status}`,
  );
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

async function newSession(driver: string): Promise<z.infer<typeof sessionSchema>> {
  const capabilities = {
    alwaysMatch: {
      browserName: 'MiniBrowser',
      // A tab that leads to the platform ends on this machine.
      proxy: { proxyType: 'manual', sslProxy: '127.0.0.1:9' },
      'webkitgtk:browserOptions': { binary: programOf('webkit', 'MiniBrowser'), args: BROWSER_ARGS },
    },
  };
  for (let attempt = 1; ; attempt += 1)
    try {
      return sessionSchema.parse(await command(`${driver}/session`, 'POST', { capabilities }));
    } catch (error) {
      // The driver prints nothing when it is ready.
      if (!(error instanceof TypeError) || attempt === DRIVER_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, DRIVER_PAUSE_MS));
    }
}

/** Starts WebKitGTK on a display of its own. */
export async function startWebkit(): Promise<EngineBrowser> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'savelet-webkit-'));
  const downloads = path.join(home, 'downloads');
  const config = path.join(home, 'config');
  await Promise.all([mkdir(downloads), mkdir(config)]);
  await writeFile(path.join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);

  // Xvfb chooses a free display and writes its number to descriptor 1.
  const display = await startProgram(
    programOf('webkit', 'Xvfb'),
    ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'],
    {},
    // Warnings precede the number where another display runs.
    /^(\d+)\n/mu,
  );
  const port = await freePort();
  const driver = await startProgram(
    // The shell's line says that the driver follows; its process group is the shell's.
    '/bin/sh',
    ['-c', 'echo started; exec "$0" "$@"', programOf('webkit', 'WebKitWebDriver'), `--port=${String(port)}`],
    {
      env: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        DISPLAY: `:${display.found}`,
        HOME: home,
        XDG_CONFIG_HOME: config,
        XDG_DATA_HOME: path.join(home, 'data'),
        XDG_CACHE_HOME: path.join(home, 'cache'),
        XDG_RUNTIME_DIR: home,
        // There is no accessibility bus, graphics card or user namespace in a container.
        NO_AT_BRIDGE: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        // Without a graphics card, the compositor of a busy machine leaves layers unpainted, and a picture shows an old frame.
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
    },
    /(started)/u,
  );
  const stopAll = async (session?: string, inspect?: (folder: string) => Promise<void>): Promise<void> => {
    if (session !== undefined) await command(session, 'DELETE').catch(() => undefined);
    await driver.stop();
    await display.stop();
    await inspect?.(home);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const origin = `http://127.0.0.1:${String(port)}`;
    const { sessionId, capabilities } = await newSession(origin);
    const session = `${origin}/session/${sessionId}`;
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      downloads,
      newPage: (width) => openPage(session, width),
      tabs: async () => (await handlesOf(session)).length,
      close: (inspect) => stopAll(session, inspect),
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

const handlesOf = async (session: string): Promise<readonly string[]> =>
  handlesSchema.parse(await command(`${session}/window/handles`, 'GET'));

/**
 * Opens a window without a toolbar, because the toolbar of WebKitGTK's test browser makes every window at least 447 px
 * wide.
 */
async function openPage(session: string, width: number): Promise<EnginePage> {
  const before = await handlesOf(session);
  await command(`${session}/window`, 'POST', { handle: before[0] });
  await command(`${session}/execute/sync`, 'POST', {
    script: 'window.open("about:blank", "_blank", arguments[0]);',
    args: [`popup,toolbar=no,menubar=no,width=${String(width)},height=${String(PAGE_HEIGHT)}`],
  });
  const handle = (await handlesOf(session)).find((one) => !before.includes(one));
  if (handle === undefined) throw new Error('WebKitGTK opened no window');
  const inPage = async (
    method: 'GET' | 'POST' | 'DELETE',
    name: string,
    body?: unknown,
  ): Promise<unknown> => {
    await command(`${session}/window`, 'POST', { handle });
    return command(`${session}/${name}`, method, body);
  };
  return {
    width,
    async load(url) {
      await inPage('POST', 'url', { url });
    },
    async run(script, ...args) {
      const answer = await inPage('POST', 'execute/async', {
        script: `const done = arguments[0]; try { ${callText(script, args as readonly Plain[])}.then((result) => done({ result }), (fault) => done({ fault: String(fault) })); } catch (fault) { done({ fault: String(fault) }); }`,
        args: [],
      });
      const { result, fault } = resultSchema.parse(answer);
      if (result === undefined) throw new Error(`in WebKitGTK: ${fault ?? 'no result'}`);
      return JSON.parse(result);
    },
    async perform(sources) {
      await inPage('POST', 'actions', { actions: sources });
    },
    async picture() {
      // The bar of downloads takes a part of the window.
      const shown = z
        .number()
        .parse(await inPage('POST', 'execute/sync', { script: 'return innerHeight', args: [] }));
      const { height } = rectSchema.parse(await inPage('GET', 'window/rect'));
      if (shown !== PAGE_HEIGHT)
        await inPage('POST', 'window/rect', { width, height: height + PAGE_HEIGHT - shown });
      return Buffer.from(z.string().parse(await inPage('GET', 'screenshot')), 'base64');
    },
    async close() {
      await inPage('DELETE', 'window');
    },
  };
}
