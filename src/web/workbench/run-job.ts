import type { Job, JobOutcome } from './job.ts';
export const runJob = async (
  _job: Job,
  _filename: string,
  _options: { signal: AbortSignal; onProgress: (received: number, total: number | null) => void },
): Promise<JobOutcome> => ({ kind: 'failed', failure: 'unsupported', status: null });
