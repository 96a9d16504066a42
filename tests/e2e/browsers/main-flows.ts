import process from 'node:process';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadPanel } from '#messages/download-panel.ts';
import { player } from '#messages/player.ts';
import { text } from '#shared/messages/text.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { sha256 } from '../pages/public-page.ts';
import { emptyDownloads, onlyDownload, zipEntries } from './downloads-folder.ts';
import type { EngineBrowser, EnginePage } from './engine.ts';
import { EngineVisit, KEY, type Target } from './engine-visit.ts';
import { type EngineName, missingFor } from './installed-programs.ts';

const WIDTHS = [390, 1280] as const;
const VIDEO = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const SET = 'https://www.instagram.com/p/DMocksFive1/';
const OWNER = { email: 'olga@mail.example', password: 'blue kettle 42' };
/** A busy machine gets three tries for the second within which an open page shows a change. */
const LIVE_TRIES = 3;
const LIVE_MS = 1_000;

const FIELD: Target = { css: '#link' };
const CARD: Target = { css: '[data-testid="result-card"]' };
const DOWNLOAD: Target = { css: '[data-testid="download"] button', part: 'Download ' };
const OVERLAY: Target = { css: '[role="alertdialog"]', part: "We'll Be Right Back" };
const button = (name: string): Target => ({ css: 'button', name });

/** Returns the number of lines of the longest text under the form's three features. */
const linesOfFeatures = (): number =>
  Math.max(
    ...[...document.querySelectorAll('#features p')].map((text) => {
      const { height } = text.getBoundingClientRect();
      return Math.round(height / Number.parseFloat(getComputedStyle(text).lineHeight));
    }),
  );

/** Returns what the seek bar looks like at its thumb, and close above and below, where a bar or thumb without its styles is drawn too. */
async function seekBarOf(
  page: EnginePage,
): Promise<{ readonly thumb: string; readonly above: string; readonly below: string }> {
  const { x, y } = await page.run(() => {
    const bar = document.querySelector<HTMLInputElement>('[data-testid="video-player"] input[type="range"]');
    if (bar === null) throw new Error('the player has no bar');
    bar.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, width, top, height } = bar.getBoundingClientRect();
    const thumb = 14;
    const share = bar.valueAsNumber / Number(bar.max);
    return { x: left + thumb / 2 + share * (width - thumb), y: top + height / 2 };
  });
  const { data, info } = await sharp(await page.picture())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shadeAt = (left: number, top: number): string => {
    const at = (Math.round(top) * info.width + Math.round(left)) * info.channels;
    const [least, most] = [Math.min(...data.subarray(at, at + 3)), Math.max(...data.subarray(at, at + 3))];
    return least > 245 ? 'white' : most < 150 ? 'dark' : `rgb(${data.subarray(at, at + 3).join(', ')})`;
  };
  return { thumb: shadeAt(x, y), above: shadeAt(x, y - 10), below: shadeAt(x, y + 10) };
}

/**
 * Declares the flows that every browser must pass; those that a wide window changes run at desktop width, too. Without the browser's programs they are
 * skipped with the packages to install; with CI=true that fails.
 */
export function describeMainFlows(engine: EngineName, start: () => Promise<EngineBrowser>): void {
  const missing = missingFor(engine);
  if (missing !== null) {
    it(`${engine}: ${missing}`, (context) => {
      if (process.env['CI'] === 'true') throw new Error(missing);
      context.skip(missing);
    });
    return;
  }

  describe(`in ${engine}`, () => {
    let browser: EngineBrowser;
    let product: InProcessProduct;
    /** With DELIVERY=direct. */
    let direct: InProcessProduct;
    let visit: EngineVisit;
    beforeAll(async () => {
      [product, direct] = await Promise.all([
        startInProcessProduct(() => ({ ENGINES: 'native,sample' })),
        startInProcessProduct(() => ({ ENGINES: 'native,sample', DELIVERY: 'direct' })),
      ]);
      await product.ownerCookie();
    });
    afterAll(() => Promise.all([product?.stop(), direct?.stop()]));

    describe.each(WIDTHS)('at %i px', (width) => {
      /** Declares a test of what is the same at every width. */
      const itOnce = (name: string, flow: () => Promise<void>): void => {
        if (width === WIDTHS[0]) it(name, flow);
      };
      beforeAll(async () => {
        // A browser of its own: what the flows of another width left open, such as a media connection, takes nothing from it.
        browser = await start();
        visit = new EngineVisit(await browser.newPage(width));
        return async () => {
          await visit.page.close();
          await browser.close();
        };
      });
      const preview = async (link: string, { origin } = product): Promise<void> => {
        await visit.open(origin);
        await visit.paste(FIELD, link);
        // A pasted link starts by itself.
        await visit.waitFor(CARD);
      };
      const saved = async () => {
        await visit.click(DOWNLOAD);
        return onlyDownload(browser.downloads);
      };

      it('fits the window, in the colours of the theme', async () => {
        await visit.open(product.origin);
        expect(await visit.page.run(() => innerWidth)).toBe(width);
        expect(await visit.page.run(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await visit.waitFor(FIELD);
        expect(await visit.page.run(linesOfFeatures)).toBeLessThanOrEqual(4);
      });

      it('previews a pasted link, plays it with sound, and saves the best file byte for byte', async () => {
        await emptyDownloads(browser.downloads);
        await preview(VIDEO);
        await visit.until(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
        await visit.click({ css: '[data-testid="video-player"] button', name: 'Unmute' });
        await visit.click({ css: '[data-testid="video-player"] button', name: 'Play' });
        await visit.until(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
        const playing = await visit.page.run(() => {
          const video = document.querySelector('video') as HTMLVideoElement & {
            mozHasAudio?: boolean;
            audioTracks?: { length: number };
          };
          const { paused, muted, error, videoWidth, videoHeight } = video;
          const hasSound = video.mozHasAudio ?? (video.audioTracks?.length ?? 0) > 0;
          return {
            paused,
            muted,
            error: error?.message ?? null,
            hasPicture: videoWidth * videoHeight > 0,
            hasSound,
          };
        });
        expect(playing).toEqual({
          paused: false,
          muted: false,
          error: null,
          hasPicture: true,
          hasSound: true,
        });
        await visit.click({ css: '[data-testid="video-player"] button', name: 'Pause' });
        await visit.until(() => document.querySelector('video')?.paused === true);
        await expect
          .poll(() => seekBarOf(visit.page))
          .toEqual({
            thumb: 'white',
            above: 'dark',
            below: 'dark',
          });
        await visit.until(() => document.querySelector('#link')?.scrollLeft === 0);
        const { name, bytes } = await saved();
        expect(name).toMatch(/^tiktok_video_7400000000000000001_\d{4}-\d\d-\d\d\.mp4$/u);
        expect(sha256(bytes)).toBe(sha256(product.mockPlatforms.bytesOf(VIDEO)));
        await visit.toasted('Download completed successfully!');
        await visit.waitFor({ css: '[data-testid="download"][data-phase="done"]' });
      });

      itOnce("names a file that the browser downloads itself as the visitor's template says", async () => {
        await visit.open(product.origin);
        await visit.page.run(() => localStorage.setItem('ownFilenameTemplate', 'mine {id}'));
        await emptyDownloads(browser.downloads);
        await visit.open(product.origin);
        // The page's own transfers get no answer, as with a broken extension.
        await visit.page.run(() => {
          const { fetch } = globalThis;
          globalThis.fetch = (input, init) =>
            String(input).includes('/api/media/') && init?.method !== 'HEAD'
              ? Promise.reject(new TypeError('Failed to fetch'))
              : fetch(input, init);
        });
        await visit.paste(FIELD, VIDEO);
        await visit.waitFor(CARD);
        const { name, bytes } = await saved();
        expect(name).toBe('mine 7400000000000000001.mp4');
        expect(sha256(bytes)).toBe(sha256(product.mockPlatforms.bytesOf(VIDEO)));
        await visit.page.run(() => localStorage.removeItem('ownFilenameTemplate'));
      });

      itOnce(
        'picks a file whose codec the browser decodes, and says when the preview cannot play',
        async () => {
          await visit.open(product.origin);
          // As a browser that decodes H.265 only; the mock's file of that codec cannot be played anywhere.
          await visit.page.run(() => {
            HTMLMediaElement.prototype.canPlayType = (type) => (type.includes('hvc1') ? 'probably' : '');
          });
          await visit.paste(FIELD, VIDEO);
          await visit.waitFor({
            css: '[data-testid="result-card"] [role="status"]',
            part: text(player, 'cannotPlay'),
          });
          await visit.waitFor(DOWNLOAD);
        },
      );

      itOnce('opens full screen on the video itself where pages cannot', async () => {
        await preview(VIDEO);
        await visit.until(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
        // As on an iPhone.
        await visit.page.run(() => {
          for (const name of ['fullscreenElement', 'exitFullscreen'])
            Reflect.deleteProperty(Document.prototype, name);
          Reflect.deleteProperty(Element.prototype, 'requestFullscreen');
          Object.assign(HTMLVideoElement.prototype, {
            webkitEnterFullscreen: () => Object.assign(globalThis, { entered: true }),
          });
        });
        await visit.click({ css: '[data-testid="video-player"] button', name: text(player, 'fullScreen') });
        await visit.until(() => (globalThis as unknown as { entered?: boolean }).entered === true);
      });

      itOnce('saves another quality under its own name', async () => {
        await emptyDownloads(browser.downloads);
        await preview(VIDEO);
        await visit.click({ css: '[data-testid="result-card"] label', part: '720p' });
        const { name, bytes } = await saved();
        expect(name).toMatch(/^tiktok_video_7400000000000000001_[a-z0-9-]+_\d{4}-\d\d-\d\d\.mp4$/u);
        expect(sha256(bytes)).toBe(sha256(product.mockPlatforms.bytesOf(VIDEO, 0, 1)));
      });

      itOnce('saves a set as one ZIP of the same files', async () => {
        await emptyDownloads(browser.downloads);
        await preview(SET);
        await visit.click({ css: '[data-testid="result-card"] label', part: 'One ZIP file' });
        const { name, bytes } = await saved();
        expect(name).toMatch(/\.zip$/u);
        const entries = zipEntries(bytes);
        expect(entries.map((entry) => entry.name)).toEqual(
          [1, 2, 3, 4, 5].map((place) =>
            expect.stringMatching(new RegExp(`_${String(place)}_[-\\d]+\\.jpg$`, 'u')),
          ),
        );
        expect(entries.map((entry) => sha256(entry.bytes))).toEqual(
          [0, 1, 2, 3, 4].map((place) => sha256(product.mockPlatforms.bytesOf(SET, place))),
        );
      });

      it('shows a changed title on the open page within a second', async () => {
        await visit.open(product.origin);
        await visit.until(() => localStorage.getItem('navbarSettings') !== null);
        const lateness: number[] = [];
        for (let turn = 1; turn <= LIVE_TRIES && !lateness.some((ms) => ms < LIVE_MS); turn += 1) {
          const title = `Heather ${String(width)} ${String(turn)}`;
          await visit.page.run((wanted) => {
            const watch = new MutationObserver(() => {
              if (document.title.includes(wanted)) Object.assign(globalThis, { shownAt: Date.now() });
            });
            Object.assign(globalThis, { shownAt: 0 });
            watch.observe(document.head, { childList: true, subtree: true, characterData: true });
          }, title);
          const changedAt = Date.now();
          await product.settings.change({ title });
          const shownAt = () => visit.page.run(() => (globalThis as unknown as { shownAt: number }).shownAt);
          await expect.poll(shownAt).toBeGreaterThan(0);
          lateness.push((await shownAt()) - changedAt);
        }
        expect(Math.min(...lateness)).toBeLessThan(LIVE_MS);
        const words = `Heather in bloom at ${String(width)}`;
        await product.settings.change({ content: `<h2>Season</h2><p><strong>${words}</strong></p>` });
        await visit.waitFor({ css: 'p > strong', name: words });
        await product.settings.change({ title: 'Savelet', content: '' });
      });

      it('covers the page during maintenance, and returns it', async () => {
        await visit.open(product.origin);
        await visit.until(() => localStorage.getItem('navbarSettings') !== null);
        await product.settings.change({ maintenance: true });
        await visit.waitFor(OVERLAY);
        await visit.press(KEY.escape);
        await visit.press(KEY.tab);
        expect(
          await visit.page.run(() => document.activeElement?.closest('[role="alertdialog"]') !== null),
        ).toBe(true);
        await product.settings.change({ maintenance: false });
        await visit.waitUntilGone(OVERLAY);
      });

      itOnce('signs in to the panel, and out', async () => {
        await visit.page.load(`${product.origin}/admin/login`);
        await visit.type({ css: 'input[type="email"]' }, OWNER.email);
        await visit.type({ css: 'input[type="password"]' }, OWNER.password);
        await visit.click(button('Sign in'));
        await visit.waitFor({ css: 'h1', name: 'Overview' });
        await visit.page.load(`${product.origin}/admin/general`);
        await visit.waitFor({ css: 'h1', name: 'General Settings' });
        const signOut = async () => (await fetch('/api/auth/sign-out', { method: 'POST' })).status;
        expect(await visit.page.run(signOut)).toBeLessThan(300);
      });

      // The last one, because the new tab hides the page.
      itOnce(
        'leaves a file to the platform in a new tab, with the simulated steps, by direct delivery',
        async () => {
          await preview(REEL, direct);
          await visit.waitFor({
            css: '[data-testid="result-card"] p',
            name: text(downloadPanel, 'opensInTab', { platform: 'Instagram' }),
          });
          await visit.page.run(() => {
            const steps: { percent: number; at: number }[] = [];
            Object.assign(globalThis, { steps });
            let first = 0;
            new MutationObserver(() => {
              const bar = document.querySelector('[data-testid="download"] [role="progressbar"]');
              const percent = Number(bar?.getAttribute('aria-valuenow'));
              if (!(percent > 0) || steps.at(-1)?.percent === percent) return;
              first ||= performance.now();
              steps.push({ percent, at: performance.now() - first });
            }).observe(document, { subtree: true, childList: true, attributes: true });
          });
          const tabs = await browser.tabs();
          await visit.click(DOWNLOAD);
          await visit.waitFor({
            css: '[data-testid="download"] p',
            name: text(downloadPanel, 'openedFrom', { platform: 'Instagram' }),
          });
          expect(await browser.tabs()).toBe(tabs + 1);
          expect(await visit.page.run(() => location.href)).toBe(`${direct.origin}/`);
          const steps = await visit.page.run(
            () => (globalThis as unknown as { steps: { percent: number; at: number }[] }).steps,
          );
          const [first, ...rest] = steps.map(({ percent }) => percent);
          expect([first, rest.pop()]).toEqual([10, 100]);
          expect(rest.length).toBeGreaterThan(0);
          expect(rest.every((percent) => percent >= 70 && percent <= 90)).toBe(true);
          // A hidden page is woken once a second.
          expect(steps.at(-1)?.at).toBeGreaterThan(1_950);
          expect(steps.at(-1)?.at).toBeLessThan(3_500);
        },
      );
    });
  });
}
