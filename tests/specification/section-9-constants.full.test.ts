import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { siteSchema } from '../../src/shared/contract/site.ts';
import { formatBytes, formatSize } from '../../src/shared/format/bytes.ts';
import { cutCaption } from '../../src/shared/format/caption.ts';
import { mimeByExtension } from '../../src/shared/format/mime.ts';
import { qualityLabel } from '../../src/shared/format/quality-label.ts';
import { estimatedSize } from '../../src/shared/format/size-estimate.ts';
import { LOGO_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from '../../src/shared/limits.ts';
import { PANEL_TOAST_MS, PUBLIC_TOAST_MS } from '../../src/web/state/raise-toast.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { enterPanel } from '../e2e/pages/panel-entrance.ts';
import { type PanelPage, SIZES } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { differs } from './differences.ts';
import { type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';
import { shownFor, stopClock } from './stopped-clock.ts';

let browser: Browser;
let product: ProvidedProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProvidedProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const answer = async (text: string): Promise<string> => {
  const html = await (await fetch(product.origin)).text();
  return html.includes(text) ? text : 'not on the page';
};

describe('9. Business constants and limits', () => {
  it(differs('newer-format', "hd becomes '720p HD'"), () => expect(qualityLabel('hd')).toBe('720p HD'));
  it("full hd becomes '1080p Full HD'", () => expect(qualityLabel('full hd')).toBe('1080p Full HD'));
  it("128kbps becomes 'Audio (MP3)'", () => expect(qualityLabel('128kbps')).toBe('Audio (MP3)'));
  it("medium becomes '480p'", () => expect(qualityLabel('medium')).toBe('480p'));
  it("low becomes '360p'", () => expect(qualityLabel('low')).toBe('360p'));
  it('any other value is kept as given', () => expect(qualityLabel('Cinema 4K')).toBe('Cinema 4K'));

  it('mp4 gives video/mp4', () => expect(mimeByExtension('mp4')).toBe('video/mp4'));
  it('mp3 gives audio/mpeg', () => expect(mimeByExtension('mp3')).toBe('audio/mpeg'));
  it('webm gives video/webm', () => expect(mimeByExtension('webm')).toBe('video/webm'));
  it('avi gives video/avi', () => expect(mimeByExtension('avi')).toBe('video/avi'));
  it('default video/mp4', () => expect(mimeByExtension('something')).toBe('video/mp4'));

  it(
    differs(
      'measured-sizes',
      'If a size is missing it is estimated as about 5 MB times a random factor between 0.75 and 1.25.',
    ),
    async () => {
      const MB = 1024 * 1024;
      expect([0, 0.5, 1].map((random) => estimatedSize(() => random) / MB)).toEqual([3.75, 5, 6.25]);
      expect(formatSize({ size: estimatedSize(() => 0.5), sizeKnown: false })).toMatch(/^about 5 MB$/u);
      const { qualities } = await product.post({ title: 'T', medias: [video('measured', { size: null })] });
      const file = await fetch(`${product.origin}${qualities[0]?.url ?? ''}`);
      expect(qualities[0]).toMatchObject({ sizeKnown: true, size: (await file.bytes()).length });
    },
  );

  it('Sizes are displayed in Bytes, KB, MB or GB', () => {
    const sizes = [0, 1_023, 1_024, 1_024 ** 2, 1_024 ** 3].map((bytes) => formatBytes(bytes));
    expect(sizes).toEqual(['0 Bytes', '1023 Bytes', '1.00 KB', '1.00 MB', '1.00 GB']);
  });
  it('with 2 decimals', () => {
    expect(formatBytes(19_293_798)).toBe('18.40 MB');
  });
  it('Caption display limit: 150 characters.', () => {
    expect(cutCaption('a'.repeat(150))).toBe('a'.repeat(150));
    expect(cutCaption('a'.repeat(151))).toBe(`${'a'.repeat(150)}…`);
  });
  it('Logo maximum: 5 MB (5242880 bytes).', () => expect(LOGO_MAX_BYTES).toBe(5_242_880));
  it('Minimum password length: 6.', () => expect(PASSWORD_MIN_CHARACTERS).toBe(6));
  it("Default website title: the product's own default title (not reproduced here).", async () => {
    const site = siteSchema.parse(await (await fetch(`${product.origin}/api/site`)).json());
    expect(site).toMatchObject({ revision: 0, title: 'Savelet' });
  });

  it('Toasts on the public page: default 4000 ms', () => {
    expect(PUBLIC_TOAST_MS).toMatchObject({ blank: 4_000, error: 4_000 });
  });
  it('success 2000 ms', () => expect(PUBLIC_TOAST_MS.success).toBe(2_000));
  it(differs('toast-types', 'loading unlimited'), () => {
    expect(Object.keys(PUBLIC_TOAST_MS).toSorted()).toEqual(['blank', 'error', 'success']);
  });
  it('In the admin panel: default 4 s', () => expect(PANEL_TOAST_MS.blank).toBe(4_000));
  it('success 3 s', () => expect(PANEL_TOAST_MS.success).toBe(3_000));
  it('error 5 s', () => expect(PANEL_TOAST_MS.error).toBe(5_000));

  it('Stories stay available for about 24 hours (FAQ statement).', async () => {
    expect(await answer('Stories are available for about 24 hours')).toMatch(/24 hours/u);
  });
  it('Over 100 MB may be slow (FAQ statement).', async () => {
    expect(await answer('Files over 100 MB may be slow')).toMatch(/100 MB/u);
  });
  it('No strict size limit is stated.', async () => {
    expect(await answer('There is no strict size limit')).toMatch(/no strict/u);
  });
  it(
    differs(
      'provider-limits',
      'Server-side rate limits or quotas of the video-extraction provider beyond HTTP 429: not shown.',
    ),
    async () => {
      const problem = await product.problem({ status: 429, body: { message: 'quota' } });
      expect(problem).toMatchObject({ status: 429, code: 'rate_limited' });
    },
  );
});

describe('9. Business constants and limits, in the browser', () => {
  let page: Page;
  let visit: PublicPage;
  beforeEach(async () => {
    visit = await PublicPage.visit(browser, product.origin, {
      permissions: ['clipboard-write'],
      acceptDownloads: true,
    });
    ({ page } = visit);
    await visit.submit(product.linkTo({ title: 'T', medias: [video('clip')] }));
    await visit.card.waitFor();
    return () => page.context().close();
  });

  it('Object URL release delay: 1 second.', async () => {
    await page.evaluate(() => {
      const released: string[] = [];
      Object.assign(globalThis, { released });
      const { revokeObjectURL } = URL;
      URL.revokeObjectURL = (url) => {
        released.push(url);
        revokeObjectURL.call(URL, url);
      };
    });
    const released = () =>
      page.evaluate(() => (globalThis as unknown as { released: string[] }).released.length);
    await stopClock(page);
    const saved = page.waitForEvent('download');
    await visit.downloadButton().click();
    await expect
      .poll(async () => {
        await page.clock.runFor(10);
        return visit.toasts();
      })
      .toContain('Download completed successfully!');
    await saved;
    const before = await released();
    await page.clock.runFor(700);
    expect(await released()).toBe(before);
    await page.clock.runFor(300);
    expect(await released()).toBe(before + 1);
  });

  it('Player controls auto-hide: 3 seconds.', async () => {
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
    await stopClock(page);
    const player = page.getByTestId('video-player');
    const controls = () => player.getAttribute('data-controls');
    await player.scrollIntoViewIfNeeded();
    await page.locator('video').evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      return element.play();
    });
    await player.getByRole('button', { name: 'Pause' }).waitFor();
    await player.locator('video').hover({ position: { x: 40, y: 60 } });
    await page.clock.runFor(2_990);
    expect(await controls()).toBe('shown');
    await page.clock.runFor(20);
    await expect.poll(controls).toBe('hidden');
  });

  it(
    differs(
      'true-progress',
      'Simulated download progress: 10, then random 70 to 90 every 500 ms, then 100 after 2 seconds.',
    ),
    async () => {
      const held = Promise.withResolvers<void>();
      await page.route('**/api/media/**', async (route) => {
        await held.promise;
        await route.continue();
      });
      await stopClock(page);
      await visit.downloadButton().click();
      const bar = visit.download.getByRole('progressbar');
      await bar.waitFor();
      await page.clock.runFor(3_000);
      // Nothing has arrived, so nothing is claimed.
      expect((await bar.getAttribute('aria-valuenow')) ?? '0').toBe('0');
      held.resolve();
    },
  );

  it('maximum 20 at once.', async () => {
    await stopClock(page);
    const copy = visit.card.getByRole('button', { name: 'Copy caption' });
    for (let press = 0; press < 25; press += 1) await copy.evaluate((button: HTMLElement) => button.click());
    await page.getByRole('button', { name: /Show all 20/u }).waitFor();
  });
});

describe('9. Business constants and limits, in the panel', () => {
  let panel: PanelPage;
  const requested = new Set<string>();
  beforeAll(async () => {
    panel = await enterPanel(browser, product, 'Olga', { path: '/admin/content' });
    panel.page.on('request', (request) => requested.add(new URL(request.url()).origin));
    await panel.heading('Content Management').waitFor();
    return () => panel.context.close();
  });
  const editor = () => panel.page.getByRole('textbox', { name: 'Content', exact: true });
  const write = async (words: string): Promise<void> => {
    await editor().click();
    await panel.page.keyboard.press('ControlOrMeta+End');
    await panel.page.keyboard.type(words);
  };

  it(differs('bundled-editor', 'Rich-text editor version 47.1.0'), async () => {
    await panel.page.reload();
    await editor().waitFor();
    expect(Object.keys(packageJson.devDependencies)).toContain('@tiptap/core');
  });
  it(differs('bundled-editor', 'loaded from a content delivery network with premium features.'), () => {
    expect([...requested]).toEqual([product.origin]);
  });
  it(differs('real-save', 'Admin simulated save delay: 1 second.'), async () => {
    await write(' one');
    await panel.page.evaluate(() => {
      const phases: [string, number][] = [];
      new MutationObserver(() => {
        const phase = document.querySelector<HTMLElement>('[data-testid="save-bar"]')?.dataset['phase'];
        if (phase !== undefined && phases.at(-1)?.[0] !== phase) phases.push([phase, performance.now()]);
      }).observe(document, { subtree: true, childList: true, attributes: true });
      // The state begins with the press; a busy machine may draw it later.
      addEventListener('click', () => phases.push(['pressed', performance.now()]), { capture: true });
      Object.assign(globalThis, { phases });
    });
    await panel.save.click();
    await panel.bar.getByText('Content saved successfully!').waitFor();
    const phases = await panel.page.evaluate(
      () => (globalThis as unknown as { phases: [string, number][] }).phases,
    );
    const at = (name: string) => phases.find(([phase]) => phase === name)?.[1] ?? Number.NaN;
    expect(at('saving')).toBeLessThan(at('saved'));
    expect(at('saved') - at('pressed')).toBeGreaterThan(390);
  });
  it('Content-saved message visible 3 seconds.', async () => {
    await stopClock(panel.page);
    await write(' two');
    await panel.save.click();
    const message = panel.bar.getByText('Content saved successfully!');
    await expect
      .poll(async () => {
        await panel.page.clock.runFor(50);
        return message.count();
      })
      .toBe(1);
    const shown = await shownFor(panel.page, message);
    expect(shown).toBeGreaterThan(2_500);
    expect(shown).toBeLessThan(3_500);
    await panel.page.clock.resume();
  });
  it('Mobile breakpoint for the admin sidebar: 1024 px.', async () => {
    const opener = panel.button('Open sections');
    await panel.page.setViewportSize({ width: 1_023, height: 800 });
    await opener.waitFor();
    await panel.page.setViewportSize({ width: 1_024, height: 800 });
    await opener.waitFor({ state: 'hidden' });
    await panel.page.setViewportSize(SIZES.wide);
  });
  it(
    differs(
      'no-document-database',
      'Third-party database client defaults: online-state timeout 10 s, backoff initial 1 s, factor 1.5, maximum 60 s, long-polling timeout 5 to 30 s, minimum cache size 1048576 bytes, request timeout 15 s.',
    ),
    () => {
      const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
      expect(names.filter((name) => /firebase|firestore|supabase|realm/u.test(name))).toEqual([]);
    },
  );
  it(
    differs(
      'no-document-database',
      'A heartbeat store in browser storage keeps at most 30 entries, and a backoff cap is 4 hours.',
    ),
    async () => {
      expect(await panel.page.evaluate(() => indexedDB.databases())).toEqual([]);
    },
  );
  it(differs('no-document-database', 'These are library defaults and not product limits.'), () => {
    expect([...requested]).toEqual([product.origin]);
  });
});
