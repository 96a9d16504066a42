import type { BrowserContext, Page } from 'playwright-core';
import { CONTENT_ATTRIBUTES, CONTENT_ELEMENTS } from '../../../src/shared/content-allow-list.ts';

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
