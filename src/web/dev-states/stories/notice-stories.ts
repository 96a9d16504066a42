import { toast } from 'react-hot-toast/headless';
import { downloadPanel } from '#messages/download-panel.ts';
import { noticeRegion } from '#messages/notice-region.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
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
  notice(
    'success',
    'Success',
    text(previewFlow, 'previewLoaded'),
    () => void notifySuccess(text(previewFlow, 'previewLoaded')),
  ),
  notice(
    'error',
    'Error',
    text(downloadPanel, 'downloadFailed'),
    () => void notifyError(text(downloadPanel, 'downloadFailed')),
  ),
  notice(
    'loading',
    'Loading',
    text(previewFlow, 'fetching'),
    () => void toast.loading(text(previewFlow, 'fetching')),
  ),
  notice('custom', 'Custom', 'A notice with a picture of its own', () =>
    toast.custom('A notice with a picture of its own', { icon: '✦' }),
  ),
  {
    ...notice(
      'stack',
      'More than three collapse to a stack',
      text(noticeRegion, 'showAll', { count: FIVE.length }),
      () => {
        for (const words of FIVE) notifySuccess(words);
      },
    ),
    only: 'wide',
  },
  {
    ...notice('newest', 'Only the newest, on a phone', FIVE.at(-1) ?? '', () => {
      for (const words of FIVE) notifySuccess(words);
    }),
    only: 'narrow',
  },
  {
    ...notice('stack-open', 'The stack, all shown', FIVE[0] ?? '', () => {
      for (const words of FIVE) notifySuccess(words);
    }),
    only: 'wide',
    expects: [...FIVE, text(noticeRegion, 'showFewer')],
    play: async (visitor) => {
      await visitor.touches();
      for (const words of FIVE) notifySuccess(words);
      await visitor.presses(text(noticeRegion, 'showAll', { count: FIVE.length }));
    },
  },
];
