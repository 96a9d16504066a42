const DEFAULT_MIME = 'video/mp4';

/** Specification section 9 first, then the kinds it does not name. The first extension of a type is the one files are saved with. */
const TYPES: readonly (readonly [extension: string, mime: string])[] = [
  ['mp4', DEFAULT_MIME],
  ['mp3', 'audio/mpeg'],
  ['webm', 'video/webm'],
  ['avi', 'video/avi'],
  ['m4a', 'audio/mp4'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['heic', 'image/heic'],
];

/** Other names networks send for the same types. */
const MIME_ALIASES: readonly (readonly [mime: string, extension: string])[] = [
  ['image/jpg', 'jpg'],
  ['audio/mp3', 'mp3'],
  ['audio/x-m4a', 'm4a'],
  ['video/x-msvideo', 'avi'],
];

const MIMES: ReadonlyMap<string, string> = new Map(TYPES);
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ...MIME_ALIASES,
  // Reversed, so that the first extension of a type wins.
  ...TYPES.toReversed().map(([extension, mime]) => [mime, extension] as const),
]);

const bareExtension = (extension: string): string => extension.toLowerCase().replace(/^\./, '');

/** Whether files with this extension are ones the product saves. */
export const isMediaExtension = (extension: string): boolean => MIMES.has(bareExtension(extension));

/** Gives the type of a file by its extension, with or without the dot; 'video/mp4' for an unknown one (specification section 9). */
export const mimeByExtension = (extension: string): string =>
  MIMES.get(bareExtension(extension)) ?? DEFAULT_MIME;

/** Gives the extension a type is saved with, parameters ignored; null for a type that is not ours. */
export const extensionByMime = (mime: string): string | null =>
  EXTENSIONS.get((mime.split(';', 1)[0] ?? '').trim().toLowerCase()) ?? null;
