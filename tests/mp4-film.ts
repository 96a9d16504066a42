/** Builds one MP4 box. */
const box = (type: string, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
};

/** Builds one MP4 box with a 64-bit size. */
const largeBox = (type: string, content: Buffer): Buffer => {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1);
  header.write(type, 4, 'latin1');
  header.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([header, content]);
};

export interface FilmShape {
  /** Handlers of the tracks in order: 'vide', 'soun' or others. */
  readonly tracks: readonly string[];
  /** Position of the `moov` box; 'first' by default. */
  readonly moov?: 'first' | 'last' | 'none';
  /** Size of each track's sample tables, which lie before the next track. */
  readonly tableBytes?: number;
  /** Size of the media data in bytes. */
  readonly mediaBytes?: number;
  /** Four letters of the sample entry of the video track; none by default. */
  readonly entry?: string;
  /** True to write the size of `mdat` in 64 bits. */
  readonly large?: boolean;
}

/** Builds the description of a track's samples, with one entry. */
const descriptions = (entry: string): Buffer => {
  const count = Buffer.alloc(8);
  count.writeUInt32BE(1, 4);
  return box('stsd', count, box(entry, Buffer.alloc(78)));
};

const track = (handler: string, tableBytes: number, entry?: string): Buffer => {
  const hdlr = Buffer.alloc(25);
  hdlr.write(handler, 8, 'latin1');
  return box(
    'trak',
    box('tkhd', Buffer.alloc(84)),
    box('edts', Buffer.alloc(28)),
    box(
      'mdia',
      box('mdhd', Buffer.alloc(24)),
      box('hdlr', hdlr),
      box(
        'minf',
        box('vmhd', Buffer.alloc(12)),
        box(
          'stbl',
          ...(handler === 'vide' && entry !== undefined ? [descriptions(entry)] : []),
          Buffer.alloc(tableBytes),
        ),
      ),
    ),
  );
};

/** Builds a small MP4 file with the structure of a real one; its media data is zeros. */
export const mp4Film = ({
  tracks,
  moov = 'first',
  tableBytes = 100,
  mediaBytes = 2_000,
  entry,
  large = false,
}: FilmShape): Buffer => {
  const brands = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
  const list = box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    ...tracks.map((handler) => track(handler, tableBytes, entry)),
    box('udta', Buffer.alloc(12)),
  );
  const media = large ? largeBox('mdat', Buffer.alloc(mediaBytes)) : box('mdat', Buffer.alloc(mediaBytes));
  const free = box('free');
  if (moov === 'none') return Buffer.concat([brands, free, media]);
  return Buffer.concat(moov === 'first' ? [brands, list, free, media] : [brands, free, media, list]);
};
