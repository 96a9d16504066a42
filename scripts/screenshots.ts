/**
 * `npm run screenshots`: takes pictures of every state of the public page (docs/screenshots/states), every section of
 * the panel (docs/screenshots/panel), the status page (docs/screenshots/status), help and the legal texts
 * (docs/screenshots/text), each at two widths in both themes, and those of the README in full quality. Arguments select
 * states by parts of their names, "panel" the panel and "pages" the pages of the server.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CATALOGUE } from '../src/web/dev-states/catalogue.ts';
import type { Story } from '../src/web/dev-states/story.ts';
import { startBrowser } from '../tests/e2e/browser.ts';
import { takePages } from './page-screenshots.ts';
import { takePanel } from './panel-screenshots.ts';
import { startStatesServer } from './states/states-server.ts';
import { takePicture } from './take-picture.ts';

const FOLDER = path.resolve(import.meta.dirname, '../docs/screenshots');
const STATES_FOLDER = path.join(FOLDER, 'states');
/** Low WebP quality keeps the folder small, because text makes lossy pictures large. */
const QUALITY = 23;
/** Scale of the pictures by window width. */
const SCALES = { 390: 1, 1280: 0.75 } as const;
const README_QUALITY = 90;
/** About 14 KB for each of nearly 600 pictures. */
const BUDGET_BYTES = 8 * 1024 * 1024;
const CONCURRENCY = 3;

const SIZES = {
  390: { width: 390, height: 844 },
  1280: { width: 1280, height: 860 },
} as const;
type Width = keyof typeof SIZES;
type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];

interface Shot {
  readonly story: Story;
  readonly width: Width;
  readonly themes: readonly Theme[];
  /** Appended to the state's name in the file name. */
  readonly suffix: string;
  readonly media: { reducedMotion?: 'reduce'; forcedColors?: 'active'; media?: 'print' };
}

const widthsOf = ({ only }: Story): readonly Width[] =>
  only === 'narrow' ? [390] : only === 'wide' ? [1280] : [390, 1280];

const stateNamed = (name: string): Story => {
  const story = CATALOGUE.find((one) => one.name === name);
  if (story === undefined) throw new Error(`there is no state ${name}`);
  return story;
};

/** One state of each kind, also taken with reduced motion and forced colours. */
const KINDS = ['idle', 'result-video', 'download-known-length', 'error-private'].map(stateNamed);

const everyShot = (): Shot[] => [
  ...CATALOGUE.flatMap((story) =>
    widthsOf(story).map((width) => ({ story, width, themes: THEMES, suffix: '', media: {} })),
  ),
  ...KINDS.flatMap((story): Shot[] => [
    { story, width: 1280, themes: ['light'], suffix: '-reduced-motion', media: { reducedMotion: 'reduce' } },
    { story, width: 1280, themes: ['light'], suffix: '-forced-colors', media: { forcedColors: 'active' } },
  ]),
  {
    story: stateNamed('result-video'),
    width: 1280,
    themes: ['light'],
    suffix: '-print',
    media: { media: 'print' },
  },
];

const README_SHOTS = [
  { file: 'home-1280-light', name: 'idle', width: 1280, theme: 'light' },
  { file: 'home-390-dark', name: 'idle', width: 390, theme: 'dark' },
  { file: 'result-1280-light', name: 'result-video', width: 1280, theme: 'light' },
  { file: 'result-390-dark', name: 'result-video', width: 390, theme: 'dark' },
  { file: 'set-1280-dark', name: 'result-carousel-some', width: 1280, theme: 'dark' },
  { file: 'download-390-light', name: 'download-known-length', width: 390, theme: 'light' },
] as const;

/** Opens a state in a new page and waits until it is reached. */
async function open(context: BrowserContext, origin: string, story: Story): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/dev/states/${story.name}`);
  await page.locator(`html[data-state="${story.name}"]`).waitFor({ state: 'attached', timeout: 60_000 });
  return page;
}

const contextFor = (browser: Browser, width: Width, theme: Theme, media: Shot['media'] = {}) =>
  browser.newContext({
    viewport: SIZES[width],
    deviceScaleFactor: 1,
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...(media.reducedMotion && { reducedMotion: media.reducedMotion }),
    ...(media.forcedColors && { forcedColors: media.forcedColors }),
  });

/** Takes one state at one width in its themes; returns the number of bytes written. */
async function take(browser: Browser, origin: string, shot: Shot): Promise<number> {
  const { story, width, themes, suffix, media } = shot;
  const context = await contextFor(browser, width, themes[0] ?? 'light', media);
  try {
    const page = await open(context, origin, story);
    if (media.media) await page.emulateMedia({ media: media.media });
    let bytes = 0;
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
      const picture = await takePicture(page, QUALITY, SCALES[width]);
      await writeFile(path.join(STATES_FOLDER, `${story.name}${suffix}-${width}-${theme}.webp`), picture);
      bytes += picture.length;
    }
    return bytes;
  } finally {
    await context.close();
  }
}

async function takeForReadme(browser: Browser, origin: string): Promise<void> {
  for (const { file, name, width, theme } of README_SHOTS) {
    const context = await contextFor(browser, width, theme);
    const page = await open(context, origin, stateNamed(name));
    // Removes the focus, because this page shows a first visit.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await writeFile(path.join(FOLDER, `${file}.webp`), await takePicture(page, README_QUALITY, 1));
    await context.close();
  }
}

/** Runs the jobs with limited concurrency; returns the sum of their results. */
async function sumOfJobs(jobs: readonly (() => Promise<number>)[]): Promise<number> {
  const waiting = [...jobs];
  let sum = 0;
  const worker = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const bytes = await job();
      sum += bytes;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return sum;
}

const filters = process.argv.slice(2);
const shots = everyShot().filter(
  ({ story }) => filters.length === 0 || filters.some((word) => story.name.includes(word)),
);
const started = Date.now();
const [browser, server] = await Promise.all([startBrowser(), startStatesServer()]);
try {
  if (filters.length === 0) await rm(STATES_FOLDER, { recursive: true, force: true });
  await mkdir(STATES_FOLDER, { recursive: true });
  const bytes = await sumOfJobs(shots.map((shot) => () => take(browser, server.origin, shot)));
  if (filters.length === 0) await takeForReadme(browser, server.origin);
  if (filters.length === 0 || filters.includes('panel')) await takePanel(browser, FOLDER);
  if (filters.length === 0 || filters.includes('pages')) await takePages(browser, FOLDER);
  const pictures = shots.reduce((sum, { themes }) => sum + themes.length, 0);
  console.log(
    `${pictures} pictures, ${(bytes / 1024 / 1024).toFixed(2)} MB, in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  if (bytes > BUDGET_BYTES) {
    console.error(`The folder exceeds its limit of ${BUDGET_BYTES / 1024 / 1024} MB.`);
    process.exitCode = 1;
  }
} finally {
  await Promise.all([browser.close(), server.stop()]);
}
