import type { InputTrack } from 'mediabunny';
import { JobStop } from '../job-stop.ts';

/** A track that ends more than this before its stated end is cut off; the library does not report that. */
const END_TOLERANCE_SECONDS = 0.1;

/**
 * Rejects with JobStop (`incomplete`) when a track, or the part of it up to `upTo`, ended at `end` although it states a later end. A track
 * without a stated duration, as in some fragmented files, is not checked. In seconds.
 */
export async function checkEnd(
  track: InputTrack,
  end: number,
  upTo: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  const stated = await track.getDurationFromMetadata();
  if (stated !== null && end < Math.min(stated, upTo) - END_TOLERANCE_SECONDS)
    throw new JobStop('incomplete');
}
