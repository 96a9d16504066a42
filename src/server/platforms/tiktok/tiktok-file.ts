import { shortListOf } from '../../extraction/json-value.ts';
import { mediaUrl } from '../../extraction/media-url.ts';
import { plainAddress } from '../../extraction/plain-address.ts';
import type { UpstreamFile } from '../../net/media-source.ts';

/** Request headers for a file, with names in lower case. */
export type FileHeaders = Readonly<Record<string, string>>;
const NO_HEADERS: FileHeaders = {};

/** Creates a file for a picture or a sound, which TikTok's delivery network serves without special headers; null if the URL is not usable. */
export function fileWithoutHeaders(address: unknown): UpstreamFile | null {
  const url = mediaUrl(plainAddress(address));
  return url === null ? null : { kind: 'upstream', url: url.href, headers: NO_HEADERS };
}

/**
 * Creates a file from the first URL of a video that leads directly to a delivery network; null if there is none. Skips the play
 * service on www.tiktok.com, which redirects and requires more cookies, and `/media-video-hvc1/` paths, which are missing or silent.
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

/** Creates a file from a list of URLs of one picture in JPEG, HEIC and WebP. Prefers JPEG, which every browser supports; null if no URL is usable. */
export function pictureFile(addresses: unknown): UpstreamFile | null {
  const files = shortListOf(addresses).flatMap((address) => fileWithoutHeaders(address) ?? []);
  return files.find(({ url }) => url.includes('.jpeg?')) ?? files[0] ?? null;
}
