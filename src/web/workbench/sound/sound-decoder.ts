import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';

const PROBED_PACKETS = 32;
const ANSWER_MS = 3_000;

async function firstPackets(sound: InputAudioTrack): Promise<readonly EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(sound).packets()) {
    packets.push(packet);
    if (packets.length === PROBED_PACKETS) break;
  }
  return packets;
}

/**
 * Returns whether this worker decodes a sound, by decoding its begin. Some browsers have no decoder in workers, WebKitGTK has one that keeps
 * everything it gets until a flush, for which the library does not wait.
 */
export async function hasSoundDecoder(sound: InputAudioTrack): Promise<boolean> {
  const config = await sound.getDecoderConfig();
  if (config === null || !(await sound.canDecode())) return false;
  const packets = await firstPackets(sound);
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_MS, false);
    const decoder = new AudioDecoder({
      output(data) {
        data.close();
        resolve(true);
      },
      error: () => resolve(false),
    });
    decoder.configure(config);
    for (const packet of packets) decoder.decode(packet.toEncodedAudioChunk());
  });
}
