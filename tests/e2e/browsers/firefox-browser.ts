import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import {
  callText,
  type EngineBrowser,
  type EnginePage,
  PAGE_HEIGHT,
  PLATFORM_HOST,
  type Plain,
} from './engine.ts';
import { programOf } from './installed-programs.ts';
import { startProgram } from './started-program.ts';

/** The browser's own traffic, first-run pages and questions before a download are off. */
const preferences = (downloads: string): Readonly<Record<string, boolean | number | string>> => ({
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.download.alwaysOpenPanel': false,
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // A tab that leads to the platform ends on this machine.
  'network.dns.localDomains': PLATFORM_HOST,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  // As on phones: scrollbars take no room.
  'ui.useOverlayScrollbars': 1,
});

const answerSchema = z.object({
  id: z.number(),
  type: z.enum(['success', 'error']),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const sessionSchema = z.object({
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
});
const treeSchema = z.object({ contexts: z.array(z.unknown()) });
const contextSchema = z.object({ context: z.string() });
const pictureSchema = z.object({ data: z.string() });
const resultSchema = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);

type Send = (method: string, params: unknown) => Promise<unknown>;

/** Connects to the browser's WebDriver BiDi. Returns the function that sends a command and waits for its answer. */
async function connect(url: string): Promise<{ readonly send: Send; readonly close: () => void }> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let turn = 0;
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}`)), {
      once: true,
    });
  });
  socket.addEventListener('message', ({ data }) => {
    const parsed = answerSchema.safeParse(JSON.parse(String(data)));
    // Events have no id.
    if (!parsed.success) return;
    const { id, type, result, error, message } = parsed.data;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === 'success') asked?.resolve(result);
    else asked?.reject(new Error(`Firefox: ${error ?? ''}: ${message ?? ''}`));
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('Firefox closed the connection'));
    waiting.clear();
  });
  return {
    send(method, params) {
      turn += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(turn, asked);
      socket.send(JSON.stringify({ id: turn, method, params }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}

/**
 * Starts Firefox without a window of the desktop, driven through WebDriver BiDi. `earlier` is the folder of a browser that was killed,
 * whose profile goes on.
 */
export async function startFirefox(
  earlier?: string,
): Promise<EngineBrowser & { readonly kill: () => Promise<string> }> {
  const home = earlier ?? (await mkdtemp(path.join(os.tmpdir(), 'savelet-firefox-')));
  const downloads = path.join(home, 'downloads');
  const profile = path.join(home, 'profile');
  await Promise.all([downloads, profile].map((folder) => mkdir(folder, { recursive: true })));
  await writeFile(
    path.join(profile, 'user.js'),
    Object.entries(preferences(downloads))
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const firefox = await startProgram(
    programOf('firefox', 'firefox-esr'),
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      env: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        HOME: home,
        MOZ_CRASHREPORTER_DISABLE: '1',
        // No user namespace in a container.
        MOZ_DISABLE_CONTENT_SANDBOX: '1',
      },
    },
    /WebDriver BiDi listening on (ws:\/\/\S+)/u,
  );
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { send, close } = await connect(`${firefox.found}/session`);
    const { capabilities } = sessionSchema.parse(
      await send('session.new', {
        capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore' } } },
      }),
    );
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      downloads,
      newPage: (width) => openPage(send, width),
      tabs: async () => treeSchema.parse(await send('browsingContext.getTree', {})).contexts.length,
      /** Kills the browser at once. Returns its folder. */
      async kill() {
        close();
        await firefox.kill();
        return home;
      },
      async close(inspect) {
        close();
        await firefox.stop();
        await inspect?.(profile);
        await removeHome();
      },
    };
  } catch (error) {
    await firefox.stop();
    await removeHome();
    throw error;
  }
}

async function openPage(send: Send, width: number): Promise<EnginePage> {
  const { context } = contextSchema.parse(await send('browsingContext.create', { type: 'tab' }));
  await send('browsingContext.setViewport', { context, viewport: { width, height: PAGE_HEIGHT } });
  return {
    width,
    async load(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(script, ...args) {
      const answer = resultSchema.parse(
        await send('script.evaluate', {
          expression: callText(script, args as readonly Plain[]),
          target: { context },
          awaitPromise: true,
        }),
      );
      if (answer.type === 'exception') throw new Error(`in Firefox: ${answer.exceptionDetails.text}`);
      return JSON.parse(answer.result.value);
    },
    async perform(sources) {
      await send('input.performActions', { context, actions: sources });
    },
    async picture() {
      const { data } = pictureSchema.parse(await send('browsingContext.captureScreenshot', { context }));
      return Buffer.from(data, 'base64');
    },
    async close() {
      await send('browsingContext.close', { context });
    },
  };
}
