import { useSyncExternalStore } from 'react';
import { INSTALL_ASK_AGAIN_MS, INSTALL_ASK_FROM_DOWNLOADS } from '#shared/limits.ts';
import { capturedInstallPrompt } from '../../state/install-prompt.ts';
import { isApplePhone } from './share-file.ts';

/** Holds when the visitor last said "Not now" (ms since 1970), and nothing else. */
const KEY = 'installNotNow';

/** Counted in this page only: how much somebody saves is written down nowhere. */
let saved = 0;
let answered = false;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** One more download ended well. */
export function countSaved(): void {
  saved += 1;
  notify();
}

function saidNotNow(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEY) ?? 0) < INSTALL_ASK_AGAIN_MS;
  } catch {
    return false;
  }
}

/** The visitor answered the row: it does not come back in this visit, after "Not now" not for 90 days. */
export function answerOffer(answer: 'add' | 'not-now'): void {
  answered = true;
  if (answer === 'not-now') {
    try {
      localStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Storage can be switched off; the answer then lasts as long as the page.
    }
  }
  notify();
}

export type InstallOffer = 'prompt' | 'by-hand' | null;

function offerNow(): InstallOffer {
  if (answered || saved < INSTALL_ASK_FROM_DOWNLOADS || saidNotNow()) return null;
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (capturedInstallPrompt() !== null) return 'prompt';
  return isApplePhone() ? 'by-hand' : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the page may now be offered as an app: through the browser, by hand (iOS), or not at all. */
export const useInstallOffer = (): InstallOffer => useSyncExternalStore(subscribe, offerNow);
