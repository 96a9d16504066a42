import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { GENEROUS_ALLOWANCE } from '../generous-limits.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READY = /ready at (http:\/\/\S+)/;
const START_TIMEOUT_MS = 50_000;

export interface Product {
  readonly origin: string;
  readonly mockPlatforms: MockPlatforms;
  /** Returns everything the server has written so far. */
  output(): string;
  stop(): Promise<void>;
}

const untilReady = (child: ChildProcess, output: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the product did not start:\n${output()}`)),
      START_TIMEOUT_MS,
    );
    const look = () => {
      const origin = READY.exec(output())?.[1];
      if (origin === undefined) return;
      clearTimeout(timer);
      child.stdout?.off('data', look);
      resolve(origin);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => reject(new Error(`the product ended with code ${code}:\n${output()}`)));
  });

/**
 * Starts the built product as its owner would: in its own process on a free port, with the mock platforms behind the
 * platforms' real host names. `upstream: false` leaves it without any upstream.
 */
export const startProduct = async (
  environment: (mockPlatforms: MockPlatforms) => Record<string, string> = () => ({}),
  { upstream = true }: { upstream?: boolean } = {},
): Promise<Product> => {
  const mockPlatforms = await startMockPlatforms();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-e2e-'));
  const child = spawn(process.execPath, ['dist/program/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // Hides a yt-dlp that is installed on this machine.
      PATH: '',
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'trace',
      DATA_DIR: dataDir,
      UPSTREAM_ROUTES: upstream
        ? mockPlatforms.routes
        : '*.instagram.com=http://127.0.0.1:9,*.tiktok.com=http://127.0.0.1:9',
      ...GENEROUS_ALLOWANCE,
      ...environment(mockPlatforms),
    },
  });
  const pieces: string[] = [];
  const output = () => pieces.join('');
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  const origin = await untilReady(child, output);
  return {
    origin,
    mockPlatforms,
    output,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await mockPlatforms.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Returns the environment that makes the mock provider the only engine. */
export const providerOnly = (mockPlatforms: MockPlatforms): Record<string, string> => ({
  ENGINES: 'provider',
  PROVIDER_HOST: mockPlatforms.providerHost,
  PROVIDER_API_KEY: mockPlatforms.providerKey,
});
