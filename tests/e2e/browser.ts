import process from 'node:process';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** Flags that disable the browser's own traffic and first-run pages, and the sandbox that containers lack. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser of its own, for scripts; the caller closes it. Throws when there is none. */
export const startBrowser = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined || executablePath === '')
    throw new Error(
      'No browser for the tests. Start them with `npm test`, or name a Chromium in CHROMIUM_PATH.',
    );
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
};

/** The one browser of this worker; playwright ends its process with the worker's. */
let shared: Promise<Browser> | null = null;

/**
 * Returns the worker's browser, which the first caller starts. `close()` closes the contexts and pages opened through the
 * returned object and leaves the browser to the next test file. Throws when there is no browser: browser tests are never skipped.
 */
export const launchBrowser = async (): Promise<Browser> => {
  shared ??= startBrowser();
  const browser = await shared;
  const opened = new Set<BrowserContext>();
  const track = (context: BrowserContext): void => {
    opened.add(context);
    context.once('close', () => opened.delete(context));
  };
  const own = {
    async newContext(options?: BrowserContextOptions) {
      const context = await browser.newContext(options);
      track(context);
      return context;
    },
    async newPage(options?: BrowserContextOptions) {
      const page = await browser.newPage(options);
      track(page.context());
      return page;
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
  return new Proxy(browser, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
