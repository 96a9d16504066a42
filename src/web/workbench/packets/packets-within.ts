import { type EncodedPacket, EncodedPacketSink, type InputTrack } from 'mediabunny';

/** Part of a track, in seconds of the source. A picture's `from` is the time of a key frame. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Times are sums of floating-point numbers. */
const ROUNDING_SECONDS = 0.0005;
/** Frames that a codec may keep back for reordering. */
const REORDERED_MAX = 16;

/**
 * Yields the packets of a part in the order of decoding. A frame that is shown after the part is among them only if a frame of the part
 * needs it.
 */
export async function* packetsWithin(track: InputTrack, { from, to }: Span): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  const begin = from + ROUNDING_SECONDS;
  const first = await (track.isVideoTrack()
    ? sink.getKeyPacket(begin, { verifyKeyPackets: true })
    : sink.getPacket(begin));
  const later: EncodedPacket[] = [];
  for await (const packet of sink.packets(first ?? undefined)) {
    if (packet.timestamp < from - ROUNDING_SECONDS) continue;
    if (packet.timestamp < to - ROUNDING_SECONDS) {
      yield* later.splice(0);
      yield packet;
      continue;
    }
    if (packet.type === 'key' || later.length === REORDERED_MAX) return;
    later.push(packet);
  }
}
