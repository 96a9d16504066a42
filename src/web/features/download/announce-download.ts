import { SAVE_MESSAGES, SAVE_TEXT, saveText } from '#shared/result-messages.ts';
import { announce } from '../../state/announcer.ts';
import { notify, notifyError, notifySuccess } from '../../state/notices.ts';
import type { EndState, SetTally } from './download-state.ts';
import { countSaved } from './install-offer.ts';
import { hasDelivered, tallyDetails, tallyTitle } from './set-tally.ts';

const sentence = (tally: SetTally): string => [`${tallyTitle(tally)}.`, ...tallyDetails(tally)].join(' ');

/** Says how an order ended, or what it waits for: in a toast where there is one, else in the live region. */
export function announceEnd(state: EndState): void {
  switch (state.phase) {
    // The toast speaks for a success and a failure; the rest has no toast.
    case 'done':
    case 'stored':
      notifySuccess(SAVE_MESSAGES.downloadCompleted);
      countSaved();
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
      if (state.zip !== null) countSaved();
      break;
    default:
      announce(SAVE_TEXT[state.phase], 'polite');
  }
}

/** Only another preview takes the card away; the visitor must not go on waiting for a file that will not come. */
export const announceDropped = (tally: SetTally | null): void =>
  notify(
    tally !== null && hasDelivered(tally)
      ? `${SAVE_TEXT.cancelledByPreview} ${sentence(tally)}`
      : SAVE_TEXT.cancelledByPreview,
  );
