/** `npm run screenshots`: takes the pictures for the README from a site that uses the mock platforms and has an invented owner. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../tests/e2e/browser.ts';
import { startInProcessProduct } from '../tests/e2e/in-process-product.ts';

const FOLDER = path.resolve(import.meta.dirname, '../docs/screenshots');
const WEBP_QUALITY = 90;
const SIZES_BY_WIDTH = { 390: { width: 390, height: 844 }, 1280: { width: 1280, height: 860 } } as const;
const CONTENT =
  '<h2>Welcome to Harbour</h2><p>We keep this page for our <strong>sailing club</strong>. Please save only what you may.</p><ul><li>Ask before you repost</li><li>Name who made it</li></ul>';

interface Picture {
  readonly file: string;
  readonly width: keyof typeof SIZES_BY_WIDTH;
  readonly theme: 'light' | 'dark';
  readonly path: string;
  /** Brings the page into the state that the picture shows. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();
const card = (page: Page) => page.getByTestId('result-card').scrollIntoViewIfNeeded();
const rename = (page: Page) => page.getByLabel('Website title', { exact: true }).fill('Harbour Clips');

const PUBLIC_PICTURES: readonly Picture[] = [
  { file: 'home-1280-light', width: 1280, theme: 'light', path: '/', prepare: async () => undefined },
  { file: 'result-1280-light', width: 1280, theme: 'light', path: '/?sample=clip', prepare: card },
  { file: 'result-390-dark', width: 390, theme: 'dark', path: '/?sample=set', prepare: card },
];
const PANEL_PICTURES: readonly Picture[] = [
  { file: 'panel-general-1280-light', width: 1280, theme: 'light', path: '/admin/general', prepare: rename },
  {
    file: 'panel-content-1280-dark',
    width: 1280,
    theme: 'dark',
    path: '/admin/content',
    prepare: heading('Content'),
  },
  {
    file: 'panel-accounts-390-light',
    width: 390,
    theme: 'light',
    path: '/admin/accounts',
    prepare: heading('Accounts'),
  },
];

const product = await startInProcessProduct();
const browser = await startBrowser();
const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });

async function take({ file, width, theme, path: address, prepare }: Picture): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(SIZES_BY_WIDTH[width]);
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`${product.origin}${address}`);
  await prepare(page);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const session = await context.newCDPSession(page);
  const picture = await session.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY });
  await writeFile(path.join(FOLDER, `${file}.webp`), Buffer.from(picture.data, 'base64'));
  await page.close({ runBeforeUnload: false });
}

try {
  for (const picture of PUBLIC_PICTURES) await take(picture);
  await product.settings.change({ title: 'Harbour' });
  await product.settings.change({ content: CONTENT });
  await context.addCookies([{ ...(await product.ownerCookie()), url: product.origin }]);
  for (const picture of PANEL_PICTURES) await take(picture);
} finally {
  await Promise.all([browser.close(), product.stop()]);
}
