import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { CONTENT_ATTRIBUTES, CONTENT_ELEMENTS } from '../../../src/shared/content-allow-list.ts';
import { IS_FULL } from '../../test-scope.ts';

const CORPORA = path.resolve(import.meta.dirname, '../../../../shared/corpora/xss');

interface Corpus {
  readonly payloads: Readonly<Record<string, string>>;
  readonly items: readonly { readonly data: string }[];
}
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(CORPORA, name), 'utf8'));

/** Returns the published lists of attacks, their placeholders filled in, for `npm run test:full`; null without them. */
export const publishedAttacks = (): readonly string[] | null => {
  if (!IS_FULL || !existsSync(CORPORA)) return null;
  const { payloads, items } = read('h5sc-items.json') as Corpus;
  const filled = items.map(({ data }) =>
    data.replace(/%(\w+)%/gu, (whole, name: string) => payloads[name] ?? whole),
  );
  return [...filled, ...(read('owasp-filter-evasion.json') as string[])];
};

/**
 * Makes every page of the browser record what an attack would trigger. Without `sanitiser`, the pages do not find the
 * browser's own sanitizer.
 */
export const watchHarm = async (context: BrowserContext, harm: string[], sanitiser = true): Promise<void> => {
  await context.exposeFunction('noteHarm', (what: string) => void harm.push(what));
  await context.addInitScript((keeps) => {
    if (!keeps) Reflect.deleteProperty(Element.prototype, 'setHTML');
    const note = (globalThis as unknown as { noteHarm: (what: string) => void }).noteHarm;
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
      Object.assign(globalThis, { [name]: () => note(name) });
  }, sanitiser);
};

/** Returns everything in these elements that is not on the allow-list, except `rel` and the `marks` of an editor. */
export const strangers = (page: Page, selector: string, marks: readonly string[] = []): Promise<string[]> =>
  page.evaluate(
    ([within, own, elements, attributes]) => {
      const allowed = (element: Element, name: string) =>
        own.includes(name) ||
        [...(attributes['*'] ?? []), ...(attributes[element.localName] ?? [])].includes(name);
      return [...document.querySelectorAll(`${within} *`)].flatMap((element) => [
        ...(elements.includes(element.localName) ? [] : [element.localName]),
        ...[...element.attributes]
          .filter(({ name, value }) => !allowed(element, name) || /^\W*java\s*script:/iu.test(value))
          .map(({ name }) => `${element.localName} ${name}`),
      ]);
    },
    [selector, ['rel', ...marks], CONTENT_ELEMENTS as readonly string[], CONTENT_ATTRIBUTES] as const,
  );
