import type { InputTrack, MetadataTags, Target } from 'mediabunny';
import { addCopiedTrack, type CopiedTrack } from './copied-track.ts';
import { inStep } from './in-step.ts';
import { createMp4 } from './mp4-output.ts';
import { packetRoom } from './packet-room.ts';
import type { Span } from './packets-within.ts';

/** Writes an MP4 file with copies of tracks, or of a part of them. Rejects with JobStop (`unsupported`, `incomplete`). */
export async function copyToMp4(
  target: Target,
  tracks: readonly InputTrack[],
  { span, tags }: { readonly span?: Span; readonly tags?: MetadataTags } = {},
): Promise<void> {
  const rooms = await Promise.all(tracks.map((track) => packetRoom(track, span && span.to - span.from)));
  const output = createMp4(target, rooms);
  const copies: CopiedTrack[] = [];
  for (const [index, track] of tracks.entries())
    copies.push(await addCopiedTrack(output, track, rooms[index] ?? null));
  if (tags) output.setMetadataTags(tags);
  await output.start();
  await inStep(copies.map((copied) => copied.copy(span)));
  await output.finalize();
}
