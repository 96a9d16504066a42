import type { Page } from 'playwright-core';

interface Logging {
  toastLog: string[];
}

/**
 * Has a page write down the words of every toast in the moment it appears, from before its own scripts run. A toast is
 * soon over: who looks for it later, or on a busy machine, asks the log.
 */
export const logToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const log: string[] = [];
    const words = new WeakMap<Element, string>();
    Object.assign(globalThis, { toastLog: log });
    const look = () => {
      for (const toast of document.querySelectorAll('[data-testid="toast"]')) {
        const text = (toast.textContent ?? '').trim();
        if (words.get(toast) === text) continue;
        words.set(toast, text);
        log.push(text);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });

/** The words of every toast this document has shown, oldest first. */
export const toastsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as Logging).toastLog]);

/** Waits until this document shows a toast with these words, or has shown it before. */
export const untilToasted = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    (words) => (globalThis as unknown as Logging).toastLog.some((toast) => toast.includes(words)),
    text,
    { polling: 50 },
  );
};
