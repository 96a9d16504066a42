import type { StreamTarget } from 'mediabunny';
import type { Job } from '../job.ts';
import { JobStop } from '../job-stop.ts';
import { copyToMp4 } from '../packets/copy-to-mp4.ts';
import type { OpenSource } from '../source/open-media.ts';

/** Writes the picture of one source and the sound of another into one MP4, each with its own times. Rejects with JobStop. */
export async function joinTracks(
  job: Extract<Job, { kind: 'join' }>,
  open: OpenSource,
  target: StreamTarget,
): Promise<void> {
  const [{ picture }, { sound }] = await Promise.all([open(job.picture), open(job.sound)]);
  if (picture === null || sound === null) throw new JobStop('no-track');
  await copyToMp4(target, [picture, sound]);
}
