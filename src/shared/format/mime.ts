const DEFAULT_MIME = 'video/mp4';

/** Media types of pictures, clips, sounds and captions by extension. A file is saved with the first extension of its type. */
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
  ['vtt', 'text/vtt'],
];

/** Other names that delivery networks send for these media types, with the extension of the type. */
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

/** Returns whether the extension, with or without a dot, belongs to a supported type of file. */
export const isMediaExtension = (extension: string): boolean => MIMES.has(bareExtension(extension));

/** Returns the media type of an extension, with or without a dot; 'video/mp4' for an unknown one. */
export const mimeByExtension = (extension: string): string =>
  MIMES.get(bareExtension(extension)) ?? DEFAULT_MIME;

/** Returns the extension for a media type, ignoring its parameters; null for an unsupported type. */
export const extensionByMime = (mime: string): string | null =>
  EXTENSIONS.get((mime.split(';', 1)[0] ?? '').trim().toLowerCase()) ?? null;
