import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../job.ts';
import type { FromWorker } from './messages.ts';
import { bytesToRead, countBytes } from './report-progress.ts';

const source = (size: number | null) => ({ url: 'https://savelet.example/file', size });

describe('the progress of a job', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is measured against all sources that must be read whole', () => {
    const film: Job = { kind: 'film', pictures: [source(3), source(4)], secondsEach: 3, music: source(5) };
    expect(bytesToRead(film)).toBe(12);
    expect(bytesToRead({ ...film, music: null })).toBe(7);
    expect(bytesToRead({ kind: 'join', picture: source(3), sound: source(null) })).toBeNull();
    const part = { fromSeconds: 1, toSeconds: 2, isExact: false } as const;
    expect(bytesToRead({ kind: 'clip', source: source(3), ...part })).toBeNull();
  });

  it('is reported ten times a second, and never beyond its end', () => {
    const posted: FromWorker[] = [];
    const onRead = countBytes(100, (message) => posted.push(message));
    vi.advanceTimersByTime(200);
    onRead(10);
    onRead(20);
    vi.advanceTimersByTime(100);
    onRead(90);
    expect(posted).toEqual([
      { kind: 'progress', received: 10, total: 100 },
      { kind: 'progress', received: 100, total: 100 },
    ]);
  });
});
