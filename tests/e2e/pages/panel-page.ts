import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { FakePanelServer } from './fake-panel-server.ts';
import { logToasts, untilToasted } from './toast-log.ts';

const NARROW = { width: 390, height: 844 } as const;
const WIDE = { width: 1280, height: 860 } as const;
export const SIZES = { narrow: NARROW, wide: WIDE } as const;

/** Page object of the owner's panel. Finds elements by their visible text and accessible roles. */
export class PanelPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page's scripts or its policy reported. */
  readonly faults: string[] = [];

  private constructor(page: Page, context: BrowserContext) {
    this.page = page;
    this.context = context;
    page.on('pageerror', ({ message }) => this.faults.push(message));
    page.on('console', (line) => {
      if (/content security policy|trusted/iu.test(line.text())) this.faults.push(line.text());
    });
  }

  /** Opens the panel in a new browser context; with `fake` in place of the server's accounts and settings. */
  static async open(
    browser: Browser,
    address: string,
    fake?: FakePanelServer,
    options: BrowserContextOptions = {},
  ): Promise<PanelPage> {
    const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options });
    const panel = new PanelPage(await context.newPage(), context);
    await logToasts(panel.page);
    await fake?.stand(panel.page);
    await panel.page.goto(address);
    return panel;
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }
  text(words: string): Locator {
    return this.page.getByText(words, { exact: true });
  }
  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }
  /** The bar of unsaved changes. */
  get bar(): Locator {
    return this.page.getByTestId('save-bar');
  }
  /** The bar's Save Changes button, which replaces the one at the end of the form. */
  get save(): Locator {
    return this.bar.getByRole('button', { name: 'Save Changes', exact: true });
  }
  get conflict(): Locator {
    return this.page.getByTestId('conflict');
  }
  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Waits until a toast with this text has been shown. */
  toasted(words: string): Promise<void> {
    return untilToasted(this.page, words);
  }

  /** Returns the accessible name or the text of the focused element. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return '';
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
    });
  }

  /** Waits until the element with this name has the focus. */
  async untilFocused(name: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => {
        const element = document.activeElement;
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
        return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim() === wanted;
      },
      name,
      { polling: 50 },
    );
  }
}
