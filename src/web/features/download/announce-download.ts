import { useEffect, useRef } from 'react';
import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { inAppBrowser } from '../../lib/in-app-browser.ts';
import { announce } from '../../state/announcer.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import {
  type ActiveHold,
  type DownloadState,
  type EndState,
  isRunning,
  percentOf,
  quarterOf,
} from './download-state.ts';
import { countDownload } from './install-row.tsx';
import type { OpenedEnd } from './order/run-order.ts';
import { isWhole, type SetTally, tallyDetails, tallyTitle } from './order/set-tally.ts';

const sentence = (tally: SetTally): string => [`${tallyTitle(tally)}.`, ...tallyDetails(tally)].join(' ');

/**
 * Returns the sentence for a file that was opened in a new tab. With direct delivery the sentence names the platform that sends the file,
 * or says that another server does.
 */
export const openedTitle = ({ directDelivery }: OpenedEnd): string => {
  if (directDelivery === null) return text(downloadPanel, 'opened');
  return directDelivery.sender === null
    ? text(downloadPanel, 'openedElsewhere')
    : text(downloadPanel, 'openedFrom', { platform: directDelivery.sender });
};

/**
 * Returns the sentence for a file that the browser downloads from its link. Inside the browser of an app, which may not save the file, the
 * sentence names the app.
 */
export function handedOverTitle(): string {
  const app = inAppBrowser();
  return app === null ? text(downloadPanel, 'handedOver') : text(downloadPanel, 'handedToApp', { app });
}

/**
 * Announces how an order ended or that it waits for a click. Announces success and failure in a toast, and everything else in the live
 * region. Counts a completed order for the install offer.
 */
export function announceEnd(state: EndState): void {
  switch (state.phase) {
    // Success and failure show a toast, which is announced itself; the other states show none.
    case 'done':
    case 'stored':
      notifySuccess(text(downloadPanel, 'downloadCompleted'));
      countDownload();
      break;
    case 'failed':
      notifyError(state.message);
      if (state.reason !== undefined) announce(state.reason, 'polite');
      else if (state.tally !== null) announce(sentence(state.tally), 'polite');
      break;
    case 'next':
      announce(
        state.sheet === null
          ? `${sentence(state.tally)} ${text(downloadPanel, 'saveNext', { count: state.count })}.`
          : `${text(downloadPanel, 'sheetReady', { count: state.count })}.`,
        'polite',
      );
      break;
    case 'stopped':
      announce(`${text(downloadPanel, 'cancelled')}. ${sentence(state.tally)}`, 'polite');
      break;
    case 'handed-over':
      announce(state.tally === null ? handedOverTitle() : sentence(state.tally), 'polite');
      if (state.tally !== null && isWhole(state.tally)) {
        notifySuccess(text(downloadPanel, 'downloadCompleted'));
        countDownload();
      }
      break;
    case 'opened':
      announce(openedTitle(state), 'polite');
      break;
    default:
      announce(text(downloadPanel, state.phase), 'polite');
  }
}

/** Milliseconds that a lost connection lasts before it is announced. */
const ANNOUNCE_AFTER_MS = 1_000;

/** Returns the sentence that says why the transfer waits: paused, offline, a lost connection or a busy server. */
const holdText = (held: ActiveHold): string => {
  if (held.kind === 'paused') return text(downloadPanel, 'downloadPaused');
  return text(downloadPanel, held.kind === 'lost' && held.busy ? 'busy' : held.kind);
};

/**
 * Announces why the download waits, and later that it continues. Announces a pause or an offline browser immediately, and a lost connection
 * only after one second, so a shorter loss is never announced.
 */
function useHoldAnnouncements(isActive: boolean, held: ActiveHold | null): void {
  const hold = held && holdText(held);
  const isLost = held?.kind === 'lost';
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (hold === null) {
      if (isAnnounced.current && isActive) announce(text(downloadPanel, 'downloadResumed'), 'polite');
      isAnnounced.current = false;
      return;
    }
    const announceHold = (): void => {
      isAnnounced.current = true;
      announce(hold, 'polite');
    };
    if (!isLost) {
      announceHold();
      return;
    }
    const timer = setTimeout(announceHold, ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isActive, hold, isLost]);
}

/** Announces the start, each quarter and interruptions of a download to screen readers. `announceEnd` announces the end. */
export function useProgressAnnouncements(state: DownloadState): void {
  const phase = state.phase;
  const quarter = state.phase === 'downloading' ? quarterOf(percentOf(state)) : 0;
  useEffect(() => {
    if (phase === 'preparing') announce(text(downloadPanel, 'started'), 'polite');
  }, [phase]);
  useEffect(() => {
    if (quarter > 0) announce(text(downloadPanel, 'percent', { percent: quarter }), 'polite');
  }, [quarter]);
  const running = isRunning(state);
  useHoldAnnouncements(running, running ? state.held : null);
}
