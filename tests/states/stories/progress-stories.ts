import { downloadPanel } from '#messages/download-panel.ts';
import { resultCard } from '#messages/result-card.ts';
import { text } from '#shared/messages/text.ts';
import { DOWNLOAD_RETRY_DELAYS_MS } from '../../../src/web/features/download/transfer/transfer.ts';
import { megabytes, POSTS } from '../sample-posts.ts';
import { never, scriptedFile, unreachable } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { download, FILE_BYTES, from, receiveAll, receiveBytes, SECOND_MS } from './download-story.ts';

const [FIRST_RETRY_MS = 0] = DOWNLOAD_RETRY_DELAYS_MS;

const known = scriptedFile(FILE_BYTES);
const unknown = scriptedFile(null);
const stalled = scriptedFile(FILE_BYTES);
const paused = scriptedFile(FILE_BYTES);
const lost = scriptedFile(FILE_BYTES);
const offline = scriptedFile(FILE_BYTES);
const first = scriptedFile(megabytes(1), 'image/jpeg');
const second = scriptedFile(megabytes(1.1), 'image/jpeg');
const third = scriptedFile(megabytes(1.2), 'image/jpeg');

/** Stories of running, waiting and paused downloads. */
export const PROGRESS_STORIES: readonly Story[] = [
  download({
    name: 'preparing',
    media: { 'GET /api/media/': never },
    expects: [text(downloadPanel, 'preparing'), text(downloadPanel, 'cancel')],
  }),
  download({
    name: 'known-length',
    media: from(known),
    expects: ['64%', '11.78 of 18.40 MB', '3.1 MB/s', '3 s left', text(downloadPanel, 'cancel')],
    play: (visitor) => receiveBytes(visitor, known, megabytes(11.78)),
  }),
  download({
    name: 'unknown-length',
    post: POSTS.noSizes,
    button: text(resultCard, 'downloadMany', { what: '1080p' }),
    media: from(unknown),
    expects: ['9.12 MB', '3.1 MB/s', text(downloadPanel, 'sizeUnknown')],
    without: ['%'],
    play: (visitor) => receiveBytes(visitor, unknown, megabytes(9.12)),
  }),
  download({
    name: 'stalled-long',
    media: from(stalled),
    expects: [
      text(downloadPanel, 'waiting'),
      { role: 'button', name: text(downloadPanel, 'retry') },
      text(downloadPanel, 'cancel'),
    ],
    play: async (visitor) => {
      await receiveBytes(visitor, stalled, megabytes(11.78));
      await visitor.waits(30_500);
    },
  }),
  download({
    name: 'paused',
    media: from(paused),
    expects: [
      '64%',
      text(downloadPanel, 'paused'),
      '11.78 of 18.40 MB',
      { role: 'button', name: text(downloadPanel, 'resume') },
    ],
    without: ['MB/s'],
    play: async (visitor) => {
      await receiveBytes(visitor, paused, megabytes(11.78));
      await visitor.presses(text(downloadPanel, 'pause'));
      await visitor.waits(60 * SECOND_MS);
    },
  }),
  download({
    name: 'connection-lost',
    media: { 'GET /api/media/': [lost.reply, unreachable] },
    expects: [
      '64%',
      text(downloadPanel, 'lostFor', { seconds: 3 }),
      { role: 'button', name: text(downloadPanel, 'pause') },
      text(downloadPanel, 'cancel'),
    ],
    play: async (visitor) => {
      await receiveBytes(visitor, lost, megabytes(11.78));
      await lost.breakOff();
      for (const wait of DOWNLOAD_RETRY_DELAYS_MS.slice(0, 2)) await visitor.waits(wait);
      await visitor.sees(text(downloadPanel, 'lostFor', { seconds: 3 }));
    },
  }),
  download({
    name: 'reconnecting',
    media: { 'GET /api/media/': [lost.reply, never] },
    expects: ['64%', text(downloadPanel, 'lost'), text(downloadPanel, 'cancel')],
    without: [text(downloadPanel, 'lostFor', { seconds: Math.ceil(FIRST_RETRY_MS / SECOND_MS) })],
    play: async (visitor) => {
      await receiveBytes(visitor, lost, megabytes(11.78));
      await lost.breakOff();
      await visitor.waits(FIRST_RETRY_MS + SECOND_MS / 2);
    },
  }),
  download({
    name: 'offline',
    media: { 'GET /api/media/': [offline.reply, unreachable] },
    expects: ['64%', text(downloadPanel, 'offline'), text(downloadPanel, 'cancel')],
    play: async (visitor) => {
      await receiveBytes(visitor, offline, megabytes(11.78));
      await visitor.goesOffline();
      await offline.breakOff();
      await visitor.sees(text(downloadPanel, 'offline'));
    },
  }),
  download({
    name: 'set',
    post: POSTS.three,
    button: text(resultCard, 'downloadMany', { what: '3 photos' }),
    media: { 'GET /api/media/': [first.reply, second.reply, third.reply] },
    expects: [text(downloadPanel, 'files', { file: 2, files: 3 })],
    play: async (visitor) => {
      await receiveAll(first, megabytes(1));
      await visitor.waits(SECOND_MS);
      // The second and the third arrive at the same time.
      for (const file of [second, third]) await file.send(megabytes(0.4));
      await visitor.waits(SECOND_MS);
      for (const file of [second, third]) await file.send(megabytes(0.4));
    },
  }),
];
