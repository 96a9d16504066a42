import type { MediaKind } from '#shared/contract/content-type.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import { mediaUrl } from '../../platforms/reading/media-url.ts';
import { serverPlatformOf } from '../../platforms/server-platforms.ts';

/** Link of the request, and `base`, the URL of the instance as the owner configured it. */
export interface RequestContext {
  readonly link: ParsedLink;
  readonly base: string;
}

const URL_MAX_CHARACTERS = 4_096;
/** Query parameters of every tunnel URL of an instance. */
const TUNNEL_PARAMETERS = ['id', 'exp', 'sig', 'sec', 'iv'] as const;

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
 * whatever host the instance names. The file of any other URL is on the delivery network of the link's platform. Returns null for unusable URLs.
 */
export function toCobaltFile(address: unknown, { link, base }: RequestContext): UpstreamFile | null {
  if (typeof address !== 'string' || address.length > URL_MAX_CHARACTERS) return null;
  const url = URL.parse(address);
  if (url?.pathname.endsWith('/tunnel') && TUNNEL_PARAMETERS.every((name) => url.searchParams.has(name)))
    return { kind: 'upstream', url: `${base}/tunnel${url.search}`, headers: {}, via: 'cobalt' };
  const file = mediaUrl(address);
  if (file === null) return null;
  return {
    kind: 'upstream',
    url: file.href,
    headers: serverPlatformOf(link.platform)?.delivery.headers ?? {},
  };
}

/** Returns the expiry of a tunnel file in milliseconds since 1970, 0 if it is unreadable; null for other files. */
export function expiryOf(file: UpstreamFile): number | null {
  if (file.via === undefined) return null;
  const end = new URL(file.url).searchParams.get('exp') ?? '';
  return /^\d{13}$/.test(end) ? Number(end) : 0;
}

/** Parses the handle from the name of a file. Returns null if the platform's file names contain none. */
export const handleIn = (name: string | undefined, link: ParsedLink): string | null =>
  serverPlatformOf(link.platform)?.handleInCobaltName?.(name ?? '', link.id) ?? null;
