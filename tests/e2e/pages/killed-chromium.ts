import path from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../browser.ts';
import { startProgram } from '../browsers/started-program.ts';

export interface KillableBrowser {
  readonly context: BrowserContext;
  /** Folder into which the browser saves files. */
  readonly downloads: string;
  kill(): Promise<void>;
}

/** Starts a Chromium of its own on a profile that outlives it. */
export async function startOnProfile(profile: string): Promise<KillableBrowser> {
  const program = await startProgram(
    process.env['CHROMIUM_PATH'] ?? '',
    [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    {},
    /DevTools listening on (ws:\/\/\S+)/u,
  );
  const browser = await chromium.connectOverCDP(program.found);
  const downloads = path.join(profile, 'downloads');
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  const [context = await browser.newContext()] = browser.contexts();
  return { context, downloads, kill: program.kill };
}
