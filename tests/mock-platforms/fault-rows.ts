import type { MediaFault, MockFault, PageFault, ProviderFault } from './fault.ts';

/**
 * Byte at which transfers fail: after the probe and well inside the 1.1 MB film, so that a player or download has
 * already begun.
 */
export const FAULT_BYTE = 500_003;
export const SLOW_PAGE_MS = 2_000;
export const LATE_PAGE_MS = 60_000;

/** A fault of every platform that has it; the platform makes the post's id from the number. */
export type Row = readonly [name: string, number: number, does: string, more: Partial<MockFault>];

const page = (name: PageFault, number: number, does: string): Row => [name, number, does, { page: name }];

export const PAGE_ROWS: readonly Row[] = [
  page('private', 1_001, 'the post is private'),
  page('gated', 1_002, 'the post is for signed-in adults only'),
  page('gone', 1_003, 'the post was deleted'),
  page('region', 1_004, 'the page denies the post, oEmbed knows it'),
  page('limited', 1_005, 'HTTP 429 with Retry-After'),
  page('login-wall', 1_006, 'the login page with status 200 (TikTok: a redirect to /login)'),
  page('login-redirect', 1_018, 'a redirect to /accounts/login/'),
  page('throttled', 1_007, 'a shell without data'),
  page('challenge', 1_008, 'a challenge instead of the page'),
  page('desktop-challenge', 1_009, 'a challenge for computers, the post for phones'),
  page('empty', 1_010, 'status 200 and no byte'),
  page('server-error', 1_011, 'HTTP 500'),
  page('slow', 1_012, 'the post after two seconds'),
  page('late', 1_013, 'the post after a minute'),
  page('stalled', 1_014, 'half of the page, then nothing'),
  page('reset', 1_015, 'a connection reset'),
  page('unreadable', 1_016, 'a page of a layout nobody knows'),
  page('no-media', 1_017, 'the post without any media'),
  page('renamed', 1_019, 'the post with its media under other names'),
  page('queried', 1_020, 'a shell that requests the data of the post itself'),
];

const media = (
  name: string,
  number: number,
  transfer: 'complete' | 'fails' | 'either',
  fault: MediaFault,
  does: string,
  times?: number,
): Row => [name, number, does, { media: fault, transfer, ...(times === undefined ? {} : { times }) }];
const at = FAULT_BYTE;

export const MEDIA_ROWS: readonly Row[] = [
  media('cut', 2_001, 'fails', { kind: 'cut', at }, 'every transfer ends at one byte'),
  media('cut-once', 2_002, 'complete', { kind: 'cut', at }, 'the first transfer ends early', 1),
  media('stall', 2_003, 'fails', { kind: 'stall', at }, 'nothing comes after one byte'),
  media('stall-once', 2_004, 'complete', { kind: 'stall', at }, 'the first transfer stalls', 1),
  media('reset', 2_005, 'fails', { kind: 'reset', at }, 'a reset in mid-transfer'),
  media('reset-at-once', 2_006, 'fails', { kind: 'reset-at-once' }, 'a reset before any answer'),
  media('length-too-large', 2_007, 'fails', { kind: 'length-too-large' }, 'promises more than it sends'),
  media('shorter', 2_008, 'fails', { kind: 'shorter' }, 'a shorter file than the probe told'),
  media('longer', 2_009, 'fails', { kind: 'longer' }, 'a longer file than the probe told'),
  media('extra-bytes', 2_010, 'either', { kind: 'extra-bytes' }, 'stray bytes behind the file'),
  media('chunked', 2_011, 'complete', { kind: 'chunked' }, 'no length, and complete'),
  media('chunked-cut', 2_012, 'fails', { kind: 'chunked-cut', at }, 'no length, and cut'),
  media('redirect-loopback', 2_013, 'fails', { kind: 'redirect', to: 'loopback' }, 'sends to this machine'),
  media(
    'redirect-metadata',
    2_014,
    'fails',
    { kind: 'redirect', to: 'metadata' },
    'sends to 169.254.169.254',
  ),
  media(
    'redirect-foreign',
    2_015,
    'fails',
    { kind: 'redirect', to: 'foreign' },
    'sends to a host off the list',
  ),
  media('redirect-plain-http', 2_016, 'fails', { kind: 'redirect', to: 'plain-http' }, 'sends to http://'),
  media('redirect-loop', 2_017, 'fails', { kind: 'redirect', to: 'loop' }, 'sends to itself'),
  media('redirect-listed', 2_018, 'complete', { kind: 'redirect', to: 'listed' }, 'sends to a sister host'),
  media('expired', 2_019, 'fails', { kind: 'expired', status: 403, afterRefresh: 'never' }, '403 for good'),
  media(
    'expired-410',
    2_020,
    'fails',
    { kind: 'expired', status: 410, afterRefresh: 'never' },
    '410 for good',
  ),
  media(
    'expired-then-working',
    2_021,
    'complete',
    { kind: 'expired', status: 403, afterRefresh: 'same' },
    '403 until read again',
  ),
  media(
    'expired-changed',
    2_022,
    'either',
    { kind: 'expired', status: 403, afterRefresh: 'other-file' },
    'another file when read again',
  ),
  media(
    'cut-then-expired',
    2_023,
    'complete',
    { kind: 'cut-then-expired', at },
    'cut, then 403 until read again',
  ),
  media('html', 2_024, 'fails', { kind: 'html' }, 'a page with status 200'),
  media('html-as-video', 2_025, 'fails', { kind: 'html-as-video' }, 'a page that calls itself video/mp4'),
  media('gzip', 2_026, 'either', { kind: 'gzip' }, 'compressed though nobody asked'),
  media('server-error', 2_027, 'fails', { kind: 'server-error' }, 'HTTP 500'),
  media('limited', 2_028, 'fails', { kind: 'limited' }, 'HTTP 429'),
  media('drip', 2_029, 'complete', { kind: 'drip', bytes: 65_536, everyMs: 100 }, 'slow and complete'),
  media('crawl', 2_030, 'either', { kind: 'drip', bytes: 1, everyMs: 1_000 }, 'a byte a second'),
  media('no-ranges', 2_031, 'complete', { kind: 'no-ranges' }, 'knows no ranges, not even in the probe'),
  media('probe-refused', 2_032, 'either', { kind: 'probe-refused' }, 'refuses the probe only'),
  media('probe-slow', 2_033, 'complete', { kind: 'probe-slow' }, 'keeps the probe waiting'),
  media('probe-no-length', 2_034, 'complete', { kind: 'probe-no-length' }, 'never tells a length'),
  media('probe-html', 2_035, 'fails', { kind: 'probe-html' }, 'a page from the probe on'),
];

const provider = (name: ProviderFault, number: number, does: string): Row => [
  name,
  number,
  does,
  { provider: name },
];

export const PROVIDER_ROWS: readonly Row[] = [
  provider('key', 3_001, '401: the key is refused'),
  provider('not-subscribed', 3_002, '403: not subscribed'),
  provider('quota', 3_003, '429: the quota is used up'),
  provider('server-error', 3_004, 'HTTP 500'),
  provider('html', 3_005, 'a page instead of JSON'),
  provider('error-body', 3_006, '200 with error: true'),
  provider('message-body', 3_007, '200 with a message only'),
  provider('empty-medias', 3_008, '200 with no medias'),
  provider('empty-body', 3_009, '200 and no byte'),
  provider('broken-json', 3_010, '200 with half of an answer'),
  provider('slow', 3_011, 'an answer after a minute'),
];
