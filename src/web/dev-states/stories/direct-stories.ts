import { downloadPanel } from '#messages/download-panel.ts';
import { problemDetails } from '#messages/problem-details.ts';
import { resultCard } from '#messages/result-card.ts';
import { text } from '#shared/messages/text.ts';
import { megabytes, POSTS } from '../sample-posts.ts';
import { json, problem, redirect, scriptedFile } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { BLOCK, BUTTON, download, FILE_BYTES, from, receiveAll } from './download-story.ts';
import { opensPost } from './result-stories.ts';

const ANOTHER = text(downloadPanel, 'pasteAnother');
const INSTAGRAM = { platform: 'Instagram' };
const REDIRECTED = { 'HEAD /api/media/': redirect };
const STEP_MS = 500;
const STEPS = 5;

const through = scriptedFile(FILE_BYTES);
const photos = [megabytes(1), megabytes(1.1), megabytes(1.2)].map((size) => scriptedFile(size, 'image/jpeg'));

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
    expects: [BUTTON, text(downloadPanel, 'opensInTab', INSTAGRAM)],
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
    name: 'cancelled',
    media: REDIRECTED,
    expects: [text(downloadPanel, 'tabStaysOpen'), text(downloadPanel, 'openedFrom', INSTAGRAM)],
    primary: ANOTHER,
    play: async (visitor) => {
      await visitor.waits(STEP_MS);
      await visitor.presses(text(downloadPanel, 'cancel'));
    },
  }),
  direct({
    name: 'popup-blocked',
    media: REDIRECTED,
    environment: { popups: 'blocked' },
    expects: [text(downloadPanel, 'blocked'), { role: 'link', name: text(downloadPanel, 'openFile') }],
  }),
  {
    name: 'download-direct-offline',
    site: { delivery: 'direct' },
    routes: { 'POST /api/preview': json(POSTS.direct) },
    expects: [
      text(downloadPanel, 'failedBecause', { reason: text(downloadPanel, 'failures.offline') }),
      text(downloadPanel, 'retry'),
    ],
    primary: text(downloadPanel, 'retry'),
    show: BLOCK,
    play: async (visitor) => {
      await opensPost(visitor);
      await visitor.goesOffline();
      await visitor.presses(BUTTON);
    },
  },
  direct({
    name: 'maintenance',
    media: { 'HEAD /api/media/': problem('maintenance'), 'GET /api/media/': problem('maintenance') },
    expects: [text(downloadPanel, 'failedBecause', { reason: text(problemDetails, 'maintenance') })],
    primary: text(downloadPanel, 'retry'),
  }),
  download({
    name: 'direct-through-site',
    post: POSTS.throughSite,
    site: { delivery: 'direct' },
    media: from(through),
    expects: [text(downloadPanel, 'throughSite'), ANOTHER],
    primary: ANOTHER,
    play: () => receiveAll(through, FILE_BYTES),
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
  download({
    name: 'direct-zip',
    post: POSTS.directSet,
    site: { delivery: 'direct' },
    button: 'One ZIP file',
    media: { 'GET /api/media/': photos.map((file) => file.reply) },
    expects: [text(downloadPanel, 'handed', { handed: 3, files: 3 }), text(downloadPanel, 'throughSite')],
    primary: ANOTHER,
    play: async (visitor) => {
      await visitor.presses(text(resultCard, 'downloadMany', { what: '3 photos' }));
      for (const [index, file] of photos.entries()) await receiveAll(file, megabytes(1 + index / 10));
      await visitor.sees(text(downloadPanel, 'handed', { handed: 3, files: 3 }));
    },
  }),
];
