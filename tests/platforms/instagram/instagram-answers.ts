import { PRIVATE, WITHHELD } from '../../fault-sentences.ts';
import type { Canned } from '../../integration/fake-outbound-client.ts';
import {
  AS_GONE,
  AS_POST,
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
import { CODE, clip, POST_ROUTE, polaris, route } from './instagram-page-data.ts';

const graph = { shortcode: CODE, is_video: true, video_url: 'https://scontent.cdninstagram.com/v/a.mp4' };

const gate = (ruling: unknown): Canned => ({
  body: page({ xig_polaris_media: { code: CODE, if_not_gated_logged_out: null, gating_ruling: ruling } }),
});

/** Answers of Instagram's page and embed. */
export const instagramAnswers: NativeAnswers = {
  id: CODE,
  pages: {
    post: { body: page(polaris(clip())) },
    gone: { body: page(route('comet.igweb.PolarisErrorRoute')) },
    'login wall': { body: page(route('comet.igweb.PolarisCAAIGLoginHomepageRoute')) },
    throttled: { body: page(route(POST_ROUTE)) },
    challenge: { status: 302, headers: { location: '/challenge/?next=x' } },
    unreadable: UNKNOWN_LAYOUT,
    empty: EMPTY,
    'network failure': DOWN,
  },
  morePages: {
    'not in this region': gate({ title: 'Not available in your region' }),
    'for adults': gate({ title: 'Restricted Video', description: 'You must be 18 years old.' }),
    'a gate without a reason': gate(null),
    consent: { body: '<title>Allow the use of cookies from Instagram?</title><h2>Allow all cookies</h2>' },
    'a refusal in JSON': { body: 'for (;;);{"error":1357001,"errorSummary":"Log in to continue"}' },
    'renamed fields': {
      body: page({
        xig_polaris_media: { if_not_gated_logged_out: { code: CODE, media_type: 2, film_urls: [] } },
      }),
    },
  },
  embeds: {
    post: { body: page({ contextJSON: JSON.stringify({ shortcode_media: graph }) }) },
    broken: { body: '<div class="EmbedBrokenMedia"></div>' },
    '404': { status: 404 },
    '429': { status: 429 },
    unreadable: UNKNOWN_LAYOUT,
    'network failure': DOWN,
  },
  expected: {
    post: all(AS_POST),
    gone: all(AS_GONE, { post: AS_GONE }),
    'login wall': withheld,
    throttled: wall,
    challenge: wall,
    unreadable,
    empty: withheld,
    'network failure': offline,
  },
  faults: [
    ...COMMON_EFFECTS,
    // Such a page shows only a picture for link previews, which is a tentative sign of a private post.
    ['page-private', PRIVATE, 'asked', 'closed'],
    ['page-login-wall', WITHHELD, 'asked', 'closed'],
    ['page-login-redirect', WITHHELD, 'asked', 'closed'],
    ['page-empty', WITHHELD, 'asked', 'closed'],
    ['page-queried', POST, 'not asked', 'closed'],
  ],
};
