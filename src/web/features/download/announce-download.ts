import { SAVE_MESSAGES, SAVE_TEXT, saveText } from '#shared/result-messages.ts';
import { announce } from '../../state/announcer.ts';
import { notify, notifyError, notifySuccess } from '../../state/notices.ts';
import type { EndState, SetTally } from './download-state.ts';
import { countDownload } from './install-offer.ts';
import { hasDelivered, tallyDetails, tallyTitle } from './set-tally.ts';

const sentence = (tally: SetTally): string => [`${tallyTitle(tally)}.`, ...tallyDetails(tally)].join(' ');

/** Announces how an order ended or what it waits for: in a toast if that state has one, else in the live region. */
export function announceEnd(state: EndState): void {
  switch (state.phase) {
    // Success and failure show a toast, which is announced itself; the other states show none.
    case 'done':
    case 'stored':
      notifySuccess(SAVE_MESSAGES.downloadCompleted);
      countDownload();
      break;
    case 'failed':
      notifyError(state.message);
      if (state.tally !== null) announce(sentence(state.tally), 'polite');
      break;
    case 'next':
      announce(`${sentence(state.tally)} ${saveText.saveNext(state.count)}.`, 'polite');
      break;
    case 'stopped':
      announce(`${SAVE_TEXT.cancelled}. ${sentence(state.tally)}`, 'polite');
      break;
    case 'handed-over':
      announce(state.tally === null ? SAVE_TEXT.handedOver : sentence(state.tally), 'polite');
      if (state.zip !== null) countDownload();
      break;
    default:
      announce(SAVE_TEXT[state.phase], 'polite');
  }
}

/** Notifies the visitor that another preview cancelled the download, because the panel that would show it is gone. */
export const announceDropped = (tally: SetTally | null): void =>
  notify(
    tally !== null && hasDelivered(tally)
      ? `${SAVE_TEXT.cancelledByPreview} ${sentence(tally)}`
      : SAVE_TEXT.cancelledByPreview,
  );
