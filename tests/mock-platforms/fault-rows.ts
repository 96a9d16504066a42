import type { MediaFault, MockFault, PageFault, ProviderFault } from './fault.ts';

import type { MockPlatform } from './post.ts';

/**
 * Byte at which transfers fail: after the probe and well inside the 1.1 MB film, so that a player or download has
 * already begun.
 */
export const FAULT_BYTE = 500_003;
export const SLOW_PAGE_MS = 2_000;
export const LATE_PAGE_MS = 60_000;

/** Ids of a fault's posts; a platform without an id does not have the fault. */
export type Codes = Readonly<Partial<Record<MockPlatform, string>>>;
const codes = (letters: string, digits: string): Codes => ({
  instagram: `DFault${letters}`,
  tiktok: `74000000000000${digits}`,
});

export type Row = readonly [name: string, codes: Codes, does: string, more: Partial<MockFault>];

const page = (name: PageFault, letters: string, digits: string, does: string): Row => [
  name,
  codes(letters, digits),
  does,
  { page: name },
];
const only = (platform: MockPlatform, [name, { [platform]: id = '' }, does, more]: Row): Row => [
  name,
  { [platform]: id },
  does,
  more,
];

export const PAGE_ROWS: readonly Row[] = [
  page('private', 'Prv01', '01001', 'the post is private'),
  page('gated', 'Gat01', '01002', 'the post is for signed-in adults only'),
  page('gone', 'Gon01', '01003', 'the post was deleted'),
  only('tiktok', page('region', '', '01004', 'the page denies the post, oEmbed knows it')),
  page('limited', 'Lim01', '01005', 'HTTP 429 with Retry-After'),
  page('login-wall', 'Wal01', '01006', 'the login page with status 200 (TikTok: a redirect to /login)'),
  only('instagram', page('login-redirect', 'Wal02', '', 'a redirect to /accounts/login/')),
  page('throttled', 'Thr01', '01007', 'a shell without data'),
  page('challenge', 'Chl01', '01008', 'a challenge instead of the page'),
  only('tiktok', page('desktop-challenge', '', '01009', 'a challenge for computers, the post for phones')),
  page('empty', 'Emp01', '01010', 'status 200 and no byte'),
  page('server-error', 'Err01', '01011', 'HTTP 500'),
  page('slow', 'Slo01', '01012', 'the post after two seconds'),
  page('late', 'Lat01', '01013', 'the post after a minute'),
  page('stalled', 'Stl01', '01014', 'half of the page, then nothing'),
  page('reset', 'Rst01', '01015', 'a connection reset'),
  page('unreadable', 'Unr01', '01016', 'a page of a layout nobody knows'),
  page('no-media', 'Non01', '01017', 'the post without any media'),
];

const media = (
  name: string,
  letters: string,
  digits: string,
  transfer: 'complete' | 'fails' | 'either',
  fault: MediaFault,
  does: string,
  times?: number,
): Row => [
  name,
  codes(letters, digits),
  does,
  { media: fault, transfer, ...(times === undefined ? {} : { times }) },
];
const at = FAULT_BYTE;

export const MEDIA_ROWS: readonly Row[] = [
  media('cut', 'Cut01', '02001', 'fails', { kind: 'cut', at }, 'every transfer ends at one byte'),
  media('cut-once', 'Cut02', '02002', 'complete', { kind: 'cut', at }, 'the first transfer ends early', 1),
  media('stall', 'Sta01', '02003', 'fails', { kind: 'stall', at }, 'nothing comes after one byte'),
  media('stall-once', 'Sta02', '02004', 'complete', { kind: 'stall', at }, 'the first transfer stalls', 1),
  media('reset', 'Res01', '02005', 'fails', { kind: 'reset', at }, 'a reset in mid-transfer'),
  media('reset-at-once', 'Res02', '02006', 'fails', { kind: 'reset-at-once' }, 'a reset before any answer'),
  media(
    'length-too-large',
    'Len01',
    '02007',
    'fails',
    { kind: 'length-too-large' },
    'promises more than it sends',
  ),
  media('shorter', 'Len02', '02008', 'fails', { kind: 'shorter' }, 'a shorter file than the probe told'),
  media('longer', 'Len03', '02009', 'fails', { kind: 'longer' }, 'a longer file than the probe told'),
  media('extra-bytes', 'Len04', '02010', 'either', { kind: 'extra-bytes' }, 'stray bytes behind the file'),
  media('chunked', 'Chu01', '02011', 'complete', { kind: 'chunked' }, 'no length, and complete'),
  media('chunked-cut', 'Chu02', '02012', 'fails', { kind: 'chunked-cut', at }, 'no length, and cut'),
  media(
    'redirect-loopback',
    'Red01',
    '02013',
    'fails',
    { kind: 'redirect', to: 'loopback' },
    'sends to this machine',
  ),
  media(
    'redirect-metadata',
    'Red02',
    '02014',
    'fails',
    { kind: 'redirect', to: 'metadata' },
    'sends to 169.254.169.254',
  ),
  media(
    'redirect-foreign',
    'Red03',
    '02015',
    'fails',
    { kind: 'redirect', to: 'foreign' },
    'sends to a host off the list',
  ),
  media(
    'redirect-plain-http',
    'Red04',
    '02016',
    'fails',
    { kind: 'redirect', to: 'plain-http' },
    'sends to http://',
  ),
  media('redirect-loop', 'Red05', '02017', 'fails', { kind: 'redirect', to: 'loop' }, 'sends to itself'),
  media(
    'redirect-listed',
    'Red06',
    '02018',
    'complete',
    { kind: 'redirect', to: 'listed' },
    'sends to a sister host',
  ),
  media(
    'expired',
    'Exp01',
    '02019',
    'fails',
    { kind: 'expired', status: 403, afterRefresh: 'never' },
    '403 for good',
  ),
  media(
    'expired-410',
    'Exp02',
    '02020',
    'fails',
    { kind: 'expired', status: 410, afterRefresh: 'never' },
    '410 for good',
  ),
  media(
    'expired-then-working',
    'Exp03',
    '02021',
    'complete',
    { kind: 'expired', status: 403, afterRefresh: 'same' },
    '403 until read again',
  ),
  media(
    'expired-changed',
    'Exp04',
    '02022',
    'either',
    { kind: 'expired', status: 403, afterRefresh: 'other-file' },
    'another file when read again',
  ),
  media(
    'cut-then-expired',
    'Exp05',
    '02023',
    'complete',
    { kind: 'cut-then-expired', at },
    'cut, then 403 until read again',
  ),
  media('html', 'Htm01', '02024', 'fails', { kind: 'html' }, 'a page with status 200'),
  media(
    'html-as-video',
    'Htm02',
    '02025',
    'fails',
    { kind: 'html-as-video' },
    'a page that calls itself video/mp4',
  ),
  media('gzip', 'Gzp01', '02026', 'either', { kind: 'gzip' }, 'compressed though nobody asked'),
  media('server-error', 'Fiv01', '02027', 'fails', { kind: 'server-error' }, 'HTTP 500'),
  media('limited', 'Lmt01', '02028', 'fails', { kind: 'limited' }, 'HTTP 429'),
  media(
    'drip',
    'Dri01',
    '02029',
    'complete',
    { kind: 'drip', bytes: 65_536, everyMs: 100 },
    'slow and complete',
  ),
  media('crawl', 'Dri02', '02030', 'either', { kind: 'drip', bytes: 1, everyMs: 1_000 }, 'a byte a second'),
  media(
    'no-ranges',
    'Nor01',
    '02031',
    'complete',
    { kind: 'no-ranges' },
    'knows no ranges, not even in the probe',
  ),
  media('probe-refused', 'Prb01', '02032', 'either', { kind: 'probe-refused' }, 'refuses the probe only'),
  media('probe-slow', 'Prb02', '02033', 'complete', { kind: 'probe-slow' }, 'keeps the probe waiting'),
  media('probe-no-length', 'Prb03', '02034', 'complete', { kind: 'probe-no-length' }, 'never tells a length'),
  media('probe-html', 'Prb04', '02035', 'fails', { kind: 'probe-html' }, 'a page from the probe on'),
];

const provider = (name: ProviderFault, letters: string, digits: string, does: string): Row => [
  name,
  codes(letters, digits),
  does,
  { provider: name },
];

export const PROVIDER_ROWS: readonly Row[] = [
  provider('key', 'Pvk01', '03001', '401: the key is refused'),
  provider('not-subscribed', 'Pvs01', '03002', '403: not subscribed'),
  provider('quota', 'Pvq01', '03003', '429: the quota is used up'),
  provider('server-error', 'Pve01', '03004', 'HTTP 500'),
  provider('html', 'Pvh01', '03005', 'a page instead of JSON'),
  provider('error-body', 'Pvb01', '03006', '200 with error: true'),
  provider('message-body', 'Pvm01', '03007', '200 with a message only'),
  provider('empty-medias', 'Pvn01', '03008', '200 with no medias'),
  provider('empty-body', 'Pvz01', '03009', '200 and no byte'),
  provider('broken-json', 'Pvj01', '03010', '200 with half of an answer'),
  provider('slow', 'Pvt01', '03011', 'an answer after a minute'),
];
