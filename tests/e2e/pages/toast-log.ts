import type { Page } from 'playwright-core';

interface Logged {
  readonly text: string;
  /** Times of appearance and removal, in milliseconds of the page's own clock. */
  readonly from: number;
  until: number | null;
}
interface Logging {
  toastLog: Logged[];
}

/**
 * Makes a page log the text of every toast at the moment it appears, from before its own scripts run. Toasts disappear
 * quickly, so a test on a busy machine reads this log.
 */
export const logToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const log: Logged[] = [];
    const shown = new Map<Element, Logged>();
    Object.assign(globalThis, { toastLog: log });
    const look = () => {
      for (const [toast, logged] of shown) {
        if (toast.isConnected) continue;
        logged.until = performance.now();
        shown.delete(toast);
      }
      for (const toast of document.querySelectorAll('[data-testid="toast"]')) {
        const text = (toast.textContent ?? '').trim();
        if (shown.get(toast)?.text === text) continue;
        const logged = { text, from: performance.now(), until: null };
        shown.set(toast, logged);
        log.push(logged);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });

/** Returns the text of every toast this document has shown, oldest first. */
export const toastsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as Logging).toastLog.map(({ text }) => text));

/** Waits until this document shows a toast with this text, or has shown it before. */
export const untilToasted = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    (words) => (globalThis as unknown as Logging).toastLog.some((toast) => toast.text.includes(words)),
    text,
    { polling: 50 },
  );
};

/** Returns how long the last toast with this text was shown, in milliseconds; NaN while it is shown. */
export const lifetimeOf = (page: Page, text: string): Promise<number> =>
  page.evaluate((words) => {
    const last = (globalThis as unknown as Logging).toastLog.findLast((toast) => toast.text.includes(words));
    return (last?.until ?? Number.NaN) - (last?.from ?? Number.NaN);
  }, text);
