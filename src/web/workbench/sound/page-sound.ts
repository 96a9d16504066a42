import { AudioSample, BufferTarget, type InputAudioTrack } from 'mediabunny';
import { JobStop } from '../job-stop.ts';
import { copyToMp4 } from '../packets/copy-to-mp4.ts';

/** Sound that the page decoded: the samples of each channel, from -1 to 1, and their number per second. */
export interface DecodedSound {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
}

/** The page's decoder. `decode` resolves to null for what it cannot decode; `longestSeconds` bounds the memory that it takes. */
export interface PageDecoder {
  decode(file: ArrayBuffer): Promise<DecodedSound | null>;
  readonly longestSeconds: number;
}

/** Yields the samples of a sound that the page decodes, because the worker cannot. Rejects with JobStop. */
export async function* decodeOnPage(
  sound: InputAudioTrack,
  { decode, longestSeconds }: PageDecoder,
): AsyncGenerator<AudioSample> {
  const duration = (await sound.getDurationFromMetadata()) ?? (await sound.computeDuration());
  if (duration > longestSeconds) throw new JobStop('unsupported');
  const target = new BufferTarget();
  await copyToMp4(target, [sound]);
  const decoded = target.buffer && (await decode(target.buffer));
  if (decoded === null) throw new JobStop('unsupported');
  const { channels, sampleRate } = decoded;
  const total = channels[0]?.length ?? 0;
  // A second at a time.
  for (let start = 0; start < total; start += sampleRate) {
    const pieces = channels.map((channel) => channel.subarray(start, start + sampleRate));
    const length = pieces[0]?.length ?? 0;
    const data = new Float32Array(length * pieces.length);
    for (const [index, piece] of pieces.entries()) data.set(piece, index * length);
    const format = 'f32-planar';
    const timestamp = start / sampleRate;
    yield new AudioSample({ data, format, numberOfChannels: pieces.length, sampleRate, timestamp });
  }
}
