import { useSyncExternalStore } from 'react';
import { capturedInstallPrompt } from '../../state/install-prompt.ts';
import { isApplePhone } from './share-file.ts';

/** Time the install row stays hidden after "Not now". */
const INSTALL_PROMPT_PAUSE_MS = 90 * 24 * 60 * 60 * 1_000;
/** The install row shows from this many saved downloads on. */
const INSTALL_PROMPT_MIN_DOWNLOADS = 2;

/** Storage key of the time of the last "Not now" (ms since 1970). Nothing else is stored. */
const KEY = 'installNotNow';

/** Counted in this page only: how much a visitor downloads is never stored. */
let saved = 0;
let answered = false;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Counts a completed download for the install offer. The count is lost when the page is closed. */
export function countDownload(): void {
  saved += 1;
  notify();
}

function wasDeclinedRecently(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEY) ?? 0) < INSTALL_PROMPT_PAUSE_MS;
  } catch {
    return false;
  }
}

/** Hides the install offer until the page is closed, and after 'not-now' for 90 days if the browser's storage is available. */
export function answerOffer(answer: 'add' | 'not-now'): void {
  answered = true;
  if (answer === 'not-now') {
    try {
      localStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Storage can be disabled; the answer then lasts until the page is closed.
    }
  }
  notify();
}

/** How installation is offered: browser prompt, manual steps, or not at all. */
export type InstallOffer = 'prompt' | 'by-hand' | null;

function offerNow(): InstallOffer {
  if (answered || saved < INSTALL_PROMPT_MIN_DOWNLOADS || wasDeclinedRecently()) return null;
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (capturedInstallPrompt() !== null) return 'prompt';
  return isApplePhone() ? 'by-hand' : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns how the page can be offered as an app now: by the browser's prompt or with manual steps (iOS). Returns null before the second
 * completed download, after an answer, in the installed app, and where neither way exists.
 */
export const useInstallOffer = (): InstallOffer => useSyncExternalStore(subscribe, offerNow);
