import type { VideoCodec } from '#shared/contract/preview.ts';

/** Result of reading a part of an MP4 file: whether the file has a sound track. */
export type SoundReading =
  | {
      readonly kind: 'known';
      readonly hasSound: boolean;
      /** Codec of the pictures; absent if the bytes that were read do not state it. */
      readonly codec?: VideoCodec;
    }
  /** More bytes are needed: the next read has to begin at this offset in the file. */
  | { readonly kind: 'more'; readonly fileOffset: number }
  /** The file is no MP4 file, is malformed, or has no list of tracks. */
  | { readonly kind: 'unknown' };

/** Reads pieces of one file in file order, until a result other than 'more'. */
export interface SoundReader {
  /** Reads the bytes that begin at byte `fileOffset` of the file. */
  read(bytes: Buffer, fileOffset: number): SoundReading;
}

const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;
/** Offset of the four letters of the handler in its box: they follow version and flags, and a reserved field (ISO/IEC 14496-12, 8.4.3). */
const HANDLER_OFFSET = 8;
const HANDLER_BYTES = 4;
const BOX_TYPE = /^[\x20-\x7e\xa9]{4}$/;

const UNKNOWN: SoundReading = { kind: 'unknown' };

/** A box of the file. `content` and `end` are offsets in the file: of the content, and of the byte after the box. */
interface Box {
  readonly type: string;
  readonly content: number;
  readonly end: number;
}

/** Some bytes of the file and their offset in the file. */
interface Piece {
  readonly bytes: Buffer;
  readonly fileOffset: number;
}

/**
 * Reads the header of the box at byte `position` of the file; 'missing' when the header is not in the piece, 'malformed' when the bytes
 * cannot be a header.
 */
const readBox = ({ bytes, fileOffset }: Piece, position: number): Box | 'missing' | 'malformed' => {
  const offset = position - fileOffset;
  if (offset < 0 || offset + HEADER_BYTES > bytes.length) return 'missing';
  const type = bytes.toString('latin1', offset + 4, offset + HEADER_BYTES);
  if (!BOX_TYPE.test(type)) return 'malformed';
  const size = bytes.readUInt32BE(offset);
  // A box without a size extends to the end of the file.
  if (size === 0) return { type, content: position + HEADER_BYTES, end: Number.POSITIVE_INFINITY };
  if (size !== 1)
    return size < HEADER_BYTES
      ? 'malformed'
      : { type, content: position + HEADER_BYTES, end: position + size };
  if (offset + LARGE_HEADER_BYTES > bytes.length) return 'missing';
  const large = bytes.readBigUInt64BE(offset + HEADER_BYTES);
  if (large < LARGE_HEADER_BYTES || large > Number.MAX_SAFE_INTEGER - position) return 'malformed';
  return { type, content: position + LARGE_HEADER_BYTES, end: position + Number(large) };
};

/**
 * Finds the first child box of a type; 'missing' and 'malformed' as in `readBox`, 'malformed' also when the parent has no such child. Every
 * step advances by at least a header, so the length of the piece bounds the loop.
 */
const findChild = (piece: Piece, parent: Box, type: string): Box | 'missing' | 'malformed' => {
  let position = parent.content;
  while (position < parent.end) {
    const box = readBox(piece, position);
    if (typeof box === 'string') return box;
    if (box.end > parent.end) return 'malformed';
    if (box.type === type) return box;
    position = box.end;
  }
  return 'malformed';
};

/** Returns the handler type of a track, such as 'vide' or 'soun'; 'missing' and 'malformed' as in `findChild`. */
const handlerOf = (piece: Piece, track: Box): { readonly handler: string } | 'missing' | 'malformed' => {
  const media = findChild(piece, track, 'mdia');
  if (typeof media === 'string') return media;
  const box = findChild(piece, media, 'hdlr');
  if (typeof box === 'string') return box;
  const offset = box.content + HANDLER_OFFSET - piece.fileOffset;
  if (box.content + HANDLER_OFFSET + HANDLER_BYTES > box.end) return 'malformed';
  if (offset + HANDLER_BYTES > piece.bytes.length) return 'missing';
  return { handler: piece.bytes.toString('latin1', offset, offset + HANDLER_BYTES) };
};

/**
 * Offset of the four letters of the first sample entry: they follow version and flags, the number of entries, and the size of the entry
 * (ISO/IEC 14496-12, 8.5.2).
 */
const SAMPLE_ENTRY_OFFSET = 12;
const CODEC_BY_ENTRY: ReadonlyMap<string, VideoCodec> = new Map([
  ['avc1', 'h264'],
  ['avc3', 'h264'],
  ['hvc1', 'h265'],
  ['hev1', 'h265'],
  ['vp09', 'vp9'],
  ['av01', 'av1'],
]);

/** Returns the codec that the first sample entry of a video track names; null if it is unknown or not in the piece. */
const codecOf = (piece: Piece, track: Box): VideoCodec | null => {
  let box: Box = track;
  for (const type of ['mdia', 'minf', 'stbl', 'stsd']) {
    const child = findChild(piece, box, type);
    if (typeof child === 'string') return null;
    box = child;
  }
  const offset = box.content + SAMPLE_ENTRY_OFFSET - piece.fileOffset;
  return CODEC_BY_ENTRY.get(piece.bytes.toString('latin1', offset, offset + 4)) ?? null;
};

/**
 * Creates a reader that looks for a sound track in an MP4 file. The reader follows the sizes of the boxes and returns the exact byte that
 * it needs next, so that the data in between is not downloaded. The input is untrusted: no content makes the reader throw or loop.
 */
export const createSoundReader = (): SoundReader => {
  let position = 0;
  let movie: Box | null = null;
  let hasPicture = false;
  let hasSound = false;
  let codec: VideoCodec | null = null;

  const known = (): SoundReading => ({
    kind: 'known',
    hasSound,
    ...(codec === null ? {} : { codec }),
  });

  /** Processes one box inside `moov`; returns null to continue with the next box. */
  const takeTrack = (piece: Piece, box: Box, moov: Box): SoundReading | null => {
    if (box.end > moov.end) return UNKNOWN;
    if (box.type === 'trak') {
      const found = handlerOf(piece, box);
      if (found === 'missing') return { kind: 'more', fileOffset: position };
      if (found === 'malformed') return UNKNOWN;
      hasSound ||= found.handler === 'soun';
      if (found.handler === 'vide') codec ??= codecOf(piece, box);
      hasPicture ||= found.handler === 'vide';
      if (hasSound && hasPicture) return known();
    }
    position = box.end;
    return null;
  };

  /** Processes one top-level box; returns null to continue with the next box. */
  const takeTopLevel = (box: Box): SoundReading | null => {
    // Fragments without a `moov` before them are a piece of a stream: the list of tracks is in another file.
    if (box.end === Number.POSITIVE_INFINITY || box.type === 'moof') return UNKNOWN;
    if (box.type === 'moov') movie = box;
    position = box.type === 'moov' ? box.content : box.end;
    return null;
  };

  const readPiece = (piece: Piece): SoundReading => {
    while (movie === null || position < movie.end) {
      const box = readBox(piece, position);
      if (box === 'missing') return { kind: 'more', fileOffset: position };
      if (box === 'malformed') return UNKNOWN;
      const reading = movie === null ? takeTopLevel(box) : takeTrack(piece, box, movie);
      if (reading !== null) return reading;
    }
    return hasPicture ? known() : UNKNOWN;
  };

  return {
    read(bytes, fileOffset) {
      const reading = readPiece({ bytes, fileOffset });
      // No further bytes are requested for the codec alone.
      return hasSound ? known() : reading;
    },
  };
};
