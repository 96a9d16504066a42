import { downloadPanel } from '#messages/download-panel.ts';
import { installRow } from '#messages/install-row.ts';
import { linkForm } from '#messages/link-form.ts';
import { resultCard } from '#messages/result-card.ts';
import type { Post } from '#shared/contract/preview.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { megabytes, POSTS, REEL_LINK, SET_LINK } from '../sample-posts.ts';
import { json, problem, redirect, scriptedFile, unreachable } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { DIRECT_STORIES } from './direct-stories.ts';
import {
  BLOCK,
  BUTTON,
  download,
  FILE_BYTES,
  from,
  receiveAll,
  receiveBytes,
  SECOND_MS,
} from './download-story.ts';
import { PROGRESS_STORIES } from './progress-stories.ts';
import { opensPost } from './result-stories.ts';
import { SET_STORIES } from './set-stories.ts';

const SAVED_NAME = 'instagram_video_DQuayWalk01_1080p_2026-03-02.mp4';
const ANOTHER = text(downloadPanel, 'pasteAnother');
const [SAVING_AS] = textParts(downloadPanel, 'savingAs');

const cancelled = scriptedFile(FILE_BYTES);
const whole = scriptedFile(FILE_BYTES);
const shared = scriptedFile(FILE_BYTES);
const dismissed = scriptedFile(FILE_BYTES);
const twice = scriptedFile(FILE_BYTES);
const left = scriptedFile(FILE_BYTES);
const next = scriptedFile(FILE_BYTES);
const refused = scriptedFile(FILE_BYTES);
const broken = scriptedFile(FILE_BYTES);
const zipped = [megabytes(1), megabytes(1.1), megabytes(1.2)].map((size) => scriptedFile(size, 'image/jpeg'));

const ENDS: readonly Story[] = [
  download({
    name: 'cancelled',
    media: from(cancelled),
    expects: [BUTTON],
    primary: 'Download',
    play: async (visitor) => {
      await receiveBytes(visitor, cancelled, megabytes(11.78));
      await visitor.presses(text(downloadPanel, 'cancel'));
    },
  }),
  download({
    name: 'done',
    media: from(whole),
    expects: [text(downloadPanel, 'savedToDevice'), SAVED_NAME, ANOTHER],
    without: [SAVING_AS],
    primary: ANOTHER,
    play: () => receiveAll(whole, FILE_BYTES),
  }),
  download({
    name: 'done-zip',
    post: POSTS.three,
    button: 'One ZIP file',
    media: { 'GET /api/media/': zipped.map((file) => file.reply) },
    expects: [text(downloadPanel, 'savedInZip', { what: '3 photos' }), '.zip'],
    primary: ANOTHER,
    play: async (visitor) => {
      await visitor.presses(text(resultCard, 'downloadMany', { what: '3 photos' }));
      for (const [index, file] of zipped.entries()) await receiveAll(file, megabytes(1 + index / 10));
      await visitor.sees(text(downloadPanel, 'savedInZip', { what: '3 photos' }));
    },
  }),
  download({
    name: 'done-iphone',
    media: from(shared),
    environment: { phone: 'iphone', share: 'taken' },
    expects: [SAVED_NAME, ANOTHER, { role: 'button', name: text(downloadPanel, 'saveToPhotos') }],
    primary: text(downloadPanel, 'saveToPhotos'),
    only: 'narrow',
    play: () => receiveAll(shared, FILE_BYTES),
  }),
  download({
    name: 'install-row',
    media: from(twice),
    environment: { phone: 'iphone', share: 'taken' },
    expects: [
      text(installRow, 'onApple', { title: 'Savelet' }),
      { role: 'button', name: text(installRow, 'notNow') },
    ],
    only: 'narrow',
    primary: text(downloadPanel, 'saveToPhotos'),
    show: '[data-testid="install-row"]',
    play: async (visitor) => {
      await receiveAll(twice, FILE_BYTES);
      await visitor.sees(SAVED_NAME);
      await visitor.presses(text(downloadPanel, 'close'));
      await visitor.waits(SECOND_MS);
      await visitor.presses(BUTTON);
      await receiveAll(twice, FILE_BYTES);
      await visitor.sees(SAVED_NAME);
    },
  }),
  download({
    name: 'overtaken',
    post: POSTS.video,
    media: from(left),
    routes: { 'POST /api/preview': [json(POSTS.video), json(POSTS.photo)], ...from(left) },
    expects: [
      { role: 'button', name: text(downloadPanel, 'cancel') },
      text(resultCard, 'download', { what: 'photo', size: '1.00 MB' }),
    ],
    primary: 'Download',
    show: '#preview',
    play: async (visitor) => {
      await left.send(megabytes(3));
      await visitor.fetches(REEL_LINK);
      await visitor.sees(text(resultCard, 'download', { what: 'photo', size: '1.00 MB' }));
    },
  }),
  download({
    name: 'share-dismissed',
    media: from(dismissed),
    environment: { phone: 'android', share: 'dismissed' },
    expects: [SAVED_NAME, { role: 'button', name: text(downloadPanel, 'share') }],
    primary: ANOTHER,
    without: [text(downloadPanel, 'downloadFailed')],
    only: 'narrow',
    play: async (visitor) => {
      await receiveAll(dismissed, FILE_BYTES);
      await visitor.presses(text(downloadPanel, 'share'));
    },
  }),
  download({
    name: 'failed',
    primary: text(downloadPanel, 'retry'),
    // The link has expired by then, and the post has been deleted.
    media: { 'GET /api/media/': [broken.reply, problem('ticket_expired')] },
    routes: { 'POST /api/preview': [json(POSTS.video), problem('gone')] },
    expects: [
      text(downloadPanel, 'downloadFailed'),
      text(downloadPanel, 'reasons.gone'),
      text(downloadPanel, 'stoppedAt', { progress: '11.78 of 18.40 MB' }),
      text(downloadPanel, 'retry'),
      { role: 'button', name: ANOTHER },
    ],
    play: async (visitor) => {
      await receiveBytes(visitor, broken, megabytes(11.78));
      await broken.breakOff();
      await visitor.waits(SECOND_MS);
      await visitor.sees(text(downloadPanel, 'downloadFailed'));
    },
  }),
  download({
    name: 'paste-another',
    media: from(next),
    environment: { clipboard: { text: SET_LINK } },
    routes: { 'POST /api/preview': [json(POSTS.video), json(POSTS.photo)] },
    expects: [text(resultCard, 'download', { what: 'photo', size: '1.00 MB' })],
    primary: 'Download',
    play: async (visitor) => {
      await receiveAll(next, FILE_BYTES);
      await visitor.presses(ANOTHER);
      await visitor.sees(text(resultCard, 'download', { what: 'photo', size: '1.00 MB' }));
    },
  }),
  download({
    name: 'paste-another-refused',
    media: from(refused),
    environment: { clipboard: 'refused' },
    expects: [text(linkForm, 'clipboardRefused')],
    without: [SAVED_NAME, ANOTHER],
    primary: text(linkForm, 'paste'),
    show: 'form',
    play: async (visitor) => {
      await receiveAll(refused, FILE_BYTES);
      await visitor.presses(ANOTHER);
      await visitor.sees(text(linkForm, 'clipboardRefused'));
    },
  }),
  download({
    name: 'opened-in-tab',
    media: { 'GET /api/media/': problem('network'), 'HEAD /api/media/': redirect },
    expects: [text(downloadPanel, 'opened'), text(downloadPanel, 'showHow')],
    primary: ANOTHER,
  }),
  download({
    name: 'how-to-save',
    media: { 'GET /api/media/': problem('network'), 'HEAD /api/media/': redirect },
    expects: [text(downloadPanel, 'howOnComputer')],
    primary: ANOTHER,
    play: (visitor) => visitor.presses(text(downloadPanel, 'showHow')),
  }),
  download({
    name: 'handed-over',
    media: { 'GET /api/media/': unreachable, 'HEAD /api/media/': json(null) },
    expects: [text(downloadPanel, 'handedOver')],
    primary: ANOTHER,
  }),
  download({
    name: 'no-url',
    media: { 'GET /api/media/': problem('ticket_expired') },
    routes: { 'POST /api/preview': [json(POSTS.video), problem('gone')] },
    expects: [text(downloadPanel, 'noDownloadUrl'), text(downloadPanel, 'reasons.gone')],
    primary: text(downloadPanel, 'retry'),
  }),
  download({
    name: 'in-app',
    media: { 'HEAD /api/media/': json(null) },
    environment: { phone: 'instagram' },
    expects: [
      text(downloadPanel, 'handedToApp', { app: 'Instagram' }),
      text(downloadPanel, 'leaveApp', { app: 'Instagram' }),
    ],
    without: [text(downloadPanel, 'downloadCompleted')],
    only: 'narrow',
    primary: ANOTHER,
  }),
];

const before = (name: string, post: Post, expects: Story['expects']): Story => ({
  name: `download-${name}`,
  routes: { 'POST /api/preview': json(post) },
  expects,
  primary: 'Download',
  show: BLOCK,
  play: opensPost,
});

const BEFORE: readonly Story[] = [
  before('large', POSTS.large, [
    text(downloadPanel, 'largeFile'),
    text(resultCard, 'download', { what: '1080p', size: '124.60 MB' }),
  ]),
];

export const DOWNLOAD_STORIES: readonly Story[] = [
  ...BEFORE,
  ...PROGRESS_STORIES,
  ...ENDS,
  ...DIRECT_STORIES,
  ...SET_STORIES,
];
