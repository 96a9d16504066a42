import { downloadPanel } from '#messages/download-panel.ts';
import { resultCard } from '#messages/result-card.ts';
import { text } from '#shared/messages/text.ts';
import { POSTS } from '../sample-posts.ts';
import { json, problem, redirect } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { BLOCK, BUTTON, download } from './download-story.ts';
import { opensPost } from './result-stories.ts';

const ANOTHER = text(downloadPanel, 'pasteAnother');
const INSTAGRAM = { platform: 'Instagram' };
const REDIRECTED = { 'HEAD /api/media/': redirect };
const STEP_MS = 500;
const STEPS = 5;

/** Lets the simulated progress pass. */
const untilOpened =
  (title: string): NonNullable<Story['play']> =>
  async (visitor) => {
    for (let step = 0; step < STEPS; step += 1) await visitor.waits(STEP_MS);
    await visitor.sees(title);
  };

/** A download with DELIVERY=direct. */
const direct = (story: Omit<Parameters<typeof download>[0], 'post'>): Story =>
  download({ post: POSTS.direct, ...story, site: { delivery: 'direct' }, name: `direct-${story.name}` });

export const DIRECT_STORIES: readonly Story[] = [
  {
    name: 'download-direct-ready',
    site: { delivery: 'direct' },
    routes: { 'POST /api/preview': json(POSTS.direct) },
    expects: [BUTTON, text(downloadPanel, 'opensInTab', INSTAGRAM), text(resultCard, 'detour')],
    primary: 'Download',
    show: BLOCK,
    play: opensPost,
  },
  direct({
    name: 'running',
    media: REDIRECTED,
    expects: [text(downloadPanel, 'simulated', INSTAGRAM), '10%', text(downloadPanel, 'cancel')],
    without: [text(downloadPanel, 'pause')],
    play: (visitor) => visitor.sees(text(downloadPanel, 'simulated', INSTAGRAM)),
  }),
  direct({
    name: 'opened',
    media: REDIRECTED,
    expects: [
      text(downloadPanel, 'openedFrom', INSTAGRAM),
      'instagram_video_DQuayWalk01_1080p_2026-03-02.mp4',
      { role: 'link', name: text(downloadPanel, 'openAgain') },
      ANOTHER,
    ],
    without: [text(downloadPanel, 'downloadCompleted')],
    primary: ANOTHER,
    play: untilOpened(text(downloadPanel, 'openedFrom', INSTAGRAM)),
  }),
  direct({
    name: 'popup-blocked',
    media: REDIRECTED,
    environment: { popups: 'blocked' },
    expects: [text(downloadPanel, 'blocked'), { role: 'link', name: text(downloadPanel, 'openFile') }],
  }),
  download({
    name: 'direct-elsewhere',
    post: POSTS.throughSite,
    site: { delivery: 'direct' },
    media: { 'GET /api/media/': problem('media_failed'), ...REDIRECTED },
    expects: [
      text(downloadPanel, 'openedElsewhere'),
      { role: 'link', name: text(downloadPanel, 'openAgain') },
      ANOTHER,
    ],
    without: [text(downloadPanel, 'openedFrom', INSTAGRAM)],
    primary: ANOTHER,
    play: untilOpened(text(downloadPanel, 'openedElsewhere')),
  }),
];
