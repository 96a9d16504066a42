import cluster, { type Worker } from 'node:cluster';
import type { LineOutput } from '../observability/line-output.ts';
import type { Message } from './channel.ts';
import { forwardLines } from './forward-lines.ts';
import { rescueLostConnections } from './lost-connections.ts';
import { createUnstartedProcess, type WorkerProcess } from './worker-process.ts';

/** Returns whether this process supervises the workers; it is a worker otherwise. */
export const isPrimary = (): boolean => cluster.isPrimary;

/**
 * Removes a worker whose process the system did not start. Node emits only 'error' for it (EACCES, EAGAIN, EMFILE, ENFILE, ENOENT), so
 * node:cluster would keep it in its list. Its channel exists after some of these errors only.
 */
const removeUnstarted = (worker: Worker): void => {
  if (worker.isConnected()) worker.process.disconnect();
  delete cluster.workers?.[worker.id];
};

/**
 * Creates the function that starts a worker: this program again, with the same arguments and environment. Its standard output comes
 * through this process, so that no line of one worker begins within a line of another. The function throws when Node throws the system's
 * error (ENOMEM); other errors of the start are passed to `onExit`.
 */
export const createForker = (output: LineOutput): (() => WorkerProcess) => {
  // Connections are handed to the workers in turn, on every platform.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  // A worker that is connected and does not listen yet takes no connection from the queue of the others.
  const listening = new Set<Worker>();
  return () => {
    const worker = cluster.fork();
    // A failed send means that the worker is gone, which 'exit' reports.
    worker.on('error', () => undefined);
    if (worker.process.pid === undefined) {
      worker.once('error', () => removeUnstarted(worker));
      return createUnstartedProcess((listener) => void worker.once('error', listener));
    }
    worker.once('listening', () => listening.add(worker));
    worker.once('exit', () => listening.delete(worker));
    rescueLostConnections(worker, () =>
      [...listening].some((other) => other !== worker && other.isConnected()),
    );
    const { stdout } = worker.process;
    const writeRest = stdout === null ? () => undefined : forwardLines(stdout, output);
    return {
      pid: worker.process.pid ?? 0,
      send(messages) {
        if (worker.isConnected()) worker.process.send(messages as Message[], () => undefined);
      },
      onMessages: (listener) => void worker.on('message', listener),
      onExit: (listener) =>
        void worker.once('exit', (code: number | null, signal: string | null) => {
          writeRest();
          listener(signal === null || signal === '' ? code : null, signal || null);
        }),
      kill: () => void worker.process.kill('SIGKILL'),
    };
  };
};
