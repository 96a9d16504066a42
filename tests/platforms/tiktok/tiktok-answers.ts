import {
  GONE,
  LIMITED,
  NETWORK,
  NO_MEDIA,
  PRIVATE,
  REGION_BLOCKED,
  TIMED_OUT,
  UNREADABLE,
  UPSTREAM_ERROR,
} from '../../fault-sentences.ts';
import type { Canned } from '../../integration/fake-outbound-client.ts';
import {
  AS_GONE,
  AS_LIMITED,
  AS_NETWORK,
  AS_POST,
  AS_PRIVATE,
  AS_REGION,
  AS_UNREADABLE,
  all,
  DOWN,
  EMPTY,
  type NativeAnswers,
  POST,
  page,
  UNKNOWN_LAYOUT,
  wall,
} from '../native-answers.ts';

const ID = '7411111111111111111';
const slideshow = {
  itemInfos: { id: ID },
  imagePostInfo: { displayImages: [{ urlList: ['https://p16-sign.tiktokcdn-us.com/1.jpeg?x'] }] },
};
const detail = (data: object): Canned => ({
  body: page({ __DEFAULT_SCOPE__: { 'webapp.video-detail': data } }),
});
const film = { id: ID, video: { playAddr: 'https://v16-webapp-prime.us.tiktok.com/video/a/' } };

/** Answers of TikTok's page and embed, and of oEmbed, which is requested when the page says that the post is gone. */
export const tiktokAnswers: NativeAnswers = {
  id: ID,
  pages: {
    post: detail({ statusCode: 0, itemInfo: { itemStruct: film } }),
    gone: detail({ statusCode: 10_204, statusMsg: "item doesn't exist", itemInfo: {} }),
    'login wall': { url: 'https://www.tiktok.com/login?x=1', body: 'Log in' },
    throttled: { body: '<html><div id="app"></div></html>' },
    challenge: { body: 'Please wait...<p id="cs"></p><p id="wci"></p>' },
    unreadable: UNKNOWN_LAYOUT,
    empty: EMPTY,
    'network failure': DOWN,
  },
  embeds: {
    post: { body: page({ videoData: slideshow, embed_product_id: ID, author_unique_id: 'river.keeper' }) },
    broken: { status: 400, body: '{"message":"Something went wrong","code":400}' },
    '404': { status: 404 },
    '429': { status: 429 },
    unreadable: UNKNOWN_LAYOUT,
    'network failure': DOWN,
  },
  oembedOfPost: { body: JSON.stringify({ embed_product_id: ID, author_unique_id: 'river.keeper' }) },
  expected: {
    post: all(AS_POST),
    // oEmbed knows a post that the page denies: the post is blocked in this server's region.
    gone: all(AS_GONE, { post: AS_REGION }),
    // TikTok requires an account for posts of its own choice: the post is restricted, the server is not blocked.
    'login wall': all(AS_PRIVATE),
    throttled: wall,
    challenge: wall,
    unreadable: all(AS_UNREADABLE, { '429': AS_LIMITED }),
    empty: wall,
    // An embed answers 400 to a request it rejects.
    'network failure': all(AS_NETWORK, {
      '429': AS_LIMITED,
      unreadable: AS_UNREADABLE,
      broken: `Failed to fetch video: the platform refused to show the post to this server. | failed | open`,
    }),
  },
  faults: [
    ['page-private', PRIVATE, 'not asked', 'closed'],
    ['page-gated', PRIVATE, 'not asked', 'closed'],
    ['page-gone', GONE, 'not asked', 'closed'],
    ['page-region', REGION_BLOCKED, 'asked', 'closed'],
    ['page-limited', LIMITED, 'asked', 'closed', 'paused'],
    ['page-login-wall', PRIVATE, 'asked', 'closed'],
    ['page-throttled', LIMITED, 'asked', 'closed'],
    ['page-challenge', LIMITED, 'asked', 'closed'],
    ['page-desktop-challenge', POST, 'not asked', 'closed'],
    ['page-empty', LIMITED, 'asked', 'closed'],
    ['page-server-error', UPSTREAM_ERROR, 'asked', 'open'],
    ['page-slow', POST, 'not asked', 'closed'],
    ['page-late', TIMED_OUT, 'asked', 'open'],
    ['page-stalled', TIMED_OUT, 'asked', 'open'],
    ['page-reset', NETWORK, 'asked', 'open'],
    ['page-unreadable', UNREADABLE, 'asked', 'open'],
    ['page-no-media', NO_MEDIA, 'asked', 'closed'],
    ['media-probe-html', NO_MEDIA, 'asked', 'open'],
  ],
};
