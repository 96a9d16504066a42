import type { FileKind } from '#shared/contract/content-type.ts';

const UNTYPED = 'application/octet-stream';

/** Media types that may be sent to visitors. Browsers neither execute them nor render them as documents. */
const SERVED: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/avi',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/heic',
  UNTYPED,
]);

/** Other names that delivery networks use for types in SERVED. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['binary/octet-stream', UNTYPED],
  ['image/jpg', 'image/jpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/m4a', 'audio/mp4'],
  ['video/x-msvideo', 'video/avi'],
  ['image/heif', 'image/heic'],
]);

/** Media type of every caption file that is sent to visitors. */
const CAPTIONS_TYPE = 'text/vtt';

/** Media types that delivery networks state for caption files. */
const STATED_FOR_CAPTIONS: ReadonlySet<string> = new Set([CAPTIONS_TYPE, 'text/plain', UNTYPED]);

/** Types that share the ISO base media container (MP4, M4A, QuickTime). The first bytes do not always distinguish them. */
const ISO_FAMILY: ReadonlySet<string> = new Set(['video/mp4', 'audio/mp4', 'video/quicktime']);
const ISO_BOXES: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'free',
  'wide',
  'sidx',
]);

/** Number of first bytes of a body to examine. The MIME Sniffing standard reads up to 1,445, but its binary test needs fewer. */
export const SNIFFED_BYTES = 512;

/** Kind of content that the first bytes of a body indicate. `mime` is the media type. */
export type SniffedContent =
  | { readonly kind: 'media'; readonly mime: string }
  | { readonly kind: 'captions' | 'text' | 'unknown' };

const typeName = (header: string | undefined): string => {
  const bare = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return bare === '' ? UNTYPED : (ALIASES.get(bare) ?? bare);
};

/**
 * Parses a Content-Type header. Returns the normalized media type, or null for a type that must not be sent to visitors. A missing
 * header counts as application/octet-stream.
 */
export const readMediaType = (header: string | undefined): string | null => {
  const name = typeName(header);
  return SERVED.has(name) ? name : null;
};

/**
 * Parses the Content-Type header of a file of a kind. Returns the media type to send to visitors, or null for a type that must not be sent.
 * For captions, that is `text/vtt` if delivery networks use the stated type for captions; for any other kind it is the stated type, even
 * one that does not fit the kind.
 */
export const readFileType = (kind: FileKind, header: string | undefined): string | null => {
  if (kind !== 'captions') return readMediaType(header);
  return STATED_FOR_CAPTIONS.has(typeName(header)) ? CAPTIONS_TYPE : null;
};

const isoType = (bytes: Buffer): string | null => {
  const box = bytes.toString('latin1', 4, 8);
  if (!ISO_BOXES.has(box)) return null;
  const brand = box === 'ftyp' ? bytes.toString('latin1', 8, 12) : '';
  if (brand.startsWith('avi')) return 'image/avif';
  if (/^(?:hei|hev|mif1|msf1)/.test(brand)) return 'image/heic';
  if (brand.startsWith('M4A')) return 'audio/mp4';
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
};

const riffType = (bytes: Buffer): string | null => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  const form = bytes.toString('latin1', 8, 12);
  if (form === 'WEBP') return 'image/webp';
  return form === 'AVI ' ? 'video/avi' : null;
};

const PREFIXES: readonly (readonly [prefix: string, mime: string])[] = [
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['ID3', 'audio/mpeg'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
];

/**
 * Returns the media type of MPEG audio without an ID3 tag, which starts with eleven set bits; layer 0 is AAC in ADTS frames. Returns null
 * for other bytes.
 */
const frameSyncType = (bytes: Buffer): string | null => {
  const [first = 0, second = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  return (second & 0x06) === 0 || second === 0xfe || second === 0xff ? null : 'audio/mpeg';
};

/** Returns whether a byte is a "binary data byte" of the MIME Sniffing standard: none occurs in text of a usual encoding. */
const isBinaryByte = (byte: number): boolean =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

/** Matches the signature of WebVTT: an optional byte order mark, the word WEBVTT, then white space or the end of the file. */
const WEBVTT = /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/;
/** Number of bytes of the longest signature. */
const WEBVTT_BYTES = 10;

const looksLikeText = (bytes: Buffer): boolean => {
  const marked = bytes.toString('latin1', 0, 2);
  if (marked === '\xff\xfe' || marked === '\xfe\xff') return true;
  // A browser that sniffs types treats a page with a stray binary byte as a page.
  if (/^(?:\xef\xbb\xbf)?[\s\0]*<[a-z!?/]/i.test(bytes.toString('latin1'))) return true;
  return !bytes.some(isBinaryByte);
};

/**
 * Detects from the first bytes of a body whether the body is media (and of which type), captions, text such as a page or an error message,
 * or `unknown`. `isPartial` means that the body is only a range of the file. Players request as little as two bytes, which may be letters
 * in a picture as well, so a partial body shorter than SNIFFED_BYTES counts as text only if it begins with `<` or `{`.
 */
export const sniffMedia = (firstBytes: Buffer, isPartial: boolean): SniffedContent => {
  const bytes = firstBytes.subarray(0, SNIFFED_BYTES);
  const text = bytes.toString('latin1', 0, 8);
  const mime =
    PREFIXES.find(([prefix]) => text.startsWith(prefix))?.[1] ??
    isoType(bytes) ??
    riffType(bytes) ??
    frameSyncType(bytes);
  if (mime !== null) return { kind: 'media', mime };
  if (WEBVTT.test(bytes.toString('latin1', 0, WEBVTT_BYTES))) return { kind: 'captions' };
  if (isPartial && bytes.length < SNIFFED_BYTES)
    return { kind: /^\s*[<{]/.test(bytes.toString('latin1')) ? 'text' : 'unknown' };
  return { kind: looksLikeText(bytes) ? 'text' : 'unknown' };
};

/** Purpose, kind and media type of a file as the preview states them, before the bytes of the file are known. */
export interface ExpectedMedia {
  readonly purpose: 'media' | 'thumbnail';
  readonly mediaKind: FileKind;
  readonly mime: string;
}

const expectsImage = ({ purpose, mediaKind }: ExpectedMedia): boolean =>
  purpose === 'thumbnail' || mediaKind === 'photo';

/** Returns whether `mime` is audio for an expected video or video for an expected sound. MP4 may hold either, so callers exclude it. */
const isOtherFamily = (mime: string, { mediaKind }: ExpectedMedia): boolean =>
  (mediaKind === 'video' && mime.startsWith('audio/')) ||
  (mediaKind === 'audio' && mime.startsWith('video/'));

/** Chooses the Content-Type for a body that was detected as `mime`; null when a file of another kind is expected. */
const chooseDetectedType = (expected: ExpectedMedia, expectedType: string, mime: string): string | null => {
  if (mime.startsWith('image/') !== expectsImage(expected)) return null;
  if (!ISO_FAMILY.has(mime)) return isOtherFamily(mime, expected) ? null : mime;
  if (ISO_FAMILY.has(expectedType)) return expectedType;
  return expected.mediaKind === 'audio' ? 'audio/mp4' : mime;
};

/**
 * Chooses the Content-Type to send to the visitor: the expected type, corrected by the detected one. `upstreamType` is used when neither is
 * known. Returns null when the body is text, and when the body is a picture, clip, sound or caption file but another kind is expected,
 * because it would be saved under a wrong name. Expected captions need the signature of WebVTT, because only the signature distinguishes
 * captions from other text.
 */
export const chooseMediaType = (
  expected: ExpectedMedia,
  upstreamType: string,
  sniffed: SniffedContent,
): string | null => {
  if (sniffed.kind === 'text') return null;
  if (sniffed.kind === 'captions' || expected.mediaKind === 'captions')
    return sniffed.kind === expected.mediaKind ? CAPTIONS_TYPE : null;
  const expectedType = readMediaType(expected.mime) ?? UNTYPED;
  if (sniffed.kind === 'media') return chooseDetectedType(expected, expectedType, sniffed.mime);
  return expectedType === UNTYPED ? upstreamType : expectedType;
};
