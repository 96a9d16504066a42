import { mayEncode } from './device.ts';
import type { JobSource } from './job.ts';
import { askWorker } from './run-in-worker.ts';

/**
 * Returns the time of the key frame at or before a time, in seconds, where a copied clip begins; null if the source cannot be read or has no
 * picture, or when the signal aborts. Never rejects.
 */
export async function findKeyFrame(
  source: JobSource,
  atSeconds: number,
  signal: AbortSignal,
): Promise<number | null> {
  const found = await askWorker({ kind: 'find-key-frame', source, atSeconds }, signal);
  return typeof found === 'number' ? found : null;
}

/** Returns whether the device encodes a clip as fast as it plays, by encoding one second of it. Never rejects. */
export const isExactClipQuick = async (
  source: JobSource,
  atSeconds: number,
  signal: AbortSignal,
): Promise<boolean> =>
  mayEncode() && (await askWorker({ kind: 'time-encoding', source, atSeconds }, signal)) === true;
