import process from 'node:process';
import { type Browser, chromium } from 'playwright-core';

/** Flags that disable the browser's own traffic and first-run pages, and the sandbox that containers lack. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Launches the browser that `npm test` found or downloaded; the caller closes it. Throws when there is none, because
 * browser tests are never skipped.
 */
export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined || executablePath === '')
    throw new Error(
      'No browser for the tests. Start them with `npm test`, or name a Chromium in CHROMIUM_PATH.',
    );
  return chromium.launch({ executablePath, args: FLAGS });
};
