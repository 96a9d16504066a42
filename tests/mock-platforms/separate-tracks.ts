import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { type MediaBody, sampleBody, toBody } from './media-body.ts';

const INPUT = new Input({
  source: new BufferSource(sampleBody('clip-1080p.mp4', 'video/mp4').bytes()),
  formats: ALL_FORMATS,
});

/** Copies one track of the sample clip into a fragmented MP4 without the other track, as platforms publish their best picture. */
async function copyTrack(kind: 'video' | 'audio'): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target });
  if (kind === 'video') {
    const track = await INPUT.getPrimaryVideoTrack();
    const decoderConfig = await track?.getDecoderConfig();
    if (!track || !decoderConfig) throw new Error('the sample clip has no picture');
    const source = new EncodedVideoPacketSource('avc');
    output.addVideoTrack(source);
    await output.start();
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet, { decoderConfig });
  } else {
    const track = await INPUT.getPrimaryAudioTrack();
    const decoderConfig = await track?.getDecoderConfig();
    if (!track || !decoderConfig) throw new Error('the sample clip has no sound');
    const source = new EncodedAudioPacketSource('aac');
    output.addAudioTrack(source);
    await output.start();
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('nothing was written');
  return Buffer.from(target.buffer);
}

const bodyOf = async (kind: 'video' | 'audio'): Promise<MediaBody> => {
  const bytes = await copyTrack(kind);
  return toBody(`separate ${kind}`, `${kind}/mp4`, bytes.length, () => bytes);
};

/** Picture of the sample clip without its sound, and its sound alone, each playable. */
export const silentPicture = await bodyOf('video');
export const soundTrack = await bodyOf('audio');
