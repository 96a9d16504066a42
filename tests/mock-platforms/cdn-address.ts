import { createHash } from 'node:crypto';
import type { MockPlatform, MockRendition } from './post.ts';

/**
 * The parts of a media URL. As on the real networks, a film's URL is signed, expires, and is bound to the page load
 * that contained it.
 */
export interface ReadAddress {
  readonly path: string;
  /** Number of the page load (from 1) that the URL comes from. */
  readonly reading: number;
  readonly signed: boolean;
  /** True when the URL requests a smaller or cropped version of a picture. */
  readonly derived: boolean;
}

const digest = (text: string): string => createHash('md5').update(`mock:${text}`).digest('hex');
const signature = (path: string, reading: number): string => digest(`${path}:${reading}`);

/** Returns the cookie value that a TikTok page sets. Its video URLs answer 403 without it. */
export const chainToken = (reading: number): string => `${digest(`token:${reading}`).slice(0, 22)}==`;

const LIFETIME_SECONDS = 2 * 24 * 60 * 60;
const expiry = (): number => Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS;

/** Returns the encoding hints that Instagram packs into a progressive film's URL. */
const encodingHints = (width: number, seconds: number): string =>
  Buffer.from(
    JSON.stringify({
      vencode_tag: `xpv_progressive.INSTAGRAM.CLIPS.C3.${width}.dash_baseline_1_v1`,
      duration_s: seconds,
    }),
  ).toString('base64url');

const instagramQuery = (file: MockRendition, reading: number, stp: string): URLSearchParams => {
  const query = new URLSearchParams();
  if (file.kind === 'photo') query.set('stp', stp);
  if (file.kind === 'video' && file.audioAvailable) query.set('efg', encodingHints(file.width ?? 720, 8));
  query.set('_nc_cat', '104');
  query.set('_nc_ht', file.host);
  query.set('_nc_gid', `mock${reading}`);
  query.set('oh', `00_${signature(file.path, reading)}`);
  query.set('oe', expiry().toString(16).toUpperCase());
  return query;
};

const tiktokQuery = (file: MockRendition, reading: number): URLSearchParams => {
  const query = new URLSearchParams();
  query.set('a', '1988');
  if (file.kind !== 'photo') query.set('mime_type', file.kind === 'video' ? 'video_mp4' : 'audio_mpeg');
  query.set('l', `20261120${String(reading).padStart(8, '0')}`);
  query.set(file.kind === 'photo' ? 'x-expires' : 'expire', String(expiry()));
  query.set(file.kind === 'photo' ? 'x-signature' : 'signature', signature(file.path, reading));
  if (file.host.endsWith('.tiktok.com')) query.set('tk', 'tt_chain_token');
  return query;
};

interface DeliveryNetwork {
  readonly hosts: RegExp;
  readonly queryOf: (file: MockRendition, reading: number, stp: string) => URLSearchParams;
}

const NETWORKS: Readonly<Record<MockPlatform, DeliveryNetwork>> = {
  instagram: { hosts: /(?:^|\.)(?:cdninstagram\.com|fbcdn\.net)$/, queryOf: instagramQuery },
  tiktok: {
    hosts:
      /(?:^|\.)(?:tiktokcdn(?:-us|-eu)?\.com|tiktokv\.(?:com|us|eu)|i?byteimg\.com|muscdn\.com)$|^v\d+[a-z]?-webapp[a-z0-9.-]*\.tiktok\.com$/,
    queryOf: tiktokQuery,
  },
};
const networks = Object.values(NETWORKS);

/** Returns whether the host serves media of a platform. */
export const isDeliveryHost = (host: string): boolean => networks.some(({ hosts }) => hosts.test(host));

/** Builds the URL of a file as page load number `reading` would contain it; `stp` selects a version of a picture. */
export const addressOf = (file: MockRendition, reading: number, stp = 'dst-jpg_e35_tt6'): string => {
  const network = networks.find(({ hosts }) => hosts.test(file.host));
  if (network === undefined) throw new Error(`${file.host} is no delivery host of the mock platforms`);
  const query = network.queryOf(file, reading, stp);
  return `https://${file.host}${file.path}?${query.toString()}`;
};

/** Parses a URL that `addressOf` built. */
export const readAddress = (url: URL): ReadAddress => {
  const query = url.searchParams;
  const reading = Number(
    /^mock(\d+)$/.exec(query.get('_nc_gid') ?? '')?.[1] ??
      /^20261120(\d{8})$/.exec(query.get('l') ?? '')?.[1],
  );
  const given =
    query.get('oh')?.replace(/^00_/, '') ?? query.get('signature') ?? query.get('x-signature') ?? '';
  return {
    path: url.pathname,
    reading,
    signed: given === signature(url.pathname, reading),
    derived: /_[sp]\d+x\d+|^c\d/.test(query.get('stp') ?? ''),
  };
};
