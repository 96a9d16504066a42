import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINK_SHAPES, LINKS_IN_TEXT } from '../link-shapes.ts';
import type { MockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { REFUSED_LINKS } from '../refused-links.ts';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
let page: Page;
let visit: PublicPage;
/** A site that may read stories: otherwise the line says that it cannot. */
const storyReader = ({ providerHost, providerKey }: MockPlatforms) => ({
  ENGINES: 'provider,sample',
  PROVIDER_HOST: providerHost,
  PROVIDER_API_KEY: providerKey,
});
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(storyReader)]);
  page = await browser.newPage();
  visit = new PublicPage(page);
  await visit.open(product.origin);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Single-line fields remove line breaks before any script sees them. */
const fitsField = (text: string): boolean => !/[\n\r]/.test(text.trim());

interface Shown {
  readonly line: string;
  readonly tab: string;
}

/** Types one text after the other into the empty field. Returns the recognition line and the selected tab for each. */
const showFor = (texts: readonly string[]): Promise<Shown[]> =>
  visit.field.evaluate(async (element, all) => {
    const field = element as HTMLInputElement;
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const type = async (text: string) => {
      setValue?.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await turn();
    };
    const shown: Shown[] = [];
    for (const text of all) {
      await type('');
      await type(text);
      shown.push({
        line: document.querySelector('#link-message')?.textContent?.trim() ?? '',
        tab: document.querySelector<HTMLInputElement>('input[type="radio"]:checked')?.value ?? '',
      });
    }
    return shown;
  }, texts);

describe('the recognition line', () => {
  it('names every link people paste, and selects its tab', async () => {
    const shapes = [...LINK_SHAPES, ...LINKS_IN_TEXT].filter(({ text }) => fitsField(text));
    const shown = await showFor(shapes.map(({ text }) => text));
    expect(shown).toHaveLength(shapes.length);
    // Emptying the field has chosen the first type again.
    for (const [index, { text, label, tab }] of shapes.entries())
      expect(shown[index], text).toEqual({ line: label, tab: tab ?? 'video' });
  });

  it('stays empty for everything else, and sends nothing of it', async () => {
    const texts = REFUSED_LINKS.filter(fitsField);
    const shown = await showFor(texts);
    for (const [index, text] of texts.entries()) expect(shown[index]?.line, text).toBe('');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    for (const text of texts.slice(0, 5)) {
      await visit.field.fill(text);
      await visit.field.press('Enter');
      await visit.message.getByText('Please enter a valid Instagram or TikTok URL').waitFor();
    }
    expect(sent).not.toContain('/api/preview');
  });
});
