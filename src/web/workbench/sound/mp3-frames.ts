/** Rate of the encoded sound in bits per second, which never changes within a file. */
export const MP3_BITRATE = 192_000;
/** Samples of each channel in a frame of MPEG-1 audio layer III. */
export const FRAME_SAMPLES = 1_152;
/** Sample rates of MPEG-1 audio layer III. */
export const MP3_RATES = [32_000, 44_100, 48_000] as const;
export type Mp3Rate = (typeof MP3_RATES)[number];

const BITS_PER_BYTE = 8;
/** Place of the bit in a frame's header that says whether a byte is added (ISO/IEC 11172-3, 2.4.1.3). */
const PADDING_BYTE = 2;
const PADDING_BIT = 0b10;

/** Returns a function that receives pieces of a stream and returns the frames that they complete, all of MP3_BITRATE. */
export function createFrameSplitter(rate: Mp3Rate) {
  const unpadded = Math.floor((FRAME_SAMPLES / BITS_PER_BYTE) * (MP3_BITRATE / rate));
  let rest = new Uint8Array();
  return (piece: Uint8Array): readonly Uint8Array[] => {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    const frames: Uint8Array[] = [];
    let at = 0;
    while (at + PADDING_BYTE < bytes.length) {
      const isPadded = ((bytes[at + PADDING_BYTE] ?? 0) & PADDING_BIT) !== 0;
      const end = at + unpadded + (isPadded ? 1 : 0);
      if (end > bytes.length) break;
      frames.push(bytes.slice(at, end));
      at = end;
    }
    rest = bytes.slice(at);
    return frames;
  };
}
