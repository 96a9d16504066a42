import process from 'node:process';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../browser.ts';
import { startProgram } from '../browsers/started-program.ts';

export interface KillableBrowser {
  readonly browser: Browser;
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
  return { browser: await chromium.connectOverCDP(program.found), kill: program.kill };
}
