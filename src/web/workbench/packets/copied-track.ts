import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputTrack,
  type Output,
} from 'mediabunny';
import { JobStop } from '../job-stop.ts';
import { packetsWithin, type Span } from './packets-within.ts';
import { checkEnd } from './track-end.ts';

/** Track of an output that receives the packets of a source, bit by bit the same. */
export interface CopiedTrack {
  /**
   * Copies all packets with their own times, or those of a part, whose start becomes 0. Yields the time of each packet in the source.
   * Throws JobStop (`incomplete`).
   */
  copy(span?: Span): AsyncGenerator<number>;
  /** Copies all packets again and again, up to `seconds`. */
  repeat(seconds: number): Promise<void>;
}

type Add = (packet: EncodedPacket) => Promise<void>;

/** Adds a track to an output before its start. Returns the functions that receive its packets and end it. */
async function addTrack(output: Output, track: InputTrack, room: number | null) {
  const metadata = { ...(room !== null && { maximumPacketCount: room }) };
  if (track.isVideoTrack()) {
    const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
    if (codec === null || decoderConfig === null) throw new JobStop('unsupported');
    const source = new EncodedVideoPacketSource(codec);
    const transformationMatrix = await track.getTransformationMatrix();
    output.addVideoTrack(source, { ...metadata, transformationMatrix });
    const add: Add = (packet) => source.add(packet, { decoderConfig });
    return { add, close: () => source.close() };
  }
  if (!track.isAudioTrack()) throw new JobStop('no-track');
  const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (codec === null || decoderConfig === null) throw new JobStop('unsupported');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, metadata);
  const add: Add = (packet) => source.add(packet, { decoderConfig });
  return { add, close: () => source.close() };
}

const endOf = ({ timestamp, duration }: EncodedPacket): number => timestamp + duration;

/**
 * Adds a copy of a track to an output that has not started. `room` is the number of packets of packetRoom; null for an output that reserves
 * none. Rejects with JobStop (`unsupported`) for an unknown codec.
 */
export async function addCopiedTrack(
  output: Output,
  track: InputTrack,
  room: number | null,
): Promise<CopiedTrack> {
  const { add, close } = await addTrack(output, track, room);
  return {
    async *copy(span) {
      let end = 0;
      for await (const packet of span ? packetsWithin(track, span) : new EncodedPacketSink(track).packets()) {
        end = Math.max(end, endOf(packet));
        await add(span ? packet.clone({ timestamp: packet.timestamp - span.from }) : packet);
        yield packet.timestamp;
      }
      close();
      await checkEnd(track, end, span?.to);
    },
    async repeat(seconds) {
      const sink = new EncodedPacketSink(track);
      const first = await sink.getFirstPacket({ metadataOnly: true });
      if (first === null) throw new JobStop('incomplete');
      for (let shift = -first.timestamp, end = 0; end < seconds; shift = end - first.timestamp)
        for await (const packet of sink.packets()) {
          const timestamp = packet.timestamp + shift;
          if (timestamp >= seconds) break;
          end = timestamp + packet.duration;
          await add(packet.clone({ timestamp }));
        }
      close();
    },
  };
}
