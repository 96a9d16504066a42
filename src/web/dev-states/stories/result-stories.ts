import type { Post } from '#shared/contract/preview.ts';
import { MESSAGES } from '#shared/messages.ts';
import { PLAYER_TEXT, RESULT_TEXT, resultText } from '#shared/result-messages.ts';
import { POSTS, REEL_LINK } from '../sample-posts.ts';
import { json } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import type { Visitor } from '../visitor.ts';

const CARD = '[data-testid="result-card"]';
const DOWNLOAD = '[data-testid="download"]';

/** Loads a post and waits until the notice about it has disappeared. */
export async function opensPost(visitor: Visitor): Promise<void> {
  await visitor.fetches(REEL_LINK);
  await visitor.sees(MESSAGES.previewLoaded);
  await visitor.waits(4_000);
}

interface ResultStory extends Omit<Story, 'group'> {
  readonly post: Post;
}

const result = ({ post, play, ...story }: ResultStory): Story => ({
  group: 'Result',
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
    title: 'A video with three qualities and its sound',
    post: POSTS.video,
    expects: [HANDLE, 'Instagram reel', '18.40 MB', resultText.download('1080p', '18.40 MB')],
  }),
  result({
    name: 'photo',
    title: 'One photo',
    post: POSTS.photo,
    expects: [HANDLE, resultText.download('photo', '1.00 MB')],
  }),
  result({
    name: 'carousel',
    title: 'Five photos',
    post: POSTS.carousel,
    expects: [resultText.selected(5, 5), resultText.downloadMany('5 photos')],
  }),
  result({
    name: 'carousel-some',
    title: 'Some of five photos',
    post: POSTS.carousel,
    expects: [resultText.selected(3, 5), resultText.downloadMany('3 photos')],
    play: async (visitor) => {
      await visitor.presses(resultText.thumb('photo', 2, true));
      await visitor.presses(resultText.thumb('photo', 4, true));
    },
  }),
  result({
    name: 'carousel-none',
    title: 'None of five photos',
    post: POSTS.carousel,
    expects: [resultText.selected(0, 5), RESULT_TEXT.chooseOne],
    primary: null,
    play: (visitor) => visitor.presses(RESULT_TEXT.clearSelection),
  }),
  result({
    name: 'mixed',
    title: 'Photos, a video and a sound',
    post: POSTS.mixed,
    show: DOWNLOAD,
    expects: [resultText.selected(4, 4), resultText.downloadMany('4 files')],
    play: (visitor) =>
      visitor
        .presses(resultText.thumb('video', 2, true))
        .then(() => visitor.presses(resultText.thumb('video', 2, false))),
  }),
  result({
    name: 'audio',
    title: 'Sound only',
    post: POSTS.audio,
    expects: ['@tomas.paints', '675.84 KB'],
  }),
  result({
    name: 'single-quality',
    title: 'A single quality',
    post: POSTS.single,
    expects: [resultText.download('720p', '8.91 MB')],
    without: [RESULT_TEXT.qualityHint],
  }),
  result({
    name: 'many-qualities',
    title: 'More than five qualities: four, and Show all',
    post: POSTS.many,
    expects: [{ role: 'button', name: resultText.showAll(7) }],
  }),
  result({
    name: 'all-qualities',
    title: 'All of seven qualities',
    show: DOWNLOAD,
    post: POSTS.many,
    expects: ['240p', '675.84 KB'],
    play: (visitor) => visitor.presses(resultText.showAll(7)),
  }),
  result({
    name: 'no-sound',
    title: 'A quality without sound',
    post: POSTS.noSound,
    expects: [RESULT_TEXT.noSound],
  }),
  result({
    name: 'set-no-sound',
    title: 'A clip of a set without sound, in one quality',
    post: POSTS.noSoundInSet,
    expects: [RESULT_TEXT.noSound],
  }),
  result({
    name: 'short-set',
    title: 'A set of which the platform returned only some items',
    post: POSTS.shortSet,
    expects: [resultText.fewerItems(2, 6), resultText.downloadMany('2 photos')],
  }),
  result({
    name: 'data-saver',
    title: 'Data saver on: the smallest file is marked',
    post: POSTS.video,
    environment: { dataSaver: true },
    expects: [RESULT_TEXT.dataSaver],
  }),
  result({
    name: 'estimated-size',
    title: 'One size is only estimated',
    post: POSTS.estimated,
    expects: ['about 5 MB', '8.91 MB', resultText.download('1080p', 'about 5 MB')],
  }),
  result({
    name: 'no-sizes',
    title: 'No size is known',
    post: POSTS.noSizes,
    expects: ['about 5 MB'],
    without: ['8.91 MB'],
  }),
  result({
    name: 'photo-failed',
    title: 'The photo cannot be shown',
    post: POSTS.photoFailed,
    expects: [PLAYER_TEXT.photoUnavailable, resultText.download('photo', '1.00 MB')],
    play: (visitor) => visitor.sees(PLAYER_TEXT.photoUnavailable),
  }),
  result({
    name: 'cannot-play',
    title: 'The video cannot be played here',
    post: POSTS.cannotPlay,
    expects: [PLAYER_TEXT.cannotPlay, resultText.download('1080p', '18.40 MB')],
    play: (visitor) => visitor.sees(PLAYER_TEXT.cannotPlay),
  }),
  result({
    name: 'long-caption',
    title: 'A long caption',
    post: POSTS.longCaption,
    expects: [{ role: 'button', name: RESULT_TEXT.copyCaption }, '…'],
  }),
  result({
    name: 'no-handle',
    title: 'No author name, no caption',
    post: POSTS.noHandle,
    expects: ['Instagram reel'],
    without: ['@unknown', RESULT_TEXT.copyCaption],
  }),
];
