const UNTYPED = 'application/octet-stream';

/** Every type that may be sent on. None of them is run or rendered as a document by a browser. */
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

/** Other names delivery networks use for the same types. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['binary/octet-stream', UNTYPED],
  ['image/jpg', 'image/jpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/m4a', 'audio/mp4'],
  ['video/x-msvideo', 'video/avi'],
  ['image/heif', 'image/heic'],
]);

/** One container holds pictures with sound, sound alone, or Apple's flavour of it; its first bytes do not tell which. */
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

/** How many first bytes are looked at (the MIME Sniffing standard reads as much as 1,445, its binary test needs fewer). */
export const SNIFFED_BYTES = 512;

/** What the first bytes of a body turn out to be. */
export type Sniffed =
  | { readonly kind: 'media'; readonly mime: string }
  | { readonly kind: 'text' | 'unknown' };

/** Reads a Content-Type; null when it is not one that may be sent on. None at all counts as untyped bytes. */
export const readMediaType = (header: string | undefined): string | null => {
  const bare = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const name = bare === '' ? UNTYPED : (ALIASES.get(bare) ?? bare);
  return SERVED.has(name) ? name : null;
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

/** MPEG audio without a tag starts with eleven set bits; layer 0 there is AAC in its own frames. */
const frameSyncType = (bytes: Buffer): string | null => {
  const [first = 0, second = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  return (second & 0x06) === 0 || second === 0xfe || second === 0xff ? null : 'audio/mpeg';
};

/** The MIME Sniffing standard's binary data bytes: none of them occurs in a text of any usual encoding. */
const isBinaryByte = (byte: number): boolean =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

const looksLikeText = (bytes: Buffer): boolean => {
  const marked = bytes.toString('latin1', 0, 2);
  if (marked === '\xff\xfe' || marked === '\xfe\xff') return true;
  // A page with a stray binary byte is still a page to whoever guesses types.
  if (/^(?:\xef\xbb\xbf)?[\s\0]*<[a-z!?/]/i.test(bytes.toString('latin1'))) return true;
  return !bytes.some(isBinaryByte);
};

/**
 * Tells by the first bytes of a body whether it is media, and which, or rather a page, an error message or the like.
 * `partial` says that more of the file follows than was asked for: two bytes of a picture (players ask for just that)
 * may well be letters, so only a page's own beginning then counts as text.
 */
export const sniffMedia = (opening: Buffer, partial: boolean): Sniffed => {
  const bytes = opening.subarray(0, SNIFFED_BYTES);
  const text = bytes.toString('latin1', 0, 8);
  const mime =
    PREFIXES.find(([prefix]) => text.startsWith(prefix))?.[1] ??
    isoType(bytes) ??
    riffType(bytes) ??
    frameSyncType(bytes);
  if (mime !== null) return { kind: 'media', mime };
  if (partial && bytes.length < SNIFFED_BYTES)
    return { kind: /^\s*[<{]/.test(bytes.toString('latin1')) ? 'text' : 'unknown' };
  return { kind: looksLikeText(bytes) ? 'text' : 'unknown' };
};

/** What a file is said to be before anybody has seen it. */
export interface PromisedMedia {
  readonly purpose: 'media' | 'thumbnail';
  readonly mediaKind: 'video' | 'photo' | 'audio';
  readonly mime: string;
}

const promisedImage = ({ purpose, mediaKind }: PromisedMedia): boolean =>
  purpose === 'thumbnail' || mediaKind === 'photo';

/** A sound where a clip was promised, or a clip where a sound was; MP4 holds either and is not told apart here. */
const isOtherFamily = (mime: string, { mediaKind }: PromisedMedia): boolean =>
  (mediaKind === 'video' && mime.startsWith('audio/')) ||
  (mediaKind === 'audio' && mime.startsWith('video/'));

/**
 * Chooses the Content-Type to send: the promised one, corrected by what the bytes are. Null when the bytes are no media, or
 * a picture, clip or sound came where another was promised (a file saved under a wrong name helps nobody).
 */
export const chooseMediaType = (
  promise: PromisedMedia,
  upstreamType: string,
  sniffed: Sniffed,
): string | null => {
  if (sniffed.kind === 'text') return null;
  const promised = readMediaType(promise.mime) ?? UNTYPED;
  if (sniffed.kind === 'media') {
    if (sniffed.mime.startsWith('image/') !== promisedImage(promise)) return null;
    if (!ISO_FAMILY.has(sniffed.mime)) return isOtherFamily(sniffed.mime, promise) ? null : sniffed.mime;
    if (ISO_FAMILY.has(promised)) return promised;
    return promise.mediaKind === 'audio' ? 'audio/mp4' : sniffed.mime;
  }
  return promised === UNTYPED ? upstreamType : promised;
};
