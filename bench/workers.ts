import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Figure, Skipped } from './figure.ts';
import { median } from './process-usage.ts';
import { type RunningProcess, startSavelet } from './server-process.ts';
import { tiktokVideoPage } from './tiktok-page.ts';

const WRK = '/usr/bin/wrk';
const TASKSET = '/usr/bin/taskset';
const CONNECTIONS = 32;
const ROUND_SECONDS = 4;
const ROUNDS = 5;
const GOAL = 1.8;

/** A server and the cores that it and its load generator run on. */
interface Subject {
  readonly name: 'two cores' | 'one core';
  readonly running: RunningProcess;
  readonly cores: string;
}

/** What is requested: the arguments for the load generator. */
interface Target {
  readonly name: string;
  readonly args: (origin: string) => readonly string[];
}

/** Starts an upstream without delays: one TikTok post and the first byte of its files. */
const startUpstream = async () => {
  const server = http.createServer((request, response) => {
    const id = /\/video\/(\d+)/.exec(request.url ?? '')?.[1];
    if (id === undefined) {
      response.writeHead(206, {
        'content-type': 'video/mp4',
        'content-range': 'bytes 0-0/1000000',
        'content-length': '1',
      });
      response.end(Buffer.of(0));
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(tiktokVideoPage(id));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
};

/** Requests a target as fast as the cores allow, and returns the requests per second. Throws when a response is not 200. */
const load = async ({ name, running, cores }: Subject, target: Target, seconds: number): Promise<number> => {
  const args = ['-c', cores, WRK, '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...target.args(running.origin)];
  const wrk = spawn(TASKSET, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  wrk.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  await once(wrk, 'close');
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  if (!(perSecond > 0) || output.includes('Non-2xx'))
    throw new Error(`${name} failed under load:\n${output}`);
  return perSecond;
};

const compare = async (target: Target, subjects: readonly Subject[]): Promise<Figure[]> => {
  const rates = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (const subject of subjects) await load(subject, target, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects) rates.get(subject.name)?.push(await load(subject, target, ROUND_SECONDS));
  }
  const [two, one] = [median(rates.get('two cores') ?? []), median(rates.get('one core') ?? [])];
  return [
    {
      what: `workers: ${target.name}: two workers on two cores`,
      value: two,
      unit: 'requests/s',
      goal: { atLeast: Math.round(one * GOAL) },
      against: { name: 'one process on one core', value: one },
    },
  ];
};

/**
 * Measures the throughput of two workers and the load generator on two cores, against one process and the load generator on one core.
 */
export const benchWorkers = async (): Promise<Figure[] | Skipped> => {
  if (!existsSync(WRK) || !existsSync(TASKSET) || os.cpus().length < 2)
    return { skipped: 'needs wrk, taskset and two cores' };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const upstream = await startUpstream();
  const running: RunningProcess[] = [];
  const start = async (name: string, workers: number, core?: number): Promise<RunningProcess> => {
    const started = await startSavelet(
      {
        DATA_DIR: path.join(folder, name),
        WEB_CONCURRENCY: String(workers),
        UPSTREAM_ROUTES: `*.tiktok.com=${upstream.origin},*.tiktokcdn.com=${upstream.origin}`,
      },
      core,
    );
    running.push(started);
    return started;
  };
  try {
    const subjects: readonly Subject[] = [
      { name: 'two cores', running: await start('two', 2), cores: '0,1' },
      { name: 'one core', running: await start('one', 1, 0), cores: '0' },
    ];
    const script = path.join(folder, 'preview.lua');
    await writeFile(
      script,
      `wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = '{"url":"https://www.tiktok.com/@mock.user/video/7400000000000100000"}'
`,
    );
    const targets: readonly Target[] = [
      { name: 'page with brotli', args: (origin) => ['-H', 'accept-encoding: br', `${origin}/`] },
      { name: 'preview from cache', args: (origin) => ['-s', script, `${origin}/api/preview`] },
    ];
    const figures: Figure[] = [];
    for (const target of targets) figures.push(...(await compare(target, subjects)));
    return figures;
  } finally {
    for (const one of running) await one.stop();
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
};
