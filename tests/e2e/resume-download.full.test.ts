import type { ServerResponse } from 'node:http';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatProgress } from '../../src/shared/format/progress.ts';
import { launchBrowser } from './browser.ts';
import { type CuttingFront, startCuttingFront } from './cutting-front.ts';
import { downloadsOf, PublicPage, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const LINK = 'https://www.instagram.com/reel/DMocksReel1/';
const EXPIRED = { status: 410, code: 'ticket_expired', title: 'Media link expired', detail: 'Expired.' };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let product: Product;
let front: CuttingFront;
let file: Buffer;
let half: number;
let context: BrowserContext;
let page: Page;
let visit: PublicPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'native' }))]);
  file = product.mockPlatforms.bytesOf(LINK);
  half = file.length >> 1;
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  front = await startCuttingFront(product.origin);
  context = await browser.newContext({ acceptDownloads: true });
  page = await context.newPage();
  visit = new PublicPage(page);
  await logSpoken(page);
  await visit.open(front.origin);
  await visit.submit(LINK);
  await visit.card.waitFor();
  return async () => {
    await context.close();
    await front.close();
  };
});

interface Spoken {
  spoken: string[];
}
/** Makes a page log every text of its polite live region. */
const logSpoken = (on: Page): Promise<unknown> =>
  on.addInitScript(() => {
    const spoken: string[] = [];
    Object.assign(globalThis, { spoken });
    const look = () => {
      const words = (document.querySelector('[data-testid="live-polite"]')?.textContent ?? '').trim();
      if (words !== '' && words !== spoken.at(-1)) spoken.push(words);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
const hears = (words: string): Promise<unknown> =>
  page.waitForFunction((wanted) => (globalThis as unknown as Spoken).spoken.includes(wanted), words, {
    polling: 50,
  });

const press = (name: string): Locator => visit.download.getByRole('button', { name, exact: true });
const focused = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => element === document.activeElement);

/** Sends half of the file and then nothing more on the first connection; later connections get the rest. */
const holdAtHalf = (): void => {
  front.holdOf = ({ start }) => (start === 0 ? half : null);
};
/** Starts the download and waits until its first half has arrived. */
const untilHalf = async (): Promise<void> => {
  holdAtHalf();
  await visit.downloadButton().click();
  await visit.download.getByText(/^(?:49|50)%$/).waitFor();
};
const savesWhole = async (act: () => Promise<void>): Promise<void> => {
  const [saved] = await downloadsOf(page, 1, act);
  expect(saved).toMatchObject({ bytes: file.length, sha256: sha256(file) });
  await visit.saved.waitFor();
};
/** Bytes that are requested again to see that the rest belongs to the same file. */
const COMPARED_BYTES = 512;
/** Checks that only the missing bytes and the compared ones were requested. */
const fetchedOnce = (): void => {
  const { transfers } = front;
  expect(transfers.map(({ start }) => start)).toEqual([0, half - COMPARED_BYTES]);
  expect(transfers[1]?.ifRange).toMatch(/^"/);
  expect(transfers.reduce((sum, { sent }) => sum + sent, 0)).toBe(file.length + COMPARED_BYTES);
};

describe('a download that is paused', () => {
  it('stops the network, says so, warns before the page is left, and continues at the same byte', async () => {
    await untilHalf();
    await press('Pause').click();
    await visit.download.getByText('Paused').waitFor();
    await expect.poll(() => front.open()).toBe(0);
    await hears('Download paused');
    const bar = visit.download.getByRole('progressbar');
    expect(await bar.getAttribute('aria-valuetext')).toMatch(/^(?:49|50) percent, paused$/);
    expect(await visit.askedBeforeLeaving()).toEqual(['beforeunload']);
    await savesWhole(() => press('Resume').click());
    fetchedOnce();
    await hears('Download resumed');
  });

  it('works by keyboard alone, and never loses the focus', async () => {
    holdAtHalf();
    await visit.downloadButton().focus();
    await page.keyboard.press('Enter');
    await visit.download.getByText(/^(?:49|50)%$/).waitFor();
    expect(await focused(press('Cancel'))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await focused(press('Pause'))).toBe(true);
    await page.keyboard.press('Space');
    await press('Resume').waitFor();
    expect(await focused(press('Resume'))).toBe(true);
    await savesWhole(() => page.keyboard.press('Enter'));
    // The button is gone, so the focus moved to the one beside it.
    expect(await focused(visit.pasteAnother)).toBe(true);
  });

  it('has both buttons within reach on a phone; a cancelled download starts over', async () => {
    await page.setViewportSize(PHONE);
    await untilHalf();
    for (const name of ['Pause', 'Cancel']) {
      const box = await press(name).boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? PHONE.width) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
    }
    await press('Pause').click();
    await press('Cancel').click();
    await visit.downloadButton().waitFor();
    expect(await focused(visit.downloadButton())).toBe(true);
    front.holdOf = () => null;
    await savesWhole(() => visit.downloadButton().click());
    expect(front.transfers.map(({ start }) => start)).toEqual([0, 0]);
  });

  it('treats a double click as one click', async () => {
    await untilHalf();
    await press('Pause').dblclick();
    await visit.download.getByText('Paused').waitFor();
    failAtNext();
    await press('Resume').click();
    await visit.download.getByText(`Stopped at ${formatProgress(half, file.length)}`).waitFor();
    // Cancel takes its place, which would discard the partial download.
    front.answerInstead = () => false;
    await savesWhole(() => press('Retry').dblclick());
    await press('Close').dblclick();
    expect(await visit.download.getAttribute('data-phase')).toBe('ready');
    holdAtHalf();
    await visit.downloadButton().click();
    await press('Cancel').dblclick();
    expect(await visit.download.getAttribute('data-phase')).toBe('cancelled');
  });

  it('loads the preview again, silently and once, when its link has expired, and continues at the same byte', async () => {
    await untilHalf();
    await press('Pause').click();
    await expect.poll(() => front.open()).toBe(0);
    const requests: string[] = [];
    front.answerInstead = ({ url, method }, response) => {
      const isMedia = url?.includes('?download') === true;
      const isExpired = isMedia && !requests.includes('POST preview');
      if (method === 'POST') requests.push(`POST ${url?.replace('/api/', '')}`);
      else if (isMedia) requests.push(isExpired ? 'GET expired' : 'GET media');
      return isExpired && refuse(response);
    };
    await savesWhole(() => press('Resume').click());
    fetchedOnce();
    expect(requests).toEqual(['GET expired', 'POST preview', 'GET media']);
    expect(await visit.toasts()).toEqual([
      'Video preview loaded successfully!',
      'Download completed successfully!',
    ]);
  });
});

const refuse = (response: ServerResponse): boolean => {
  response.writeHead(EXPIRED.status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify(EXPIRED));
  return true;
};

describe('a download whose connection is lost', () => {
  /** Makes every connection end before a response. */
  const loseServer = (): void => {
    front.answerInstead = (request) => {
      request.socket.destroy();
      return true;
    };
    front.breakAll();
  };
  const findServer = (): void => {
    front.answerInstead = () => false;
  };

  it('says so, retries, and continues where it was', async () => {
    await untilHalf();
    loseServer();
    await visit.download.getByText(/^Connection lost, trying again/).waitFor();
    await hears('Connection lost, trying again');
    findServer();
    const [saved] = await downloadsOf(page, 1, async () => undefined);
    expect(saved?.sha256).toBe(sha256(file));
    fetchedOnce();
  });

  it('can be cancelled and paused in the meantime', async () => {
    await untilHalf();
    loseServer();
    await visit.download.getByText(/^Connection lost, trying again/).waitFor();
    await press('Pause').click();
    await visit.download.getByText('Paused').waitFor();
    await press('Resume').click();
    await visit.download.getByText(/^Connection lost, trying again/).waitFor();
    await press('Cancel').click();
    await visit.downloadButton().waitFor();
    await hears('Download cancelled');
  });

  it('fails in the end; Retry fetches only what is missing', async () => {
    await untilHalf();
    await page.clock.install();
    loseServer();
    const failed = visit.download.getByText('Download failed. Please try again.');
    // After the last of its delays, twenty seconds in all.
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000);
        return failed.isVisible();
      })
      .toBe(true);
    await visit.download.getByText(`Stopped at ${formatProgress(half, file.length)}`).waitFor();
    expect((await visit.toasts()).at(-1)).toBe('Download failed. Please try again.');
    findServer();
    await savesWhole(() => press('Retry').click());
    fetchedOnce();
  });

  it('waits for the network while the browser is offline', async () => {
    await untilHalf();
    await context.setOffline(true);
    front.breakAll();
    await visit.download.getByText("You're offline. The download continues when you're back.").waitFor();
    await hears("You're offline. The download continues when you're back.");
    await savesWhole(() => context.setOffline(false));
    fetchedOnce();
  });
});

/** Breaks what is open, and rejects requests for the rest. */
const failAtNext = (): void => {
  front.answerInstead = (_, response) => {
    response.writeHead(404).end();
    return true;
  };
  front.breakAll();
};

describe('a file that has changed when its download continues', () => {
  it('is fetched from its first byte again, once', async () => {
    await untilHalf();
    // The partial download is not of this file: the If-Range condition fails.
    front.rewrite = (headers) => ({ ...headers, ...(headers['if-range'] && { 'if-range': '"another"' }) });
    await press('Pause').click();
    await savesWhole(() => press('Resume').click());
    expect(front.transfers.map(({ start, status }) => [start, status])).toEqual([
      [0, 200],
      [half - COMPARED_BYTES, 200],
    ]);
  });
});
