import { EncodedPacketSink, type InputTrack } from 'mediabunny';

/**
 * Returns the time of the key frame at or before a time, or of the first one, in seconds; null for a track without any. Reads the index and
 * no picture, and of a fragmented file only the part around the time.
 */
export async function keyFrameTime(track: InputTrack, seconds: number): Promise<number | null> {
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  const packet = (await sink.getKeyPacket(seconds, options)) ?? (await sink.getFirstKeyPacket(options));
  return packet?.timestamp ?? null;
}
