import { describe, expect, it } from 'vitest';
import { createFrameSplitter } from './mp3-frames.ts';

/** Frame of 192 kbit/s and 44,100 Hz: 626 bytes, or 627 with the padding bit. */
const frame = (isPadded: boolean, fill: number): Uint8Array => {
  const bytes = new Uint8Array(isPadded ? 627 : 626).fill(fill);
  bytes.set([0xff, 0xfb, isPadded ? 0xb2 : 0xb0]);
  return bytes;
};

describe('the splitting of an MP3 stream', () => {
  it('returns whole frames, wherever the pieces end', () => {
    const frames = [frame(false, 1), frame(true, 2), frame(true, 3), frame(false, 4)];
    const stream = Uint8Array.from(frames.flatMap((one) => [...one]));
    for (const size of [1, 2, 3, 500, 627, 5_000]) {
      const split = createFrameSplitter(44_100);
      const found: Uint8Array[] = [];
      for (let at = 0; at < stream.length; at += size) found.push(...split(stream.subarray(at, at + size)));
      expect(found).toEqual(frames);
    }
  });

  it('knows the length of frames of other rates', () => {
    const bytes = new Uint8Array(864);
    expect(createFrameSplitter(32_000)(bytes)).toHaveLength(1);
    expect(createFrameSplitter(48_000)(bytes)).toEqual([new Uint8Array(576)]);
  });
});
