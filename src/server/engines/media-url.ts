import { ownEntry } from '#shared/own-entry.ts';

const URL_MAX_CHARACTERS = 4_096;

/** Gives a media address when it is a plain https one, else null: a page may hold '', data: or worse. */
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

/** Gives the picture extension an address ends in ('jpeg' as 'jpg'), null when it shows none. */
export function photoExtension(url: URL): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase();
  return ownEntry(PHOTO_EXTENSIONS, ending) ?? null;
}
