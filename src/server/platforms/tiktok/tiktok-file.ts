import type { UpstreamFile } from '../../outbound/media-source.ts';
import { shortListOf, valueAt } from '../reading/json-value.ts';
import { mediaUrl, photoExtension, withMirrors } from '../reading/media-url.ts';
import { plainAddress } from '../reading/plain-address.ts';

/** Request headers for a file, with names in lower case. */
export type FileHeaders = Readonly<Record<string, string>>;
const NO_HEADERS: FileHeaders = {};
/** Names of the list of addresses in an object. */
export const ADDRESS_LISTS = ['UrlList', 'urlList', 'url_list'] as const;

/**
 * Returns the usable URLs of one file, in TikTok's order. A field has one address, a list of them, or an object with a list, because
 * TikTok serves a file from several hosts.
 */
export function fileUrls(field: unknown): readonly URL[] {
  const addresses =
    typeof field === 'string'
      ? [field]
      : [field, ...ADDRESS_LISTS.map((name) => valueAt(field, name))].flatMap(shortListOf);
  return addresses.flatMap((address) => mediaUrl(plainAddress(address)) ?? []);
}

/** Creates a file from its URLs, the first of which is preferred; null if there are none. */
export function toFile([first, ...others]: readonly URL[], headers: FileHeaders): UpstreamFile | null {
  if (first === undefined) return null;
  const file: UpstreamFile = { kind: 'upstream', url: first.href, headers };
  return withMirrors(
    file,
    others.map(({ href }) => href),
  );
}

/** Creates a file for a picture or a sound, which TikTok's delivery network serves without special headers; null without a usable URL. */
export const fileWithoutHeaders = (field: unknown): UpstreamFile | null =>
  toFile(fileUrls(field), NO_HEADERS);

/**
 * Creates a file from the URLs of a video that lead directly to a delivery network; null if there is none. Skips the play service on
 * www.tiktok.com, which redirects and requires more cookies, and `/media-video-hvc1/` paths, which are missing or silent.
 */
export const videoFile = (field: unknown, headers: FileHeaders): UpstreamFile | null =>
  toFile(
    fileUrls(field).filter(
      ({ hostname, pathname }) => hostname !== 'www.tiktok.com' && !pathname.includes('/media-video-hvc1/'),
    ),
    headers,
  );

/** Creates a file from the URLs of one picture in JPEG, HEIC and WebP. Prefers JPEG, which every browser supports; null without a usable URL. */
export function pictureFile(field: unknown): UpstreamFile | null {
  const urls = fileUrls(field);
  const best = urls.find((url) => photoExtension(url) === 'jpg') ?? urls[0];
  if (best === undefined) return null;
  // A URL of another format is another file.
  const format = photoExtension(best);
  return toFile(
    urls.filter((url) => photoExtension(url) === format),
    NO_HEADERS,
  );
}
