import { builtScript } from '../lib/built-script.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker/messages.ts';
import workerUrl from './worker/worker.ts?worker&url';

/** Time in which a worker removes what it wrote. */
const CANCEL_MS = 2_000;

/** Last message of a worker, or how it ended without one. */
export type WorkerEnd = Exclude<FromWorker, { kind: 'progress' | 'decode' }> | { readonly kind: 'cancelled' };

/**
 * Starts a worker for one task, and ends it with its last message or with the signal. `onMessage` receives the messages before, with a
 * function that answers them. Never rejects.
 */
export const runInWorker = (
  task: WorkerTask,
  signal: AbortSignal,
  onMessage: (
    message: Extract<FromWorker, { kind: 'progress' | 'decode' }>,
    reply: (message: ToWorker, transfer: Transferable[]) => void,
  ) => void = () => undefined,
): Promise<WorkerEnd> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: 'cancelled' });
    const worker = new Worker(builtScript(workerUrl), { type: 'module' });
    const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
    const cancel = () => {
      send({ kind: 'cancel' });
      setTimeout(() => worker.terminate(), CANCEL_MS);
      resolve({ kind: 'cancelled' });
    };
    const end = (outcome: WorkerEnd) => {
      signal.removeEventListener('abort', cancel);
      worker.terminate();
      resolve(outcome);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (signal.aborted) return;
      if (data.kind === 'progress' || data.kind === 'decode') onMessage(data, send);
      else end(data);
    });
    // A script that does not arrive causes a plain event, an error in it one with a message.
    worker.addEventListener('error', (event) =>
      end({ kind: 'failed', failure: event.message ? 'fault' : 'unanswered', status: null }),
    );
    signal.addEventListener('abort', cancel, { once: true });
    send({ kind: 'task', task });
  });

/** Asks a worker a question. Resolves to its answer; null if there is none, or when the signal aborts. Never rejects. */
export async function askWorker(task: WorkerTask, signal: AbortSignal): Promise<number | boolean | null> {
  const end = await runInWorker(task, signal);
  return end.kind === 'found' ? end.value : null;
}
