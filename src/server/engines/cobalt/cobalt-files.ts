import type { MediaKind } from '#shared/contract/content-type.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { addressHints } from '../address-hints.ts';
import type { Rendition, UpstreamFile } from '../engine.ts';
import { mediaUrl } from '../media-url.ts';

const URL_MAX_CHARACTERS = 4_096;
/** What every address of the instance's own tunnel carries. */
const TUNNEL_PARAMETERS = ['id', 'exp', 'sig', 'sec', 'iv'] as const;

/** Some edges answer 400 to a request that carries no fetch metadata. A browser sends its own. */
const INSTAGRAM_DELIVERY = /(?:^|\.)(?:cdninstagram\.com|fbcdn\.net)$/;
const INSTAGRAM_HEADERS = { 'sec-fetch-site': 'same-origin' } as const;

const KIND_BY_EXTENSION: ReadonlyMap<string, MediaKind> = new Map([
  ...['mp4', 'webm', 'mov', 'mkv'].map((name) => [name, 'video'] as const),
  ...['jpg', 'jpeg', 'png', 'webp', 'heic', 'avif', 'gif'].map((name) => [name, 'photo'] as const),
  ...['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wav'].map((name) => [name, 'audio'] as const),
]);

/** Gives the extension a file name or path ends in, as we know it; null for any other. */
export function extensionIn(name: string): string | null {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!KIND_BY_EXTENSION.has(ending)) return null;
  return ending === 'jpeg' ? 'jpg' : ending;
}

/** Gives what a file with that extension is. */
export const kindOfExtension = (extension: string | null): MediaKind | null =>
  KIND_BY_EXTENSION.get(extension ?? '') ?? null;

/**
 * Gives a file as the instance names it: one of its own tunnel is asked where the owner said the instance is, whatever the
 * instance calls itself; any other must lie on a delivery network. Null for what is neither.
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

/** Until when a file of the instance's tunnel can be had, milliseconds since 1970; null for other files. */
export function endOf(file: UpstreamFile): number | null {
  if (file.via === undefined) return null;
  const end = new URL(file.url).searchParams.get('exp') ?? '';
  return /^\d{13}$/.test(end) ? Number(end) : 0;
}

/** Gives the one way to save a file; what only its address tells is read from there. */
export function toRendition(
  source: UpstreamFile,
  kind: MediaKind,
  extension: string | null,
  silent = false,
): Rendition {
  const shortSide = kind === 'video' ? addressHints(source.url).shortSide : null;
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

/** Reads the handle out of a file name like `tiktok_sea.watch_7400000000000000001.mp4`; Instagram's name none. */
export function handleIn(name: string | undefined, link: ParsedLink): string | null {
  if (link.platform !== 'tiktok' || name === undefined) return null;
  const handle = new RegExp(`^tiktok_([\\w.]{2,64})_${link.id}(?!\\d)`).exec(name)?.[1];
  return handle === undefined || handle === 'undefined' ? null : handle;
}
