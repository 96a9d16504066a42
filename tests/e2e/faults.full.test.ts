import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import {
  DEAD_SHORT_LINK,
  GONE,
  KEY_REJECTED,
  LIMITED,
  NETWORK,
  NO_MEDIA,
  PRIVATE,
  REGION_BLOCKED,
  TIMED_OUT,
  UNREADABLE,
  UNREADABLE_ANSWER,
  UPSTREAM_ERROR,
  WITHHELD,
} from '../fault-sentences.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import type { MockFault } from '../mock-platforms/fault.ts';
import { mockFaults } from '../mock-platforms/faults.ts';
import type { MockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct as Product, startInProcessProduct } from './in-process-product.ts';
import { PublicPage, type SavedFile, savedFile, sha256 } from './pages/public-page.ts';
import { countSaves, savesOf } from './pages/save-count.ts';
import { providerOnly } from './product.ts';

const DOWNLOAD_FAILED = 'Download failed. Please try again.';
const SUCCESS = 'Download completed successfully!';
/** Marks a fault that only delays: the preview succeeds. */
const PREVIEW = 'a preview';

type Sentence = string | Readonly<Record<PlatformId, string>>;

/**
 * Expected text of the error panel for every fault before a transfer. Where it is missing, it is the text that the
 * platform's answers name.
 */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  'page-private': PRIVATE,
  'page-gone': GONE,
  'page-region': REGION_BLOCKED,
  'page-no-media': NO_MEDIA,
  'page-unreadable': UNREADABLE,
  'page-server-error': UPSTREAM_ERROR,
  'page-reset': NETWORK,
  'page-slow': PREVIEW,
  'page-late': TIMED_OUT,
  'page-stalled': TIMED_OUT,
  'page-desktop-challenge': PREVIEW,
  'page-queried': PREVIEW,
  'page-limited': LIMITED,
  'page-challenge': LIMITED,
  'provider-key': KEY_REJECTED,
  'provider-not-subscribed': KEY_REJECTED,
  'provider-quota': LIMITED,
  'provider-server-error': UPSTREAM_ERROR,
  'provider-html': UNREADABLE_ANSWER,
  'provider-error-body': UNREADABLE_ANSWER,
  'provider-message-body': UNREADABLE_ANSWER,
  'provider-empty-medias': NO_MEDIA,
  'provider-empty-body': UNREADABLE_ANSWER,
  'provider-broken-json': UNREADABLE_ANSWER,
  'provider-slow': TIMED_OUT,
  'short-dead': GONE,
  'short-home': { instagram: WITHHELD, tiktok: GONE },
  'short-login': WITHHELD,
  'short-loop': DEAD_SHORT_LINK,
  'short-loopback': DEAD_SHORT_LINK,
  'short-foreign': DEAD_SHORT_LINK,
  'short-gone': GONE,
  'short-limited': LIMITED,
  'media-probe-html': NO_MEDIA,
};

/**
 * Login walls and odd pages pause the native engine's page requests for a while, so each of these faults gets its own
 * server.
 */
const THROTTLING: ReadonlySet<string> = new Set(
  [
    'login-wall',
    'login-redirect',
    'throttled',
    'challenge',
    'desktop-challenge',
    'empty',
    'unreadable',
    'renamed',
    'server-error',
    'reset',
  ].map((name) => `page-${name}`),
);
/** Faults with a Retry-After, which pauses the engine; other faults would meet that pause instead. */
const NAMES_A_TIME: ReadonlySet<string> = new Set(['page-limited', 'provider-quota']);

/** Faults that end only at a time limit. They are started first, so that nothing waits for them at the end. */
const PATIENT = /-(?:late|stalled|slow|stall|stall-once|crawl|drip)$/;
const patientFirst = (one: MockFault, two: MockFault): number =>
  Number(PATIENT.test(two.name)) - Number(PATIENT.test(one.name));

const sentenceOf = ({ name, platform }: MockFault): string => {
  const given =
    SENTENCES[name] ?? TEST_PLATFORMS[platform].answers.faults.find(([fault]) => fault === name)?.[1];
  const sentence = typeof given === 'string' ? given : given?.[platform];
  if (sentence === undefined) throw new Error(`no sentence is written down for ${name} on ${platform}`);
  return sentence;
};

const titled = (fault: MockFault) => ({
  ...fault,
  title: `${fault.platform} ${fault.name}: ${fault.does}`,
});
/** Returns the first fault of each group. */
const firstOfEach = (
  faults: readonly MockFault[],
  groupOf: (fault: MockFault) => string,
): readonly MockFault[] => [...Map.groupBy(faults, groupOf).values()].flatMap(([first]) => first ?? []);
/** Takes the platforms in turn, so that about half of the faults are met on each. */
const inTurn = (faults: readonly MockFault[]): readonly MockFault[] => {
  const names = [...new Set(faults.map(({ name }) => name))];
  return faults.toSorted(
    (one, two) =>
      Number(one.platform !== PLATFORM_IDS[names.indexOf(one.name) % PLATFORM_IDS.length]) -
      Number(two.platform !== PLATFORM_IDS[names.indexOf(two.name) % PLATFORM_IDS.length]),
  );
};

// Tests below the browser check the server's answer for every fault on both platforms (engine-faults, delivery-faults).
/** One fault for each sentence of the page, and those that end at a time limit. */
const before = firstOfEach(
  inTurn(mockFaults.filter((fault) => fault.where !== 'media' || fault.name in SENTENCES)),
  (fault) => `${PATIENT.test(fault.name) ? fault.name : ''} ${sentenceOf(fault)}`,
)
  .toSorted(patientFirst)
  .map(titled);
/** Every fault of a transfer on one platform, and on both where they end in different ways. */
const during = firstOfEach(
  // A transfer that stalls for good fails like one that is cut, after a minute (delivery-faults).
  inTurn(
    mockFaults.filter(
      (fault) => fault.where === 'media' && !(fault.name in SENTENCES) && fault.name !== 'media-stall',
    ),
  ),
  ({ name, transfer, item }) => `${name} ${transfer} ${item}`,
)
  .toSorted(patientFirst)
  .map(titled);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const NATIVE = () => ({ ENGINES: 'native' });
/** Every fault must reach the engine, however many others there were. */
const start = (environment: (mockPlatforms: MockPlatforms) => Record<string, string>): Promise<Product> =>
  startInProcessProduct(environment, { engineHealth: createUnlimitedEngineRegistry() });

/** Open pages that no test uses. A page that has been used before opens in half the time. */
const idle: PublicPage[] = [];

/** Animations are off: spinners and shimmers would take processor time from the running tests. */
const newVisit = async (): Promise<PublicPage> => {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await countSaves(page);
  return new PublicPage(page);
};

/** Resets a page to the state of a first visit. */
const leave = async ({ page }: PublicPage): Promise<void> => {
  for (const tab of page.context().pages()) if (tab !== page) await tab.close();
  await page.evaluate(() => localStorage.clear());
};

/** Runs a test on a page of its own. `saved` holds every file the visit has begun to save, once it is on disk. */
const withVisit = async (
  product: Product,
  work: (visit: PublicPage, saved: () => Promise<SavedFile[]>) => Promise<void>,
) => {
  const visit = idle.pop() ?? (await newVisit());
  const { page } = visit;
  const begun: Download[] = [];
  const listen = (download: Download) => begun.push(download);
  const saved = async () => {
    const all = await savesOf(page);
    await vi.waitFor(() => expect(begun).toHaveLength(all), { timeout: 30_000 });
    return Promise.all(begun.map(savedFile));
  };
  page.on('download', listen);
  try {
    await visit.open(product.origin);
    await work(visit, saved);
    await saved();
    page.off('download', listen);
    await leave(visit);
    idle.push(visit);
  } catch (error) {
    await page.context().close();
    throw error;
  }
};

/** Submits the link of a fault before the transfer and checks the visitor's message. */
const meetBefore = (product: Product, fault: MockFault) =>
  withVisit(product, async (visit) => {
    await visit.submit(fault.link);
    const sentence = sentenceOf(fault);
    if (sentence === PREVIEW) {
      await visit.card.waitFor();
      return;
    }
    await visit.errorHeading.waitFor();
    // A second one would make the locator fail.
    await visit.errorPanel.getByText(sentence, { exact: true }).waitFor();
    await visit.toasted(sentence);
    await expect(visit.card.count()).resolves.toBe(0);
    await expect(visit.field.inputValue()).resolves.toBe(fault.link);
  });

describe.concurrent('a fault before the transfer', () => {
  const native = Promise.withResolvers<Product>();
  const provider = Promise.withResolvers<Product>();
  beforeAll(async () => {
    native.resolve(await start(NATIVE));
    provider.resolve(await start(providerOnly));
  });
  afterAll(async () => {
    await (await native.promise).stop();
    await (await provider.promise).stop();
  });

  it.each(before)('$title', { timeout: 90_000 }, async (fault) => {
    const [environment, shared] = fault.where === 'provider' ? [providerOnly, provider] : [NATIVE, native];
    if (THROTTLING.has(fault.name) || NAMES_A_TIME.has(fault.name)) {
      const product = await start(environment);
      await meetBefore(product, fault).finally(() => product.stop());
      return;
    }
    await meetBefore(await shared.promise, fault);
  });
});

/** The server times out on a stalled file, requests it again, and once more with a refreshed link. */
const STALLS_MS = 120_000;

/**
 * Waits for a started download to end. Checks that only complete files were saved, and that only a complete download is
 * reported as one.
 */
const endDownload = async (
  product: Product,
  fault: MockFault,
  visit: PublicPage,
  saved: () => Promise<SavedFile[]>,
) => {
  const done = visit.saved;
  // The link has expired and the post no longer has the file.
  const gone = fault.name === 'media-expired-changed';
  const broke = visit.download.getByText(gone ? 'No download URL available' : DOWNLOAD_FAILED);
  const unreached = visit.download.getByText(/^Download failed: Network error|^Opened in a new tab/);
  await done.or(broke).or(unreached).first().waitFor({ timeout: STALLS_MS });
  const succeeded = (await done.count()) > 0;
  if (fault.transfer === 'fails') expect(succeeded).toBe(false);
  if (fault.transfer === 'complete') expect(succeeded).toBe(true);
  if (succeeded) {
    await visit.toasted(SUCCESS);
    expect((await saved()).map((file) => file.sha256)).toEqual([
      sha256(product.mockPlatforms.bytesOf(fault.link)),
    ]);
    return;
  }
  expect((await visit.toasts()).filter((toast) => toast.includes(SUCCESS))).toEqual([]);
  expect(await (fault.name === 'media-reset-at-once' ? unreached : broke).count()).toBe(1);
  // In a set, the other files are complete and are saved all the same; the faulty one never appears.
  const items = fault.post?.items ?? [];
  const whole = new Set(
    items.map((_item, index) => sha256(product.mockPlatforms.bytesOf(fault.link, index))),
  );
  const files = await saved();
  expect(files.every((file) => whole.has(file.sha256))).toBe(true);
  expect(files.length).toBeLessThanOrEqual(items.length - 1);
  if (fault.item === undefined) return;
  const struck = sha256(product.mockPlatforms.bytesOf(fault.link, fault.item));
  expect(files.map((file) => file.sha256)).not.toContain(struck);
  await visit.download
    .getByText(`${items.length - 1} of ${items.length} files sent to your browser.`)
    .waitFor();
  expect(files).toHaveLength(items.length - 1);
};

// Concurrent, because most of these faults only take time. `expect.poll` would not know its test here.
describe.concurrent('a fault during the transfer', () => {
  const started = Promise.withResolvers<Product>();
  beforeAll(async () => {
    started.resolve(await start(NATIVE));
  });
  afterAll(async () => (await started.promise).stop());

  it.each(during)('$title', { timeout: STALLS_MS + 30_000 }, async (fault) => {
    const product = await started.promise;
    await withVisit(product, async (visit, saved) => {
      await visit.submit(fault.link);
      await visit.downloadButton().click();
      if (fault.name !== 'media-crawl') {
        await endDownload(product, fault, visit, saved);
        return;
      }
      // A byte a second would take days: the panel reports that it waits, and stops on request.
      await visit.download.getByText('Waiting for the network').waitFor();
      await visit.download.getByRole('button', { name: 'Cancel' }).click();
      await visit.downloadButton().waitFor();
      expect(await saved()).toEqual([]);
    });
  });
});
