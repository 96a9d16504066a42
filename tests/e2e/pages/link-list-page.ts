import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { PublicPage } from './public-page.ts';

/** Page object of the list of several pasted links. */
export class LinkListPage extends PublicPage {
  readonly list: Locator = this.page.getByTestId('link-list');
  readonly rows: Locator = this.list.getByRole('listitem');
  readonly saveAll: Locator = this.list.getByRole('button', { name: 'Save all as files' });
  readonly saveZip: Locator = this.list.getByRole('button', { name: 'Save all in one ZIP' });
  readonly retryFailed: Locator = this.list.getByRole('button', { name: 'Retry failed' });
  readonly clear: Locator = this.list.getByRole('button', { name: 'Clear' });

  /** Opens the home page in a browser context of its own, which the caller closes. */
  static override async visit(
    browser: Browser,
    origin: string,
    options: BrowserContextOptions = {},
  ): Promise<LinkListPage> {
    const visit = new LinkListPage(await (await browser.newContext(options)).newPage());
    await visit.open(origin);
    return visit;
  }

  /** Pastes a text where the focus is. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', words);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
  }

  /** Drops a file on the form. */
  async drop(content: string, name: string, type: string): Promise<void> {
    await this.page.evaluate(
      (file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([file.content], file.name, { type: file.type }));
        const form = document.querySelector('#link-form');
        for (const event of ['dragenter', 'dragover', 'drop'])
          form?.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
      },
      { content, name, type },
    );
  }

  /** Returns the row that contains this text. */
  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** Waits until the line above the list says how many rows are in which state, such as '9 ready, 3 failed'. */
  async counts(text: string): Promise<void> {
    await this.list.getByText(text, { exact: true }).waitFor();
  }

  /** Returns the name of the focused element. */
  focused(): Promise<string | null> {
    return this.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? activeElement?.textContent ?? null;
    });
  }
}
