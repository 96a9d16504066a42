import { downloadPanel } from '#messages/download-panel.ts';
import { resultCard } from '#messages/result-card.ts';
import { text } from '#shared/messages/text.ts';
import { DOWNLOAD_BURST_WINDOW_MS } from '../../../src/web/features/download/file/browser-sinks.ts';
import { DOWNLOADS_PER_PRESS } from '../../../src/web/lib/set-plan.ts';
import { POSTS, SET_PHOTO_BYTES } from '../sample-posts.ts';
import { json, problem, type Reply } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import type { Visitor } from '../visitor.ts';
import { download } from './download-story.ts';

const ANOTHER = text(downloadPanel, 'pasteAnother');
const TWENTY = text(resultCard, 'downloadMany', { what: '20 photos' });

/** Replies with a complete photo of the set. */
const photo: Reply = () =>
  new Response(new Uint8Array(SET_PHOTO_BYTES), {
    headers: { 'content-type': 'image/jpeg', 'content-length': String(SET_PHOTO_BYTES) },
  });
const allPhotos = { 'GET /api/media/': photo };

/** Lets ten downloads start. Each waits for the one before, and what it answers takes real time. */
const startsTen = async (visitor: Visitor): Promise<void> => {
  for (let file = 0; file < 2 * DOWNLOADS_PER_PRESS; file += 1)
    await visitor.waits(DOWNLOAD_BURST_WINDOW_MS / DOWNLOADS_PER_PRESS);
};

const firstTen = async (visitor: Visitor): Promise<void> => {
  await visitor.presses(TWENTY);
  await startsTen(visitor);
  await visitor.sees(text(downloadPanel, 'handed', { handed: 10, files: 20 }));
};

/** Stories of sets with more files or bytes than a browser accepts per click. */
export const SET_STORIES: readonly Story[] = [
  download({
    name: 'set-large',
    post: POSTS.twenty,
    media: allPhotos,
    button: text(resultCard, 'oneZip'),
    environment: { folder: 'chosen' },
    primary: 'Download',
    expects: [
      text(resultCard, 'zipHint'),
      text(resultCard, 'toFolder'),
      text(resultCard, 'perPress', { legend: 'JPG, original size' }),
      TWENTY,
    ],
  }),
  download({
    name: 'set-parts',
    post: POSTS.largeSet,
    media: allPhotos,
    button: text(resultCard, 'zips', { count: 3 }),
    primary: 'Download',
    expects: [
      text(resultCard, 'zips', { count: 3 }),
      text(resultCard, 'withoutLarge', {
        legend: text(resultCard, 'zipParts', { megabytes: 200 }),
        count: 1,
        megabytes: 200,
      }),
    ],
  }),
  download({
    name: 'set-next',
    post: POSTS.twenty,
    media: allPhotos,
    button: text(resultCard, 'separateFiles'),
    expects: [
      text(downloadPanel, 'handed', { handed: 10, files: 20 }),
      text(downloadPanel, 'tenPerPress'),
      { role: 'button', name: text(downloadPanel, 'saveNext', { count: 10 }) },
      { role: 'button', name: text(downloadPanel, 'stopHere') },
    ],
    primary: text(downloadPanel, 'saveNext', { count: 10 }),
    play: firstTen,
  }),
  download({
    name: 'set-stopped',
    post: POSTS.twenty,
    media: allPhotos,
    button: text(resultCard, 'separateFiles'),
    expects: [text(downloadPanel, 'handed', { handed: 10, files: 20 }), text(downloadPanel, 'restCancelled')],
    primary: ANOTHER,
    play: async (visitor) => {
      await firstTen(visitor);
      await visitor.presses(text(downloadPanel, 'stopHere'));
    },
  }),
  download({
    name: 'set-failed',
    primary: text(downloadPanel, 'retry'),
    post: POSTS.twenty,
    media: { 'GET /api/media/': [photo, photo, problem('ticket_expired'), photo] },
    routes: { 'POST /api/preview': [json(POSTS.twenty), problem('gone')] },
    button: text(resultCard, 'separateFiles'),
    expects: [
      text(downloadPanel, 'noDownloadUrl'),
      text(downloadPanel, 'reasons.gone'),
      `${text(downloadPanel, 'handed', { handed: 19, files: 20 })}.`,
      text(downloadPanel, 'failedFiles', { count: 1 }),
      { role: 'button', name: text(downloadPanel, 'retry') },
    ],
    play: async (visitor) => {
      await firstTen(visitor);
      await visitor.presses(text(downloadPanel, 'saveNext', { count: 9 }));
      await startsTen(visitor);
      await visitor.sees(text(downloadPanel, 'failedFiles', { count: 1 }));
    },
  }),
  download({
    name: 'set-photos',
    post: POSTS.five,
    media: allPhotos,
    button: text(resultCard, 'downloadMany', { what: '5 photos' }),
    // The tap on Download is too long ago for the sheet.
    environment: { phone: 'iphone', share: 'taken', popups: 'blocked' },
    only: 'narrow',
    expects: [
      text(downloadPanel, 'sheetReady', { count: 5 }),
      { role: 'button', name: text(downloadPanel, 'toPhotos', { count: 5 }) },
    ],
    primary: text(downloadPanel, 'toPhotos', { count: 5 }),
    play: (visitor) => visitor.sees(text(downloadPanel, 'sheetReady', { count: 5 })),
  }),
  download({
    name: 'set-photos-taken',
    post: POSTS.five,
    media: allPhotos,
    button: text(resultCard, 'downloadMany', { what: '5 photos' }),
    environment: { phone: 'iphone', share: 'taken' },
    only: 'narrow',
    expects: [text(downloadPanel, 'shared', { shared: 5, files: 5 })],
    primary: ANOTHER,
    play: (visitor) => visitor.sees(text(downloadPanel, 'shared', { shared: 5, files: 5 })),
  }),
  download({
    name: 'set-folder',
    post: POSTS.twenty,
    media: allPhotos,
    button: text(resultCard, 'toFolder'),
    environment: { folder: 'chosen' },
    expects: [text(downloadPanel, 'stored', { saved: 20, files: 20, folder: 'Quay walk' })],
    primary: ANOTHER,
    play: async (visitor) => {
      await visitor.presses(TWENTY);
      await visitor.sees(text(downloadPanel, 'stored', { saved: 20, files: 20, folder: 'Quay walk' }));
    },
  }),
];
