import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import os from 'node:os';

const WRK = '/usr/bin/wrk';
const TASKSET = '/usr/bin/taskset';
const DEFAULT_CONNECTIONS = 32;

/** Reason why no load can be generated on this machine; null if it can. */
export const wrkMissing = (): string | null =>
  existsSync(WRK) && existsSync(TASKSET) && os.cpus().length >= 2 ? null : 'needs wrk, taskset and two cores';

/** Requests that a server answered under load. */
export interface WrkResult {
  readonly requests: number;
  readonly perSecond: number;
}

/**
 * Requests a URL over keep-alive connections, 32 if not stated, as fast as the load generator can on `cores`, a list for taskset. `args`
 * are further arguments of wrk. Throws when a response is not a 2xx or 3xx.
 */
export const runWrk = async (
  url: string,
  {
    cores,
    seconds,
    args,
    connections = DEFAULT_CONNECTIONS,
  }: {
    readonly cores: string;
    readonly seconds: number;
    readonly args: readonly string[];
    readonly connections?: number;
  },
): Promise<WrkResult> => {
  const wrk = spawn(TASKSET, ['-c', cores, WRK, '-t1', `-c${connections}`, `-d${seconds}s`, ...args, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  wrk.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  await once(wrk, 'close');
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  if (!(requests > 0) || output.includes('Non-2xx')) throw new Error(`${url} failed under load:\n${output}`);
  return { requests, perSecond };
};
