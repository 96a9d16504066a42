import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './child.mjs';
import { installPackages } from './install.mjs';
import { Stop, say } from './say.mjs';

const WINDOWS = process.platform === 'win32';
/** Names of Chromium's headless shell, which has no windows and tabs and needs half the processor time. */
const HEADLESS_NAMES = ['chromium-headless-shell'];
const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Default paths of browsers on macOS and Windows, where installers do not add the browser to PATH. */
const INSTALLED = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    `${process.env.ProgramFiles}\\Google\\Chrome\\Application\\chrome.exe`,
    `${process.env['ProgramFiles(x86)']}\\Microsoft\\Edge\\Application\\msedge.exe`,
  ],
};

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function machineBrowser(prefersHeadless) {
  const folders = WINDOWS ? [] : (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute);
  const names = prefersHeadless ? [...HEADLESS_NAMES, ...BROWSER_NAMES] : BROWSER_NAMES;
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...(INSTALLED[process.platform] ?? [])].find(canRun) ?? null;
}

/**
 * Returns the path of the browser for the tests: CHROMIUM_PATH, otherwise a browser installed on this machine, otherwise the browser in the
 * package that tests/browser locks, which is installed first. With `prefersHeadless`, an installed headless shell is used before a whole
 * browser. Throws Stop if there is no browser, because a run without the browser tests proves too little.
 */
export async function ensureBrowser(root, node, { prefersHeadless = false } = {}) {
  const given = process.env.CHROMIUM_PATH ?? '';
  if (given !== '') {
    if (canRun(given)) return given;
    throw new Stop('CHROMIUM_PATH does not name a program that can be run. Correct it, or unset it.');
  }
  const found = machineBrowser(prefersHeadless);
  if (found !== null) return found;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Stop(
      'The tests need a Chromium or Chrome. Install one, or name it in CHROMIUM_PATH, then run the command again.',
    );
  const carrier = path.join(root, 'tests', 'browser');
  await installPackages(node, carrier, 'a browser for the tests');
  const browser = path.join(carrier, 'node_modules', '.browser', 'chromium.sh');
  if (!existsSync(browser)) {
    say('unpacking the browser …');
    if ((await run(node, ['unpack.mjs'], { cwd: carrier })) !== 0)
      throw new Stop(
        'The browser for the tests could not be unpacked; the lines above say why. Install Chromium, or name one in CHROMIUM_PATH.',
      );
  }
  return browser;
}
