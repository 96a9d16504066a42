import { decodeSound } from './decode-sound.ts';
import type { Job, JobOutcome } from './job.ts';
import { runInWorker } from './run-in-worker.ts';

/** The page holds all samples of a sound at once. */
const PAGE_DECODES_SECONDS = 600;
const PHONE_DECODES_SECONDS = 300;

interface JobOptions {
  readonly signal: AbortSignal;
  /** Receives the bytes read from the sources, and how many are to be read; null if that is unknown. */
  readonly onProgress: (received: number, total: number | null) => void;
}

/** Makes the file of a job, named `filename`, in a worker of its own. Never rejects. */
export async function runJob(
  job: Job,
  filename: string,
  { signal, onProgress }: JobOptions,
): Promise<JobOutcome> {
  const isPhone = /\bMobi|Android|iPhone|iPad/u.test(navigator.userAgent);
  const pageDecodesSeconds = isPhone ? PHONE_DECODES_SECONDS : PAGE_DECODES_SECONDS;
  const end = await runInWorker(
    { kind: 'make', job, filename, pageDecodesSeconds },
    signal,
    async (message, reply) => {
      if (message.kind === 'progress') return onProgress(message.received, message.total);
      const sound = await decodeSound(message.bytes);
      reply({ kind: 'decoded', sound }, sound?.channels.map(({ buffer }) => buffer) ?? []);
    },
  );
  return end.kind === 'found' ? { kind: 'failed', failure: 'fault', status: null } : end;
}
