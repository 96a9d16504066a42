import { captionsList } from '#messages/captions-list.ts';
import { downloadPanel } from '#messages/download-panel.ts';
import { extrasList } from '#messages/extras-list.ts';
import { player } from '#messages/player.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { resultCard } from '#messages/result-card.ts';
import { soundsList } from '#messages/sounds-list.ts';
import type { Post } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import { POSTS, REEL_LINK } from '../sample-posts.ts';
import { json } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import type { Visitor } from '../visitor.ts';

const CARD = '[data-testid="result-card"]';
const DOWNLOAD = '[data-testid="download"]';

/** Loads a post and waits until the notice about it has disappeared. */
export async function opensPost(visitor: Visitor): Promise<void> {
  await visitor.fetches(REEL_LINK);
  await visitor.sees(text(previewFlow, 'previewLoaded'));
  await visitor.waits(4_000);
}

interface ResultStory extends Story {
  readonly post: Post;
}

const result = ({ post, play, ...story }: ResultStory): Story => ({
  routes: { 'POST /api/preview': json(post) },
  primary: 'Download',
  show: CARD,
  ...story,
  name: `result-${story.name}`,
  play: async (visitor) => {
    await opensPost(visitor);
    await play?.(visitor);
  },
});

const HANDLE = '@quay.walks';

export const RESULT_STORIES: readonly Story[] = [
  result({
    name: 'video',
    post: POSTS.video,
    expects: [
      HANDLE,
      'Instagram reel',
      '18.40 MB',
      text(resultCard, 'download', { what: '1080p', size: '18.40 MB' }),
    ],
  }),
  result({
    name: 'photo',
    post: POSTS.photo,
    expects: [HANDLE, text(resultCard, 'download', { what: 'photo', size: '1.00 MB' })],
  }),
  result({
    name: 'carousel',
    post: POSTS.carousel,
    expects: [
      text(resultCard, 'selected', { chosen: 5, all: 5 }),
      text(resultCard, 'downloadMany', { what: '5 photos' }),
    ],
  }),
  result({
    name: 'carousel-some',
    post: POSTS.carousel,
    expects: [
      text(resultCard, 'selected', { chosen: 3, all: 5 }),
      text(resultCard, 'downloadMany', { what: '3 photos' }),
    ],
    play: async (visitor) => {
      await visitor.presses(text(resultCard, 'select.photo', { position: 2 }));
      await visitor.presses(text(resultCard, 'select.photo', { position: 4 }));
    },
  }),
  result({
    name: 'carousel-with-details',
    post: POSTS.carousel,
    environment: { folder: 'chosen' },
    show: '[data-testid="extras"]',
    expects: [
      text(extrasList, 'withDetails'),
      text(resultCard, 'original', { extension: 'JPG, TXT' }),
      { role: 'button', name: text(resultCard, 'saveFile', { label: text(extrasList, 'txt') }) },
    ],
    play: async (visitor) => {
      await visitor.presses(text(extrasList, 'withDetails'));
      await visitor.presses(text(extrasList, 'heading'));
    },
  }),
  result({
    name: 'without-made-files',
    post: { ...POSTS.video, authorPicture: POSTS.video.thumbnail ?? undefined },
    site: { madeFiles: false },
    play: (visitor) => visitor.presses(text(extrasList, 'heading')),
    expects: [
      { role: 'button', name: text(resultCard, 'saveFile', { label: text(extrasList, 'cover') }) },
      { role: 'button', name: text(resultCard, 'saveFile', { label: text(extrasList, 'author') }) },
      { role: 'button', name: text(resultCard, 'saveFile', { label: text(extrasList, 'json') }) },
    ],
    without: [text(soundsList, 'hint')],
  }),
  result({
    name: 'carousel-none',
    post: POSTS.carousel,
    expects: [text(resultCard, 'selected', { chosen: 0, all: 5 }), text(resultCard, 'chooseOne')],
    primary: null,
    play: (visitor) => visitor.presses(text(resultCard, 'clearSelection')),
  }),
  result({
    name: 'mixed',
    post: POSTS.mixed,
    show: DOWNLOAD,
    expects: [
      text(resultCard, 'selected', { chosen: 4, all: 4 }),
      text(resultCard, 'downloadMany', { what: '4 files' }),
    ],
    play: (visitor) => visitor.presses(text(resultCard, 'show.video', { position: 2 })),
  }),
  result({ name: 'audio', post: POSTS.audio, expects: ['@tomas.paints', '675.84 KB'] }),
  result({
    name: 'single-quality',
    post: POSTS.single,
    expects: [text(resultCard, 'download', { what: '720p', size: '8.91 MB' })],
  }),
  result({
    name: 'downloads-paused',
    post: { ...POSTS.single, downloadsPausedUntil: '2099-12-01T00:00:00.000Z' },
    expects: [text(downloadPanel, 'trafficSpent', { time: '1 December 2099 at 00:00 UTC' })],
  }),
  result({
    name: 'newer-format',
    post: POSTS.newerFormat,
    expects: [
      text(resultCard, 'newerFormat', { label: '720p' }),
      text(resultCard, 'newerSmallerLegend'),
      text(resultCard, 'download', { what: '1080p', size: '18.40 MB' }),
    ],
  }),
  result({
    name: 'grid',
    post: POSTS.many45,
    expects: [
      text(resultCard, 'selected', { chosen: 44, all: 45 }),
      { role: 'button', name: text(resultCard, 'show.photo', { position: 45 }) },
      { role: 'button', name: text(resultCard, 'downloadOne') },
      text(player, 'position', { position: 7, all: 45 }),
    ],
    play: async (visitor) => {
      await visitor.presses(text(resultCard, 'show.photo', { position: 7 }));
      await visitor.presses(text(resultCard, 'select.photo', { position: 3 }));
    },
  }),
  result({
    name: 'in-app',
    post: POSTS.video,
    only: 'narrow',
    environment: { phone: 'instagram' },
    expects: [text(downloadPanel, 'leaveApp', { app: 'Instagram' })],
    without: [text(extrasList, 'heading')],
  }),
  result({
    name: 'many-qualities',
    post: POSTS.many,
    expects: [{ role: 'button', name: text(resultCard, 'showAll', { count: 7 }) }],
  }),
  result({
    name: 'all-qualities',
    show: DOWNLOAD,
    post: POSTS.many,
    expects: ['240p', '675.84 KB'],
    play: (visitor) => visitor.presses(text(resultCard, 'showAll', { count: 7 })),
  }),
  result({ name: 'no-sound', post: POSTS.noSound, expects: [text(resultCard, 'noSound')] }),
  result({ name: 'joined', post: POSTS.joined, expects: [text(resultCard, 'joinedHere')] }),
  result({
    name: 'short-set',
    post: POSTS.shortSet,
    expects: [
      text(resultCard, 'fewerItems', { read: 2, stated: 6 }),
      text(resultCard, 'downloadMany', { what: '2 photos' }),
    ],
  }),
  result({
    name: 'no-sizes',
    post: POSTS.noSizes,
    expects: [text(resultCard, 'sizeUnknown'), text(resultCard, 'downloadMany', { what: '1080p' })],
    without: ['about 5 MB', '8.91 MB'],
  }),
  result({
    name: 'playing',
    post: POSTS.video,
    only: 'narrow',
    expects: [{ role: 'button', name: text(player, 'pause') }],
    play: async (visitor) => {
      await visitor.presses(text(player, 'play'));
      await visitor.looksAt(CARD);
    },
  }),
  result({
    name: 'captions',
    post: POSTS.captions,
    show: '[data-testid="captions"]',
    expects: [
      text(captionsList, 'heading'),
      'English (United Kingdom)',
      text(captionsList, 'origin.author'),
      'English (United States)',
      text(captionsList, 'origin.spoken'),
      { role: 'button', name: text(captionsList, 'showAll', { count: 6 }) },
    ],
    without: ['Chinese'],
  }),
  result({
    name: 'all-captions',
    post: POSTS.captions,
    show: DOWNLOAD,
    expects: [
      'German (Germany)',
      text(captionsList, 'origin.translated'),
      'Chinese (Simplified, China)',
      {
        role: 'button',
        name: text(captionsList, 'save', {
          language: 'German (Germany)',
          origin: text(captionsList, 'origin.translated'),
        }),
      },
    ],
    play: (visitor) => visitor.presses(text(captionsList, 'showAll', { count: 6 })),
  }),
  result({
    name: 'photo-failed',
    post: POSTS.photoFailed,
    expects: [
      text(player, 'photoUnavailable'),
      text(resultCard, 'download', { what: 'photo', size: '1.00 MB' }),
    ],
    play: (visitor) => visitor.sees(text(player, 'photoUnavailable')),
  }),
  result({
    name: 'cannot-play',
    post: POSTS.cannotPlay,
    expects: [text(player, 'cannotPlay'), text(resultCard, 'download', { what: '1080p', size: '18.40 MB' })],
    play: (visitor) => visitor.sees(text(player, 'cannotPlay')),
  }),
  result({
    name: 'long-caption',
    post: POSTS.longCaption,
    expects: [{ role: 'button', name: text(resultCard, 'copyCaption') }, '…'],
  }),
  result({
    name: 'no-handle',
    post: POSTS.noHandle,
    expects: ['Instagram reel'],
    without: ['@unknown', text(resultCard, 'copyCaption')],
  }),
];
