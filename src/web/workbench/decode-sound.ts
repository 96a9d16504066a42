import type { DecodedSound } from './sound/page-sound.ts';

const SAMPLE_RATE = 44_100;

/** Decodes a file of sound with the page's decoder, which is there where workers have none. Returns null if it cannot. */
export async function decodeSound(bytes: ArrayBuffer): Promise<DecodedSound | null> {
  try {
    const sound = await new OfflineAudioContext(2, 1, SAMPLE_RATE).decodeAudioData(bytes);
    // Copies, because the decoder's own samples cannot be passed on.
    const channels = Array.from({ length: Math.min(sound.numberOfChannels, 2) }, (_none, index) =>
      sound.getChannelData(index).slice(),
    );
    return { channels, sampleRate: sound.sampleRate };
  } catch {
    return null;
  }
}
