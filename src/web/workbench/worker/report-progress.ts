import type { Job, JobSource } from '../job.ts';
import type { FromWorker } from './messages.ts';

const REPORT_EVERY_MS = 100;

const sum = (sources: readonly JobSource[]): number | null =>
  sources.reduce<number | null>(
    (total, { size }) => (total === null || size === null ? null : total + size),
    0,
  );

/** Returns how many bytes a job reads, which is all of its sources; null if that is unknown, as for a part of a clip. */
export function bytesToRead(job: Job): number | null {
  switch (job.kind) {
    case 'm4a':
    case 'mp3':
      return job.source.size;
    case 'join':
      return sum([job.picture, job.sound]);
    case 'clip':
      return null;
    case 'film':
      return sum(job.music === null ? job.pictures : [...job.pictures, job.music]);
  }
}

/**
 * Returns a function that counts read bytes and reports them from time to time. A piece that is read twice is counted twice, but never
 * beyond the total.
 */
export function countBytes(total: number | null, post: (message: FromWorker) => void) {
  let received = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (bytes: number): void => {
    received = Math.min(received + bytes, total ?? Number.POSITIVE_INFINITY);
    const now = performance.now();
    if (now - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now;
    post({ kind: 'progress', received, total });
  };
}
