import { PRIVATE, REGION_BLOCKED, WITHHELD } from '../../fault-sentences.ts';
import type { Canned } from '../../integration/fake-outbound-client.ts';
import {
  AS_GONE,
  AS_LIMITED,
  AS_POST,
  AS_REGION,
  AS_UNREADABLE_HERE,
  all,
  COMMON_EFFECTS,
  DOWN,
  EMPTY,
  type NativeAnswers,
  offline,
  POST,
  page,
  UNKNOWN_LAYOUT,
  unreadable,
  wall,
  withheld,
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
  morePages: {
    'only its author sees it': detail({ statusCode: 10_204, statusMsg: 'item_privacy&status_self_see' }),
    'not in this region': detail({ statusCode: 10_204, statusMsg: 'person_geo_fencing' }),
    'in review': detail({ statusCode: 10_204, statusMsg: 'status_reviewing' }),
    'deleted by its author': detail({ statusCode: 10_204, statusMsg: 'status_deleted' }),
    'refused without a reason': detail({ statusCode: 10_204, statusMsg: '' }),
    'renamed fields': detail({
      statusCode: 0,
      itemInfo: { itemStruct: { id: ID, video: { newAddr: 'https://v16.tiktokcdn.com/a/' } } },
    }),
    'only a watermarked film': detail({
      statusCode: 0,
      itemInfo: { itemStruct: { id: ID, video: { downloadAddr: 'https://v16.tiktokcdn.com/a/' } } },
    }),
  },
  embeds: {
    post: { body: page({ videoData: slideshow, embed_product_id: ID, author_unique_id: 'river.keeper' }) },
    broken: { status: 400, body: '{"message":"Something went wrong","code":400}' },
    '404': { status: 404 },
    '429': { status: 429 },
    unreadable: UNKNOWN_LAYOUT,
    'network failure': DOWN,
  },
  oembeds: {
    'the post': { body: JSON.stringify({ embed_product_id: ID, author_unique_id: 'river.keeper' }) },
    '400': { status: 400, body: '{"message":"Something went wrong","code":400}' },
    '403': { status: 403 },
    '500': { status: 500 },
    'a captcha': { body: '<div id="captcha-init"></div>' },
  },
  oembedOfPost: { body: JSON.stringify({ embed_product_id: ID, author_unique_id: 'river.keeper' }) },
  expected: {
    post: all(AS_POST),
    // oEmbed knows a post that the page denies: the post is blocked in this server's region. If oEmbed does not reject it either, nothing
    // is known.
    gone: all(AS_GONE, {
      post: AS_REGION,
      '429': AS_LIMITED,
      unreadable: AS_UNREADABLE_HERE,
      'network failure': AS_UNREADABLE_HERE,
    }),
    'login wall': withheld,
    throttled: withheld,
    challenge: wall,
    unreadable,
    empty: withheld,
    // An embed answers 400 to a request it rejects.
    'network failure': {
      ...offline,
      broken: `Failed to fetch video: the platform refused to show the post to this server. | failed | open`,
    },
  },
  faults: [
    ...COMMON_EFFECTS.filter(([fault]) => fault !== 'page-throttled'),
    ['page-throttled', WITHHELD, 'asked', 'closed'],
    ['page-private', PRIVATE, 'not asked', 'closed'],
    ['page-region', REGION_BLOCKED, 'asked', 'closed'],
    ['page-login-wall', WITHHELD, 'asked', 'closed'],
    ['page-desktop-challenge', POST, 'not asked', 'closed'],
    ['page-empty', WITHHELD, 'asked', 'closed'],
  ],
};
