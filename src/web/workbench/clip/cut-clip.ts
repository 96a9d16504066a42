import type { StreamTarget } from 'mediabunny';
import type { Job } from '../job.ts';
import { JobStop } from '../job-stop.ts';
import { copyToMp4 } from '../packets/copy-to-mp4.ts';
import type { OpenSource } from '../source/open-media.ts';
import { encodeClip } from './encode-clip.ts';
import { keyFrameTime } from './key-frame.ts';

/** Writes a part of a clip into an MP4 file. Rejects with JobStop. */
export async function cutClip(
  { source, fromSeconds, toSeconds, isExact }: Extract<Job, { kind: 'clip' }>,
  open: OpenSource,
  target: StreamTarget,
): Promise<void> {
  const { picture, sound } = await open(source);
  if (picture === null) throw new JobStop('no-track');
  if (isExact) return encodeClip({ picture, sound, span: { from: fromSeconds, to: toSeconds } }, target);
  const from = await keyFrameTime(picture, fromSeconds);
  if (from === null) throw new JobStop('incomplete');
  const tracks = sound === null ? [picture] : [picture, sound];
  await copyToMp4(target, tracks, { span: { from, to: toSeconds } });
}
