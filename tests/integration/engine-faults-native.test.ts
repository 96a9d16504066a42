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
} from '../fault-sentences.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import type { MockPlatform } from '../mock-platforms/post.ts';
import { describeEngineFaults, type FaultRow, POST } from './engine-fault-suite.ts';

type ExpectedResult = readonly [
  fault: string,
  says: string,
  next: FaultRow['next'],
  breaker: FaultRow['breaker'],
  pause?: 'paused',
];

const on =
  (platform: MockPlatform) =>
  ([fault, says, next, breaker, pause]: ExpectedResult): FaultRow => ({
    fault,
    platform,
    link: faultLink(fault, platform),
    says,
    next,
    breaker,
    ...(pause === undefined ? {} : { isPaused: true }),
  });

const INSTAGRAM: readonly ExpectedResult[] = [
  // Such a page shows only a picture for link previews, which is a tentative sign of a private post.
  ['page-private', PRIVATE, 'asked', 'closed'],
  ['page-gated', PRIVATE, 'not asked', 'closed'],
  ['page-gone', GONE, 'not asked', 'closed'],
  ['page-limited', LIMITED, 'asked', 'closed', 'paused'],
  ['page-login-wall', LIMITED, 'asked', 'closed'],
  ['page-login-redirect', LIMITED, 'asked', 'closed'],
  ['page-throttled', LIMITED, 'asked', 'closed'],
  ['page-challenge', LIMITED, 'asked', 'closed'],
  ['page-empty', UNREADABLE, 'asked', 'open'],
  ['page-server-error', UPSTREAM_ERROR, 'asked', 'open'],
  ['page-slow', POST, 'not asked', 'closed'],
  ['page-late', TIMED_OUT, 'asked', 'open'],
  ['page-stalled', TIMED_OUT, 'asked', 'open'],
  ['page-reset', NETWORK, 'asked', 'open'],
  ['page-unreadable', UNREADABLE, 'asked', 'open'],
  ['page-no-media', NO_MEDIA, 'asked', 'closed'],
  ['media-probe-html', NO_MEDIA, 'asked', 'open'],
];

const TIKTOK: readonly ExpectedResult[] = [
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
];

describeEngineFaults({
  engine: 'native',
  environment: () => ({}),
  rows: [...INSTAGRAM.map(on('instagram')), ...TIKTOK.map(on('tiktok'))],
});
