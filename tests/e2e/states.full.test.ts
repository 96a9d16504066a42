import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE, WHOLE_PAGE } from '../states/catalogue.ts';
import { type StatesServer, startStatesServer } from '../states/states-server.ts';
import type { Expectation, Story } from '../states/story.ts';
import { launchBrowser } from './browser.ts';
import { axeViolations } from './pages/axe.ts';
import { textsUnderRing } from './pages/ring-room.ts';

const WIDE = { width: 1280, height: 860 } as const;
const NARROW = { width: 390, height: 844 } as const;
/** A window of 1280 px at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 } as const;
type Size = typeof WIDE | typeof NARROW;
/** Number of pages that show stories at the same time; more would only wait for a processor. */
const CONCURRENCY = 3;
/** Time limit of a visit, under that of its test. A visit takes about three seconds, and ten on a busy machine. */
const VISIT_MAX_MS = 150_000;

let browser: Browser;
let server: StatesServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startStatesServer()]);
});
afterAll(() => Promise.all([browser?.close(), server?.stop()]));

/** Returns everything the page has reported as an error since it was opened. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
};

const find = (page: Page, expected: Expectation) =>
  typeof expected === 'string'
    ? page.getByText(expected).filter({ visible: true }).first()
    : page.getByRole(expected.role, { name: expected.name }).first();

const missing = async (page: Page, { expects, without = [] }: Story): Promise<string[]> => {
  const seen = await Promise.all(expects.map((expected) => find(page, expected).isVisible()));
  const unwanted = await Promise.all(without.map((words) => find(page, words).isVisible()));
  return [
    ...expects.filter((_expected, index) => !seen[index]).map((expected) => JSON.stringify(expected)),
    ...without.filter((_words, index) => unwanted[index]).map((words) => `not: ${words}`),
  ];
};

/** Returns the text of every visible button and link that is filled with the accent colour. */
const accentFilled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--accent)';
    const accent = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll<HTMLElement>('button, a')]
      .filter((control) => {
        const { top, bottom, left, right } = control.getBoundingClientRect();
        const inView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        const there = control.checkVisibility() && control.closest('[inert]') === null;
        return inView && there && getComputedStyle(control).backgroundColor === accent;
      })
      .map((control) => (control.textContent ?? '').trim());
  });

/**
 * The page below the part that a story shows. It is the same in every state, so it is checked in the stories of
 * `WHOLE_PAGE` only.
 */
const UNCHANGED = ['main > :not(#hero)', 'footer'];

/** Hides the unchanged parts so that axe does not check them, or shows them again. */
const setUnchanged = (page: Page, display: 'none' | ''): Promise<void> =>
  page.evaluate(
    ([selectors, value]) => {
      for (const part of document.querySelectorAll<HTMLElement>(selectors)) part.style.display = value;
    },
    [UNCHANGED.join(','), display] as const,
  );

/** The sizes and colour schemes, which the stories take in turn. */
const LOOKS = [
  { size: WIDE, colorScheme: 'light' },
  { size: NARROW, colorScheme: 'dark' },
  { size: WIDE, colorScheme: 'dark' },
  { size: NARROW, colorScheme: 'light' },
] as const;

/** Checks a story at one size and in one colour scheme. */
async function violations(page: Page, story: Story, sizes: readonly Size[]): Promise<string[]> {
  const look = LOOKS[CATALOGUE.indexOf(story) % LOOKS.length] ?? LOOKS[0];
  const { colorScheme } = look;
  const size = sizes.find((one) => one === look.size) ?? sizes[0] ?? WIDE;
  if (!WHOLE_PAGE.has(story)) await setUnchanged(page, 'none');
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  const found = await axeViolations(page);
  await setUnchanged(page, '');
  return found.map((violation) => `${colorScheme} ${size.width}: ${violation}`);
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface Findings {
  readonly reached: boolean;
  readonly missing: readonly string[];
  readonly accent: readonly string[];
  readonly axe: readonly string[];
  readonly sideways: number;
  readonly complaints: readonly string[];
}

/** A page that shows one story after the other, its reported errors, and what it is doing. */
interface Stage {
  readonly page: Page;
  readonly complaints: string[];
  step: string;
}

async function openStage(): Promise<Stage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light' });
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page), step: '' };
}

async function visit(stage: Stage, story: Story): Promise<Findings> {
  const { page, complaints } = stage;
  const sizes = [WIDE, NARROW].filter(
    (size) => story.only === undefined || (size === WIDE) === (story.only === 'wide'),
  );
  const first = sizes[0] ?? WIDE;
  complaints.length = 0;
  stage.step = 'being resized';
  await page.setViewportSize(first);
  await page.emulateMedia({ colorScheme: 'light' });
  stage.step = 'loading';
  await page.goto(`${server.origin}/dev/states/${story.name}`, { timeout: 90_000 });
  stage.step = 'playing the story';
  const state = page.locator(`html[data-state="${story.name}"]`);
  const reached = await state.waitFor({ state: 'attached', timeout: 90_000 }).then(
    () => true,
    () => false,
  );
  stage.step = 'being read';
  const words = await missing(page, story);
  const accent = await accentFilled(page);
  stage.step = 'being checked by axe';
  const axe = await violations(page, story, sizes);
  stage.step = 'being zoomed';
  await page.setViewportSize(ZOOMED);
  const sideways = await sidewaysScroll(page);
  return { reached, missing: words, accent, axe, sideways, complaints: [...complaints] };
}

/** Visits a story. Rejects if that takes too long: most calls of a page have no time limit of their own. */
async function visitInTime(stage: Stage, story: Story): Promise<Findings> {
  const ended = new AbortController();
  const stuck = setTimeout(VISIT_MAX_MS, null, { signal: ended.signal }).then(() => {
    throw new Error(`the page is still ${stage.step} after ${VISIT_MAX_MS} ms`);
  });
  try {
    return await Promise.race([visit(stage, story), stuck]);
  } finally {
    ended.abort();
  }
}

describe('every state', () => {
  const findings = new Map(CATALOGUE.map((story) => [story.name, Promise.withResolvers<Findings>()]));
  beforeAll(async () => {
    const waiting = [...CATALOGUE];
    const playAll = async (first: Stage) => {
      let stage = first;
      for (let story = waiting.shift(); story !== undefined; story = waiting.shift()) {
        const found = findings.get(story.name);
        try {
          found?.resolve(await visitInTime(stage, story));
        } catch (error) {
          found?.reject(error);
          // The page may have stopped answering.
          stage = await openStage();
        }
      }
    };
    for (const { promise } of findings.values()) promise.catch(() => undefined);
    const stages = await Promise.all(Array.from({ length: CONCURRENCY }, openStage));
    for (const stage of stages) void playAll(stage);
  });

  it('has a unique name', () => {
    expect(CATALOGUE.length).toBeGreaterThan(60);
    expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length);
  });

  it.each(CATALOGUE)('$name', { timeout: 180_000 }, async (story) => {
    const found = await findings.get(story.name)?.promise;
    expect(found).toMatchObject({ reached: true, missing: [], axe: [], sideways: 0, complaints: [] });
    if (story.primary === null) expect(found?.accent).toEqual([]);
    if (typeof story.primary === 'string') {
      expect(found?.accent).toHaveLength(1);
      expect(found?.accent[0]).toContain(story.primary);
    }
  });
});

describe('a state', () => {
  it('works on its own without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.origin}/dev/states/idle`);
    await expect.poll(() => page.getByRole('button', { name: 'Fetch preview' }).isEnabled()).toBe(true);
    await expect
      .poll(() => page.getByLabel('Instagram or TikTok link', { exact: true }).isVisible())
      .toBe(true);
    await expect.poll(() => page.getByText('From link to file in four steps').isVisible()).toBe(true);
    await context.close();
  });

  it('keeps the focus ring of "Show me how" clear of the text that it opens', async () => {
    const page = await browser.newPage({ viewport: NARROW });
    await page.goto(`${server.origin}/dev/states/download-how-to-save`);
    await page.locator('html[data-state="download-how-to-save"]').waitFor({ state: 'attached' });
    const summary = page.locator('summary', { hasText: 'Show me how' });
    await page.keyboard.press('Shift');
    await summary.focus();
    await expect.poll(() => page.getByText('On a computer:').isVisible()).toBe(true);
    const panel = await page.getByTestId('download').innerText();
    // The list behind the panel is covered by it.
    expect((await textsUnderRing(summary)).filter((text) => panel.includes(text))).toEqual([]);
    await page.close();
  });

  it.each([360, 390])('breaks the label of a sound between its parts only, at %i px', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 844 } });
    await page.goto(`${server.origin}/dev/states/result-audio`);
    const button = page.getByTestId('download').getByRole('button', { name: /^Download Audio/u });
    await button.waitFor();
    // Three digits before the point, as in the widest size.
    const lines = await button.evaluate((label) => {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
        node.textContent = (node.textContent ?? '').replace(/[\d.]+(?= [KM]B)/u, '675.84');
      const found = new Map<number, string>();
      const words = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      for (let node = words.nextNode(); node !== null; node = words.nextNode())
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const { top: exact, width: shown } = range.getBoundingClientRect();
          // The label of another width of the window is not shown.
          if (shown === 0) continue;
          const top = Math.round(exact);
          found.set(top, `${found.get(top) ?? ''} ${word}`.trim());
        }
      return [...found.values()];
    });
    expect([['Download Audio (MP3), 675.84 KB'], ['Download Audio (MP3),', '675.84 KB']]).toContainEqual(
      lines,
    );
    await page.close();
  });
});
