import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  type AdminSettings,
  adminSettingsSchema,
  type SettingsChange,
} from '../../../src/shared/contract/admin-settings.ts';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';

const SETUP_CODE = 'lantern harbour twelve';
const OWNER = { name: 'Ines Alder', email: 'ines@mail.example', password: 'blue kettle 42' };
const SETTINGS = '/api/admin/settings';

/** The real product with its owner signed in, and a browser for other visitors. */
export class OwnedSite {
  readonly browser: Browser;
  readonly origin: string;
  readonly #product: Product;
  /** The owner's browser context; its calls and pages are signed in. */
  readonly owner: BrowserContext;

  private constructor(browser: Browser, product: Product, owner: BrowserContext) {
    this.browser = browser;
    this.origin = product.origin;
    this.#product = product;
    this.owner = owner;
  }

  static async start(): Promise<OwnedSite> {
    const [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ SETUP_CODE }))]);
    const owner = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const site = new OwnedSite(browser, product, owner);
    await site.#call('POST', '/api/auth/sign-up', { ...OWNER, setupCode: SETUP_CODE });
    return site;
  }

  async stop(): Promise<void> {
    await Promise.all([this.browser.close(), this.#product.stop()]);
  }

  /** Ends the server as a power cut would; the browser stays open. */
  stopServer(): Promise<void> {
    return this.#product.stop();
  }

  async #call(method: 'GET' | 'POST' | 'PATCH', path: string, data?: object): Promise<unknown> {
    const answer = await this.owner.request.fetch(`${this.origin}${path}`, {
      method,
      headers: { origin: this.origin, 'x-requested-with': 'savelet' },
      ...(data && { data }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${String(answer.status())} ${await answer.text()}`);
    return answer.json();
  }

  /** Returns the stored settings. */
  async settings(): Promise<AdminSettings> {
    return adminSettingsSchema.parse(await this.#call('GET', SETTINGS));
  }

  /** Saves as another signed-in account would, independent of any open page. */
  async save(change: SettingsChange): Promise<void> {
    const { site } = await this.settings();
    await this.#call('PATCH', SETTINGS, { revision: site.revision, change });
  }

  /** Opens a section of the panel in a new page of the owner's browser and waits until it is usable. */
  async section(id: string, title: string, options: { width?: number; height?: number } = {}): Promise<Page> {
    const page = await this.owner.newPage();
    const { width, height = 900 } = options;
    if (width !== undefined) await page.setViewportSize({ width, height });
    await page.goto(`${this.origin}/admin/${id}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    return page;
  }
}

/** Stops the countdown of the toasts: the page takes itself for hidden. */
export const holdToasts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** Returns the accessible name of the focused element. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
    return (
      element?.getAttribute('aria-label') ??
      labels?.[0]?.textContent ??
      element?.textContent ??
      ''
    ).trim();
  });
