import { resultCard } from '#messages/result-card.ts';
import type { Post } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import { megabytes, POSTS } from '../sample-posts.ts';
import { json, type Routes, type ScriptedFile } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import type { Visitor } from '../visitor.ts';
import { opensPost } from './result-stories.ts';

export const FILE_BYTES = megabytes(18.4);
export const SECOND_MS = 1_000;
export const BLOCK = '[data-testid="download"]';
export const BUTTON = text(resultCard, 'download', { what: '1080p', size: '18.40 MB' });

interface DownloadStory extends Story {
  readonly post?: Post;
  /** Replies to the media requests after the click on Download. */
  readonly media: Routes;
  readonly button?: string;
}

/** Creates a story that opens a post and clicks its Download button before `play`. */
export const download = ({
  post = POSTS.video,
  media,
  button = BUTTON,
  play,
  routes,
  ...story
}: DownloadStory): Story => ({
  routes: { 'POST /api/preview': json(post), ...media, ...routes },
  primary: null,
  show: BLOCK,
  ...story,
  name: `download-${story.name}`,
  play: async (visitor) => {
    await opensPost(visitor);
    await visitor.presses(button);
    await play?.(visitor);
  },
});

export const from = (file: ScriptedFile): Routes => ({ 'GET /api/media/': file.reply });

const BYTES_PER_SECOND = megabytes(3.1);
/** Chunks per second, so that the page can show progress about as often. */
const STEPS_PER_SECOND = 5;

/** Sends bytes at 3.1 MB per second until `received` bytes have arrived. */
export async function receiveBytes(visitor: Visitor, file: ScriptedFile, received: number): Promise<void> {
  const seconds = received / BYTES_PER_SECOND;
  const steps = Math.round(seconds * STEPS_PER_SECOND);
  const until = (step: number): number => Math.round((received * step) / steps);
  for (let step = 1; step <= steps; step += 1) {
    await visitor.waits((seconds * SECOND_MS) / steps);
    await file.send(until(step) - until(step - 1));
  }
}

export const receiveAll = async (file: ScriptedFile, bytes: number): Promise<void> => {
  await file.send(bytes);
  await file.end();
};
