import { ownEntry } from '#shared/own-entry.ts';

const URL_MAX_CHARACTERS = 4_096;

/** Parses a media URL. Returns null unless it is an https URL without credentials; pages may contain '', data: URLs and others. */
export function mediaUrl(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > URL_MAX_CHARACTERS || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
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
