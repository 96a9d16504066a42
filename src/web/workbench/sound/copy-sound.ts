import type { StreamTarget } from 'mediabunny';
import type { Job } from '../job.ts';
import { JobStop } from '../job-stop.ts';
import { copyToMp4 } from '../packets/copy-to-mp4.ts';
import type { OpenSource } from '../source/open-media.ts';
import { readTags } from './sound-tags.ts';

/** Codecs that Apple's players refuse in an M4A file. */
const REFUSED_CODECS = ['mp3', 'opus', 'vorbis'];

/** Writes the sound of a source into an M4A file. Rejects with JobStop. */
export async function copySound(
  { source, tags }: Extract<Job, { kind: 'm4a' }>,
  open: OpenSource,
  target: StreamTarget,
): Promise<void> {
  const { sound } = await open(source);
  if (sound === null) throw new JobStop('no-track');
  const codec = await sound.getCodec();
  if (codec === null || REFUSED_CODECS.includes(codec)) throw new JobStop('unsupported');
  await copyToMp4(target, [sound], { tags: await readTags(tags) });
}
