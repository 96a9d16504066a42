import type { MediaKind } from '#shared/contract/content-type.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { UpstreamFile } from '../../net/media-source.ts';
import { readAddressHints } from '../address-hints.ts';
import type { Rendition } from '../engine.ts';
import { mediaUrl } from '../media-url.ts';

const URL_MAX_CHARACTERS = 4_096;
/** Query parameters of every tunnel URL of an instance. */
const TUNNEL_PARAMETERS = ['id', 'exp', 'sig', 'sec', 'iv'] as const;

/** Hosts of Instagram's delivery network. Some of its edges respond with 400 to a request without fetch metadata, which browsers always send. */
const INSTAGRAM_DELIVERY = /(?:^|\.)(?:cdninstagram\.com|fbcdn\.net)$/;
const INSTAGRAM_HEADERS = { 'sec-fetch-site': 'same-origin' } as const;

const KIND_BY_EXTENSION: ReadonlyMap<string, MediaKind> = new Map([
  ...['mp4', 'webm', 'mov', 'mkv'].map((name) => [name, 'video'] as const),
  ...['jpg', 'jpeg', 'png', 'webp', 'heic', 'avif', 'gif'].map((name) => [name, 'photo'] as const),
  ...['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wav'].map((name) => [name, 'audio'] as const),
]);

/** Returns the media extension at the end of a file name or path, 'jpg' for 'jpeg'; null if it is unknown. */
export function extensionIn(name: string): string | null {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!KIND_BY_EXTENSION.has(ending)) return null;
  return ending === 'jpeg' ? 'jpg' : ending;
}

/** Returns the media kind of an extension; null if it is unknown. */
export const kindOfExtension = (extension: string | null): MediaKind | null =>
  KIND_BY_EXTENSION.get(extension ?? '') ?? null;

/**
 * Converts a URL in a response of the instance to a file. A tunnel URL is rewritten to `base`, the URL that the owner configured,
 * whatever host the instance names. Any other URL must be https without credentials. Returns null for unusable URLs.
 */
export function toFile(address: unknown, base: string): UpstreamFile | null {
  if (typeof address !== 'string' || address.length > URL_MAX_CHARACTERS) return null;
  const url = URL.parse(address);
  if (url === null) return null;
  const isTunnel =
    url.pathname.endsWith('/tunnel') && TUNNEL_PARAMETERS.every((name) => url.searchParams.has(name));
  if (isTunnel) return { kind: 'upstream', url: `${base}/tunnel${url.search}`, headers: {}, via: 'cobalt' };
  if (mediaUrl(address) === null) return null;
  const headers = INSTAGRAM_DELIVERY.test(url.hostname) ? INSTAGRAM_HEADERS : {};
  return { kind: 'upstream', url: url.href, headers };
}

/** Returns the expiry of a tunnel file in milliseconds since 1970, 0 if it is unreadable; null for other files. */
export function expiryOf(file: UpstreamFile): number | null {
  if (file.via === undefined) return null;
  const end = new URL(file.url).searchParams.get('exp') ?? '';
  return /^\d{13}$/.test(end) ? Number(end) : 0;
}

/** Creates the rendition of a file. Reads the short side of a video from its URL, because the response does not contain it. */
export function toRendition(
  source: UpstreamFile,
  kind: MediaKind,
  extension: string | null,
  silent = false,
): Rendition {
  const shortSide = kind === 'video' ? readAddressHints(source.url).shortSide : null;
  return {
    source,
    kind,
    quality: shortSide === null ? null : `${shortSide}p`,
    extension,
    size: null,
    width: null,
    height: null,
    codec: null,
    bitrate: null,
    videoAvailable: kind === 'video',
    audioAvailable: kind === 'audio' || (kind === 'video' && !silent),
    watermarked: false,
  };
}

/** Parses the handle from a TikTok file name such as `tiktok_sea.watch_7400000000000000001.mp4`. Returns null for Instagram, whose file names have none. */
export function handleIn(name: string | undefined, link: ParsedLink): string | null {
  if (link.platform !== 'tiktok' || name === undefined) return null;
  const handle = new RegExp(`^tiktok_([\\w.]{2,64})_${link.id}(?!\\d)`).exec(name)?.[1];
  return handle === undefined || handle === 'undefined' ? null : handle;
}
