import { downloadPanel } from '#messages/download-panel.ts';
import { errorHelp } from '#messages/error-help.ts';
import { linkForm } from '#messages/link-form.ts';
import { linkList } from '#messages/link-list.ts';
import { problemDetails } from '#messages/problem-details.ts';
import { text } from '#shared/messages/text.ts';
import { POSTS, REEL_LINK, SET_LINK, SET_PHOTO_BYTES, TIKTOK_LINK } from '../sample-posts.ts';
import { json, never, problem, type Reply } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import type { Visitor } from '../visitor.ts';

const FIRST = json(POSTS.video);
const SECOND = json(POSTS.carousel);
const ONE_PHOTO = { ...POSTS.twenty, items: POSTS.twenty.items.slice(0, 1) };
const SAVE_ALL = text(linkList, 'saveAll');
const GONE_LINK = 'https://www.instagram.com/p/DQuayWalk99/';
const counted = (group: 'waiting' | 'ready' | 'saved' | 'failed', count: number): string =>
  text(linkList, `counts.${group}`, { count });

const list = (answers: readonly Reply[], story: Omit<Story, 'routes'> & Pick<Story, 'routes'>): Story => ({
  primary: SAVE_ALL,
  show: '[data-testid="link-list"]',
  ...story,
  routes: { 'POST /api/preview': answers, ...story.routes },
  name: `list-${story.name}`,
  play: async (visitor: Visitor) => {
    await visitor.fetches([REEL_LINK, SET_LINK, TIKTOK_LINK, GONE_LINK].join(' '));
    await visitor.sees(text(linkList, 'title', { count: 4 }));
    await story.play?.(visitor);
  },
});

const photo: Reply = () =>
  new Response(new Uint8Array(SET_PHOTO_BYTES), {
    headers: { 'content-type': 'image/jpeg', 'content-length': String(SET_PHOTO_BYTES) },
  });

/** Stories of a list of several links. */
export const LIST_STORIES: readonly Story[] = [
  list([never], {
    name: 'looking-up',
    primary: null,
    expects: [counted('waiting', 4), text(linkList, 'states.looking-up'), text(linkList, 'states.waiting')],
  }),
  list([FIRST, SECOND, problem('private'), problem('gone')], {
    name: 'ready',
    expects: [
      `${counted('ready', 2)}, ${counted('failed', 2)}`,
      text(problemDetails, 'private'),
      text(problemDetails, 'gone'),
      text(errorHelp, 'gone'),
      { role: 'button', name: text(linkList, 'saveAllInZip') },
      { role: 'button', name: text(linkList, 'retryFailed') },
      { role: 'button', name: text(linkList, 'clear') },
    ],
    play: (visitor) => visitor.sees(counted('failed', 2)),
  }),
  list([problem('rate_limited', { retryAfter: 24, ownLimit: true }), SECOND], {
    name: 'limited',
    expects: [
      text(problemDetails, 'rate_limited'),
      text(linkList, 'continuesSeconds', { seconds: 24 }),
      `${counted('waiting', 3)}, ${counted('ready', 1)}`,
    ],
    play: (visitor) => visitor.sees(counted('ready', 1)),
  }),
  list([FIRST, never], {
    name: 'offline',
    expects: [text(linkList, 'offline'), text(linkForm, 'offlineEmpty')],
    play: async (visitor) => {
      await visitor.sees(counted('ready', 1));
      await visitor.goesOffline();
    },
  }),
  list([json({ ...POSTS.photo, downloadsPausedUntil: '2099-12-01T00:00:00.000Z' }), never], {
    name: 'traffic-spent',
    expects: [text(downloadPanel, 'trafficSpent', { time: '1 December 2099 at 00:00 UTC' })],
    play: (visitor) => visitor.sees(counted('ready', 1)),
  }),
  list([json(ONE_PHOTO), never, problem('gone')], {
    name: 'saved',
    routes: { 'GET /api/media/': photo },
    primary: text(downloadPanel, 'pasteAnother'),
    expects: [
      text(downloadPanel, 'savedToDevice'),
      text(linkList, 'states.saved'),
      `${counted('waiting', 1)}, ${counted('saved', 1)}, ${counted('failed', 2)}`,
    ],
    play: async (visitor) => {
      await visitor.sees(counted('failed', 2));
      await visitor.presses(SAVE_ALL);
      await visitor.sees(text(downloadPanel, 'savedToDevice'));
    },
  }),
];
