import type { BrowserContext, Page } from 'playwright-core';

/** Makes `setVisibility` work in the pages of the context: headless browsers keep every page visible. */
export const emulateVisibility = (context: BrowserContext, first: 'visible' | 'hidden' = 'visible') =>
  // Runs before the page's own script, so that the page is hidden or visible from its first moment.
  context.addInitScript((initial) => {
    let state: DocumentVisibilityState = initial;
    Object.defineProperties(document, {
      visibilityState: { get: () => state },
      hidden: { get: () => state === 'hidden' },
    });
    Object.assign(globalThis, {
      setVisibility(next: DocumentVisibilityState) {
        state = next;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  }, first);

/** Hides or shows a page as a browser does when another tab is chosen. */
export const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate(
    (next) => (globalThis as unknown as { setVisibility: (to: string) => void }).setVisibility(next),
    state,
  );
