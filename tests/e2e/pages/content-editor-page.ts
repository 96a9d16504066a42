import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { AppParts } from '../../../src/server/app.ts';
import {
  type AdminSettings,
  adminSettingsSchema,
  type SettingsChange,
} from '../../../src/shared/contract/admin-settings.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { logToasts } from './toast-log.ts';

const OWNER = { name: 'Ines Alder', email: 'ines@mail.example', password: 'blue kettle 42' };
const SETTINGS = '/api/admin/settings';
const WIDE = { width: 1280, height: 900 };
/** A call may begin in the moment in which the server closes an idle connection; then the request is sent again. */
const AGAIN = { maxRetries: 1 };

/** The product with its owner, with a signed-in browser and signed-in API calls. */
export class ContentEditorPage {
  readonly product: InProcessProduct;
  readonly browser: Browser;
  readonly #state: Awaited<ReturnType<BrowserContext['storageState']>>;
  readonly calls: BrowserContext;

  private constructor(
    browser: Browser,
    product: InProcessProduct,
    calls: BrowserContext,
    state: Awaited<ReturnType<BrowserContext['storageState']>>,
  ) {
    this.browser = browser;
    this.product = product;
    this.calls = calls;
    this.#state = state;
  }

  static async start(browser: Browser, more: Partial<AppParts> = {}): Promise<ContentEditorPage> {
    const product = await startInProcessProduct(undefined, more);
    const calls = await browser.newContext();
    const setupCode = await product.accounts.issueSetupCode();
    const answer = await calls.request.post(`${product.origin}/api/auth/sign-up`, {
      headers: { origin: product.origin, 'x-requested-with': 'savelet' },
      data: { ...OWNER, setupCode },
    });
    if (!answer.ok()) throw new Error(`sign-up: ${String(answer.status())} ${await answer.text()}`);
    return new ContentEditorPage(browser, product, calls, await calls.storageState());
  }

  async stop(): Promise<void> {
    await this.calls.close();
    await this.product.stop();
  }

  /** Creates a browser context signed in as the owner, with empty storage. */
  context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.browser.newContext({
      viewport: WIDE,
      reducedMotion: 'reduce',
      storageState: this.#state,
      ...options,
    });
  }

  async settings(): Promise<AdminSettings> {
    const answer = await this.calls.request.get(`${this.product.origin}${SETTINGS}`, AGAIN);
    return adminSettingsSchema.parse(await answer.json());
  }

  /** Returns the stored content. */
  async stored(): Promise<string> {
    return (await this.settings()).site.content;
  }

  /** Saves through the API as the panel does, independent of any open page. */
  async save(change: SettingsChange): Promise<void> {
    const { site } = await this.settings();
    const answer = await this.calls.request.patch(`${this.product.origin}${SETTINGS}`, {
      headers: { origin: this.product.origin, 'x-requested-with': 'savelet' },
      data: { revision: site.revision, change },
      ...AGAIN,
    });
    if (!answer.ok()) throw new Error(`save: ${String(answer.status())} ${await answer.text()}`);
  }

  /** Opens the section in a new page. */
  async open(context: BrowserContext): Promise<EditorPage> {
    const page = await context.newPage();
    await logToasts(page);
    const editor = new EditorPage(page);
    await page.goto(`${this.product.origin}/admin/content`);
    await editor.text.waitFor();
    return editor;
  }
}

/** Page object of Content Management. */
export class EditorPage {
  readonly page: Page;
  /** Errors that the page's scripts or its policy reported. */
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', ({ message }) => this.faults.push(message));
    page.on('console', (line) => {
      if (/content security policy|trusted/iu.test(line.text())) this.faults.push(line.text());
    });
  }

  get text(): Locator {
    return this.page.getByRole('textbox', { name: 'Content', exact: true });
  }
  get toolbar(): Locator {
    return this.page.getByRole('toolbar', { name: 'Formatting' });
  }
  tool(name: string): Locator {
    return this.toolbar.getByRole('button', { name, exact: true });
  }
  get preview(): Locator {
    return this.page.getByTestId('content-preview');
  }
  get bar(): Locator {
    return this.page.getByTestId('save-bar');
  }
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async write(words: string): Promise<void> {
    await this.text.click();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.type(words);
  }
  async empty(): Promise<void> {
    await this.text.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
  }
  /** Selects the whole paragraph with this text. */
  async select(words: string): Promise<void> {
    await this.text.getByText(words, { exact: true }).click({ clickCount: 3 });
  }
  /** Pastes markup as another program would, one text after the other. */
  async paste(...markups: readonly string[]): Promise<void> {
    await this.text.evaluate((element, all) => {
      for (const markup of all) {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', markup);
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }
    }, markups);
  }
  /** Saves and waits for the server's response. */
  async save(): Promise<void> {
    const answered = this.page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().endsWith(SETTINGS),
    );
    await this.page.keyboard.press('ControlOrMeta+s');
    await answered;
    await this.page.locator('[data-testid="save-bar"][data-phase="saved"]').waitFor();
  }
}
