import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import type { DatabaseConfig } from './engines.ts';

export interface DatabaseProcess {
  readonly child: ChildProcess;
  /** Exit code; null when a signal ended the process. */
  readonly ended: Promise<number | null>;
  /** Returns every complete line it has written so far. */
  lines(): string[];
  /** Resolves when the process has written its first line; rejects when it ends before. */
  started(): Promise<void>;
}

/** Starts database-process.ts with one of its jobs. */
export const startDatabaseProcess = (
  job: 'open' | 'serve' | 'save' | 'hold',
  config: DatabaseConfig,
): DatabaseProcess => {
  const script = path.join(import.meta.dirname, 'database-process.ts');
  const child = spawn(process.execPath, [script, job, JSON.stringify(config)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.on('data', (piece: Buffer) => {
    written += piece.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    ended,
    lines: () => written.split('\n').slice(0, -1),
    started: () =>
      Promise.race([
        once(child.stdout, 'data').then(() => undefined),
        ended.then((code) => Promise.reject(new Error(`the process ended at once with ${code}`))),
      ]),
  };
};
