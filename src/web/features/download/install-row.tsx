import type { MouseEvent } from 'react';
import { installRow } from '#messages/install-row.ts';
import { text } from '#shared/messages/text.ts';
import { capturedInstallPrompt } from '../../state/install-prompt.ts';
import { createStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import styles from './install-row.module.css';
import { isApplePhone } from './share-file.ts';

/** Time the install row stays hidden after "Not now". */
const INSTALL_PROMPT_PAUSE_MS = 90 * 24 * 60 * 60 * 1_000;
/** Number of completed downloads after which the install row appears. */
const INSTALL_PROMPT_MIN_DOWNLOADS = 2;

/** Storage key of the time of the last "Not now" (ms since 1970). The install row stores nothing else. */
const KEY = 'installNotNow';

/** Number of completed downloads in this page, and whether the install offer was answered. Never stored. */
const offerState = createStore({ completed: 0, isAnswered: false });

/** Counts a completed download for the install offer. The count is lost when the page is closed. */
export function countDownload(): void {
  offerState.set({ ...offerState.get(), completed: offerState.get().completed + 1 });
}

function wasDeclinedRecently(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEY) ?? 0) < INSTALL_PROMPT_PAUSE_MS;
  } catch {
    return false;
  }
}

/** Hides the install offer until the page is closed, and after 'not-now' for 90 days if the browser's storage is available. */
function answerOffer(answer: 'add' | 'not-now'): void {
  if (answer === 'not-now') {
    try {
      localStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Storage can be disabled; the answer then lasts until the page is closed.
    }
  }
  offerState.set({ ...offerState.get(), isAnswered: true });
}

/**
 * Returns how the visitor can install the page as an app: with the browser's prompt, or by hand on iOS. Returns null before the second
 * completed download, after an answer in this page, for 90 days after "Not now", in the installed app, and where neither way exists.
 */
function useInstallOffer(): 'prompt' | 'by-hand' | null {
  const { completed, isAnswered } = offerState.use((state) => state);
  if (isAnswered || completed < INSTALL_PROMPT_MIN_DOWNLOADS || wasDeclinedRecently()) return null;
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (capturedInstallPrompt() !== null) return 'prompt';
  return isApplePhone() ? 'by-hand' : null;
}

/** Moves the focus to the result, because the row disappears when the visitor answers. */
const focusResult = (event: MouseEvent): void =>
  event.currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });

async function install(): Promise<void> {
  const prompt = capturedInstallPrompt();
  answerOffer('add');
  try {
    if ((await prompt?.prompt())?.outcome === 'dismissed') answerOffer('not-now');
  } catch {
    // The prompt was used before or is no longer available; the browser's menu still offers installation.
  }
}

/** Offers to install the page as an app, in one row, after the second completed download. */
export function InstallRow({ title }: { title: string }) {
  const offer = useInstallOffer();
  if (offer === null) return null;
  return (
    <div className={styles.row} data-testid="install-row">
      <p className={styles.text}>
        {offer === 'prompt' ? text(installRow, 'offer', { title }) : text(installRow, 'onApple', { title })}
      </p>
      {offer === 'prompt' && (
        <Button
          size="small"
          onClick={(event) => {
            focusResult(event);
            void install();
          }}
        >
          {text(installRow, 'add')}
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        onClick={(event) => {
          focusResult(event);
          answerOffer('not-now');
        }}
      >
        {text(installRow, 'notNow')}
      </Button>
    </div>
  );
}
