import {
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  NullTarget,
  Output,
  type StreamTarget,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny';
import { JobStop } from '../job-stop.ts';
import { addCopiedTrack } from '../packets/copied-track.ts';
import { inStep } from '../packets/in-step.ts';
import { createMp4 } from '../packets/mp4-output.ts';
import { packetRoom } from '../packets/packet-room.ts';
import type { Span } from '../packets/packets-within.ts';
import { checkEnd } from '../packets/track-end.ts';
import { h264Config } from '../picture/encoder-config.ts';

const MEASURED_PACKETS = 100;
const LEAST_BITRATE = 2_000_000;
/** An encoder of a device needs more bits than that of a platform for the same picture. */
const BITRATE_GAIN = 1.5;
const PROBE_SECONDS = 1;

/** Opens an encoder for a picture. Rejects with JobStop (`unsupported`) when the device cannot decode it, or not encode it. */
async function openEncoder(picture: InputVideoTrack): Promise<VideoSampleSource> {
  if (!(await picture.canDecode())) throw new JobStop('unsupported');
  const [width, height, { averageBitrate }] = await Promise.all([
    picture.getCodedWidth(),
    picture.getCodedHeight(),
    picture.computePacketStats(MEASURED_PACKETS),
  ]);
  const bitrate = Math.round(Math.max(LEAST_BITRATE, averageBitrate * BITRATE_GAIN));
  return new VideoSampleSource(await h264Config({ width, height }, bitrate));
}

/**
 * Decodes and encodes the frames of a part, and ends the encoder's track. Yields the time of each frame before it is encoded, in seconds of
 * the source. Throws JobStop (`incomplete`).
 */
async function* encodeFrames(
  picture: InputVideoTrack,
  encoder: VideoSampleSource,
  { from, to }: Span,
): AsyncGenerator<number> {
  let end = from;
  // The first frame is the one that is shown at `from`.
  for await (const frame of new VideoSampleSink(picture).samples(from, to)) {
    try {
      const begin = Math.max(from, frame.timestamp);
      yield begin;
      end = Math.min(to, frame.timestamp + frame.duration);
      frame.setTimestamp(begin - from);
      frame.setDuration(end - begin);
      // The output's track has the rotation.
      frame.setRotation(0);
      await encoder.add(frame);
    } finally {
      frame.close();
    }
  }
  encoder.close();
  await checkEnd(picture, end, to);
}

/** Writes a part of a clip whose picture is encoded anew and whose sound is copied. Rejects with JobStop. */
export async function encodeClip(
  { picture, sound, span }: { picture: InputVideoTrack; sound: InputAudioTrack | null; span: Span },
  target: StreamTarget,
): Promise<void> {
  const encoder = await openEncoder(picture);
  const seconds = span.to - span.from;
  const room = await packetRoom(picture, seconds);
  const soundRoom = sound === null ? 0 : await packetRoom(sound, seconds);
  const output = createMp4(target, [room, soundRoom]);
  output.addVideoTrack(encoder, {
    transformationMatrix: await picture.getTransformationMatrix(),
    ...(room !== null && { maximumPacketCount: room }),
  });
  const copied = sound && (await addCopiedTrack(output, sound, soundRoom));
  await output.start();
  await inStep([encodeFrames(picture, encoder, span), ...(copied === null ? [] : [copied.copy(span)])]);
  await output.finalize();
}

/**
 * Returns whether the device encodes a second of a picture, from `seconds` on, within a second. Stops after a second. Reading is not
 * counted, decoding is.
 */
export async function encodesInTime(picture: InputVideoTrack, seconds: number): Promise<boolean> {
  const encoder = await openEncoder(picture);
  const output = new Output({ format: new Mp4OutputFormat(), target: new NullTarget() });
  output.addVideoTrack(encoder);
  await output.start();
  let latest = Number.POSITIVE_INFINITY;
  const isInTime = (): boolean => performance.now() <= latest;
  for await (const _begin of encodeFrames(picture, encoder, { from: seconds, to: seconds + PROBE_SECONDS })) {
    latest = Math.min(latest, performance.now() + PROBE_SECONDS * 1_000);
    if (!isInTime()) return false;
  }
  await output.finalize();
  return isInTime();
}
