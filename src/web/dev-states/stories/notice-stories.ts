import { toast } from 'react-hot-toast/headless';
import { MESSAGES } from '#shared/messages.ts';
import { NOTICES } from '#shared/notice-messages.ts';
import { SAVE_MESSAGES } from '#shared/result-messages.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import type { Story } from '../story.ts';

const group = 'Notices';

const notice = (name: string, title: string, words: string, raise: () => void): Story => ({
  name: `notice-${name}`,
  title,
  group,
  expects: [words],
  primary: 'Paste',
  play: async (visitor) => {
    // The notice display is loaded with the visitor's first press.
    await visitor.touches();
    raise();
    await visitor.sees(words);
  },
});

const FIVE = Array.from({ length: 5 }, (_, index) => `Notice number ${index + 1}`);

export const NOTICE_STORIES: readonly Story[] = [
  notice('blank', 'Blank', 'Nothing to worry about', () => void toast('Nothing to worry about')),
  notice('success', 'Success', MESSAGES.previewLoaded, () => void notifySuccess(MESSAGES.previewLoaded)),
  notice(
    'error',
    'Error',
    SAVE_MESSAGES.downloadFailed,
    () => void notifyError(SAVE_MESSAGES.downloadFailed),
  ),
  notice('loading', 'Loading', MESSAGES.fetching, () => void toast.loading(MESSAGES.fetching)),
  notice('custom', 'Custom', 'A notice with a picture of its own', () =>
    toast.custom('A notice with a picture of its own', { icon: '✦' }),
  ),
  notice('stack', 'More than three collapse to a stack', NOTICES.showAll(FIVE.length), () => {
    for (const words of FIVE) notifySuccess(words);
  }),
  {
    ...notice('stack-open', 'The stack, all shown', FIVE[0] ?? '', () => {
      for (const words of FIVE) notifySuccess(words);
    }),
    expects: [...FIVE, NOTICES.showFewer],
    play: async (visitor) => {
      await visitor.touches();
      for (const words of FIVE) notifySuccess(words);
      await visitor.presses(NOTICES.showAll(FIVE.length));
    },
  },
];
