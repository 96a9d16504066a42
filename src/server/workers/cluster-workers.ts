import cluster from 'node:cluster';
import type { LineOutput } from '../observability/line-output.ts';
import type { Message } from './channel.ts';
import { forwardLines } from './forward-lines.ts';
import { rescueLostConnections } from './lost-connections.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Returns whether this process supervises the workers; it is a worker otherwise. */
export const isPrimary = (): boolean => cluster.isPrimary;

/**
 * Creates the function that starts a worker: this program again, with the same arguments and environment. Its standard output comes
 * through this process, so that no line of one worker begins within a line of another.
 */
export const createForker = (output: LineOutput): (() => WorkerProcess) => {
  // Connections are handed to the workers in turn, on every platform.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return () => {
    const worker = cluster.fork();
    rescueLostConnections(worker);
    const { stdout } = worker.process;
    const writeRest = stdout === null ? () => undefined : forwardLines(stdout, output);
    // A failed send means that the worker is gone, which 'exit' reports.
    worker.on('error', () => undefined);
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
