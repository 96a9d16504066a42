import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Download, Locator, Page } from 'playwright-core';
import { logToasts, toastsOf, untilToasted } from './toast-log.ts';

/** Page object of the public page. Finds elements by their visible text and accessible roles. */
export class PublicPage {
  readonly page: Page;
  readonly field: Locator;
  readonly fetchButton: Locator;
  /** The line under the field. */
  readonly message: Locator;
  readonly card: Locator;
  readonly errorPanel: Locator;
  readonly errorHeading: Locator;
  readonly tryAgain: Locator;
  /** The download button, or the panel in its place. */
  readonly download: Locator;
  /** The panel of a single file that has been saved. */
  readonly saved: Locator;
  /** The panel's button after a save. */
  readonly pasteAnother: Locator;
  #logging: Promise<unknown> | null = null;

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByLabel('Instagram or TikTok link', { exact: true });
    this.fetchButton = page.getByRole('button', { name: 'Fetch preview', exact: true });
    this.message = page.locator('#link-message');
    this.card = page.getByTestId('result-card');
    this.errorPanel = page.getByTestId('error-panel');
    this.errorHeading = page.getByRole('heading', { name: 'Oops! Something went wrong' });
    this.tryAgain = page.getByRole('button', { name: 'Try Again' });
    this.download = page.getByTestId('download');
    this.saved = page.locator('[data-testid="download"][data-phase="done"]');
    this.pasteAnother = this.download.getByRole('button', { name: 'Paste another link' });
  }

  /** Opens the home page in a browser context of its own, which the caller closes. */
  static async visit(
    browser: Browser,
    origin: string,
    options: BrowserContextOptions = {},
  ): Promise<PublicPage> {
    const context = await browser.newContext(options);
    const visit = new PublicPage(await context.newPage());
    await visit.open(origin);
    return visit;
  }

  /** Opens a path and waits until the page's code runs. */
  async open(origin: string, path = '/'): Promise<void> {
    this.#logging ??= logToasts(this.page);
    await this.#logging;
    await this.page.goto(`${origin}${path}`);
    await this.page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  }

  /** Touches the field, as a visitor does before going offline, and waits for the code that shows notices. */
  async loadNotices(): Promise<void> {
    await this.field.click();
    await this.page.getByRole('region', { name: 'Notices', exact: true }).waitFor({ state: 'attached' });
  }

  async submit(link: string): Promise<void> {
    await this.field.fill(link);
    await this.fetchButton.click();
  }

  /** Reloads, and stays when the browser prompts. Returns the types of its dialogs; later dialogs are appended. */
  async askedBeforeLeaving(): Promise<readonly string[]> {
    const asked: string[] = [];
    const first = this.page.waitForEvent('dialog');
    this.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      dialog.dismiss().catch(() => undefined);
    });
    await this.page.evaluate(() => location.reload());
    await first;
    return asked;
  }

  /** Taps what has replaced the button tapped before. Within 400 ms that is a double tap, whose second tap the button ignores. */
  async tapNext(control: Locator): Promise<void> {
    await this.page.waitForTimeout(600);
    await control.tap();
  }

  downloadButton(): Locator {
    return this.download.getByRole('button', { name: /^Download / });
  }

  /** Returns a link of the footer's three columns. */
  footerLink(name: string): Locator {
    return this.page.locator('footer nav').getByRole('link', { name, exact: true });
  }

  /** Returns the header of a question; its answer's id is in aria-controls. */
  question(name: string): Locator {
    return this.page.locator('#faqs').getByRole('button', { name, exact: true });
  }

  /** Returns a toast that is currently shown. */
  toast(text: string): Locator {
    return this.page.getByTestId('toast').filter({ hasText: text });
  }

  /** Waits until a toast with this text has appeared; it may have gone again. */
  toasted(text: string): Promise<void> {
    return untilToasted(this.page, text);
  }

  /** Returns the texts of all toasts since the page was opened. */
  toasts(): Promise<string[]> {
    return toastsOf(this.page);
  }
}

export interface SavedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Reads the file that Chromium wrote to disk. */
export const savedFile = async (download: Download): Promise<SavedFile> => {
  const content = await readFile(await download.path());
  return { name: download.suggestedFilename(), sha256: sha256(content), bytes: content.length };
};

/** Returns the SHA-256 of some bytes, in hex. */
export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** A download of these tests begins within seconds. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** Collects the next `count` downloads of a page that `act` triggers. Rejects with what the page's panel shows when one does not begin. */
export const downloadsOf = async (
  page: Page,
  count: number,
  act: () => Promise<void>,
): Promise<SavedFile[]> => {
  const started: Download[] = [];
  const all = Promise.withResolvers<void>();
  const listen = (download: Download) => {
    started.push(download);
    if (started.length === count) all.resolve();
  };
  page.on('download', listen);
  await act();
  const late = setTimeout(async () => {
    const panel = await page
      .getByTestId('download')
      .evaluateAll((panels) => panels.map(({ outerHTML }) => outerHTML).join(' '))
      // The page may be closed by then.
      .catch(String);
    all.reject(new Error(`${started.length} of ${count} downloads began: ${panel}`));
  }, DOWNLOAD_TIMEOUT_MS);
  await all.promise;
  clearTimeout(late);
  page.off('download', listen);
  return Promise.all(started.map(savedFile));
};
