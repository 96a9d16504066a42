import { createHash } from 'node:crypto';
import type { MockRendition } from './post.ts';

/** A film's address is signed, dated and bound to the page answer it stood in, as on the real networks. */
export interface ReadAddress {
  readonly path: string;
  /** Which reading of the post's page the address comes from, counted from 1. */
  readonly reading: number;
  readonly signed: boolean;
  /** A smaller or cropped version of a picture is asked for. */
  readonly derived: boolean;
}

const digest = (text: string): string => createHash('md5').update(`stand-in:${text}`).digest('hex');
const signature = (path: string, reading: number): string => digest(`${path}:${reading}`);

/** The cookie a TikTok page sets, without which its own video addresses answer 403. */
export const chainToken = (reading: number): string => `${digest(`token:${reading}`).slice(0, 22)}==`;

const LIFETIME_SECONDS = 2 * 24 * 60 * 60;
const expiry = (): number => Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS;

/** Hints Instagram packs into a progressive film's address. */
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
  query.set('_nc_gid', `standin${reading}`);
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

/** Gives the address of a file as a page read for the n-th time would show it; `stp` asks for a version of a picture. */
export const addressOf = (file: MockRendition, reading: number, stp = 'dst-jpg_e35_tt6'): string => {
  const isInstagram = /\.(?:cdninstagram\.com|fbcdn\.net)$/.test(file.host);
  const query = isInstagram ? instagramQuery(file, reading, stp) : tiktokQuery(file, reading);
  return `https://${file.host}${file.path}?${query.toString()}`;
};

/** Reads back what `addressOf` wrote. */
export const readAddress = (url: URL): ReadAddress => {
  const query = url.searchParams;
  const reading = Number(
    /^standin(\d+)$/.exec(query.get('_nc_gid') ?? '')?.[1] ??
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
