import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../scripts/run/server-flags.mjs';
import { GENEROUS_ALLOWANCE } from '../tests/generous-limits.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const READY_TIMEOUT_MS = 15_000;

/** Returns a free loopback port. */
export const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

export interface RunningProcess {
  readonly pid: number;
  readonly origin: string;
  /** Milliseconds from spawn to the first successful response. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

const waitForResponse = async (url: string, child: ChildProcess): Promise<void> => {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the process ended with code ${child.exitCode}`);
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  throw new Error(`no answer from ${url} within ${READY_TIMEOUT_MS} ms`);
};

interface StartOptions {
  readonly env?: Record<string, string>;
  readonly port: number;
  readonly readyPath: string;
}

/**
 * Starts a program and waits until `readyPath` on its port is answered with success. Throws if the program ends before, or after 15 seconds
 * without such an answer.
 */
export const startProcess = async (
  command: string,
  args: readonly string[],
  { env = {}, port, readyPath }: StartOptions,
): Promise<RunningProcess> => {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitForResponse(`${origin}${readyPath}`, child);
  return {
    pid: child.pid ?? 0,
    origin,
    readyMs: performance.now() - started,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const killTimer = setTimeout(() => child.kill('SIGKILL'), 3_000);
        await once(child, 'exit');
        clearTimeout(killTimer);
      }
    },
  };
};

/** Starts the built product as `npm start` does, on a free port. */
export const startSavelet = async (env: Record<string, string>): Promise<RunningProcess> => {
  const port = await freePort();
  return startProcess(process.execPath, [...SERVER_FLAGS, 'dist/program/main.js'], {
    env: {
      ...SERVER_ENVIRONMENT,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      ...GENEROUS_ALLOWANCE,
      PORT: String(port),
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/v8'),
      ...env,
    },
    port,
    readyPath: '/readyz',
  });
};
