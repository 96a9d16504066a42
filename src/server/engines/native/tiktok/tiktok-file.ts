import type { UpstreamFile } from '../../engine.ts';
import { shortListOf } from '../../json-value.ts';
import { mediaUrl } from '../../media-url.ts';
import { plainAddress } from '../plain-address.ts';

export type FileHeaders = Readonly<Record<string, string>>;
const NO_HEADERS: FileHeaders = {};

/** Gives a picture or a sound on TikTok's delivery network, null when the address is no usable one. */
export function openFile(address: unknown): UpstreamFile | null {
  const url = mediaUrl(plainAddress(address));
  return url === null ? null : { kind: 'upstream', url: url.href, headers: NO_HEADERS };
}

/**
 * Gives the first of several addresses of one video that leads straight to a delivery network. The play service on
 * the site itself redirects and wants more cookies; `/media-video-hvc1/` paths are missing or mute.
 */
export function videoFile(addresses: readonly unknown[], headers: FileHeaders): UpstreamFile | null {
  for (const address of addresses) {
    const url = mediaUrl(plainAddress(address));
    if (url === null || url.hostname === 'www.tiktok.com' || url.pathname.includes('/media-video-hvc1/'))
      continue;
    return { kind: 'upstream', url: url.href, headers };
  }
  return null;
}

/** Gives the address of a picture every browser can show, else the first: the list mixes JPEG with HEIC and WebP. */
export function pictureFile(addresses: unknown): UpstreamFile | null {
  const files = shortListOf(addresses).flatMap((address) => openFile(address) ?? []);
  return files.find(({ url }) => url.includes('.jpeg?')) ?? files[0] ?? null;
}
