import { toast } from 'react-hot-toast/headless';
import { downloadPanel } from '#messages/download-panel.ts';
import { noticeRegion } from '#messages/notice-region.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../../src/web/state/notices.ts';
import type { Story } from '../story.ts';

const notice = (name: string, words: string, raise: () => void): Story => ({
  name: `notice-${name}`,
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
  notice(
    'success',
    text(previewFlow, 'previewLoaded'),
    () => void notifySuccess(text(previewFlow, 'previewLoaded')),
  ),
  notice(
    'error',
    text(downloadPanel, 'downloadFailed'),
    () => void notifyError(text(downloadPanel, 'downloadFailed')),
  ),
  notice('loading', text(previewFlow, 'fetching'), () => void toast.loading(text(previewFlow, 'fetching'))),
  {
    ...notice('stack', text(noticeRegion, 'showAll', { count: FIVE.length }), () => {
      for (const words of FIVE) notifySuccess(words);
    }),
    only: 'wide',
  },
  {
    ...notice('newest', FIVE.at(-1) ?? '', () => {
      for (const words of FIVE) notifySuccess(words);
    }),
    only: 'narrow',
  },
  {
    ...notice('stack-open', FIVE[0] ?? '', () => {
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
