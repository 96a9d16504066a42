import { mayEncode } from './device.ts';
import type { JobSource } from './job.ts';
import { runInWorker } from './run-in-worker.ts';

/**
 * Returns the time of the key frame at or before a time, in seconds, where a copied clip begins; null if the source cannot be read or has no
 * picture, or when the signal aborts. Never rejects.
 */
export async function findKeyFrame(
  source: JobSource,
  atSeconds: number,
  signal: AbortSignal,
): Promise<number | null> {
  const found = await runInWorker({ kind: 'find-key-frame', source, atSeconds }, signal);
  return found.kind === 'found' && typeof found.value === 'number' ? found.value : null;
}

/** Returns whether the device encodes a clip as fast as it plays, by encoding one second of it. Never rejects. */
export async function isExactClipQuick(
  source: JobSource,
  atSeconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (!mayEncode()) return false;
  const found = await runInWorker({ kind: 'time-encoding', source, atSeconds }, signal);
  return found.kind === 'found' && found.value === true;
}
