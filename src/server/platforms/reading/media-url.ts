import { ownEntry } from '#shared/own-entry.ts';
import { isAddressLiteral } from '../../outbound/host-policy.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';

/** Replaces `&amp;` in a URL by `&`, because some pages escape their data for HTML. A signed URL never contains `&amp;` itself. */
export const plainAddress = (address: unknown): unknown =>
  typeof address === 'string' ? address.replaceAll('&amp;', '&') : address;

const URL_MAX_CHARACTERS = 4_096;

/**
 * Parses a media URL as https, also one without a scheme (`//host/…`) or with http: delivery networks serve all files over https.
 * Returns null for other schemes, credentials and http to an IP address; pages may contain '', data: URLs and others.
 */
export function mediaUrl(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > URL_MAX_CHARACTERS) return null;
  const url = URL.parse(value.startsWith('//') ? `https:${value}` : value);
  if (url?.protocol === 'http:' && !isAddressLiteral(url.hostname)) url.protocol = 'https:';
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/** Further addresses that are kept of one file, and the characters of all its addresses together: each is part of the ticket. */
const MIRRORS_MAX = 2;
const ADDRESSES_MAX_CHARACTERS = 3_000;

/** Adds further addresses of the same file, in their order, to those that the file has. */
export function withMirrors(file: UpstreamFile, addresses: readonly string[]): UpstreamFile {
  const mirrors: string[] = [];
  let characters = file.url.length;
  for (const address of [...(file.mirrors ?? []), ...addresses]) {
    if (address === file.url || mirrors.includes(address) || mirrors.length === MIRRORS_MAX) continue;
    characters += address.length;
    if (characters <= ADDRESSES_MAX_CHARACTERS) mirrors.push(address);
  }
  return mirrors.length === 0 ? file : { ...file, mirrors };
}

const PHOTO_EXTENSIONS: Readonly<Record<string, string>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  heic: 'heic',
  avif: 'avif',
};

/** Returns the picture extension at the end of a URL path, 'jpg' for 'jpeg'; null if there is none. */
export function photoExtension(url: URL): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase();
  return ownEntry(PHOTO_EXTENSIONS, ending) ?? null;
}
