import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Figure, Skipped } from './figure.ts';
import { median } from './process-usage.ts';
import { type RunningProcess, startSavelet } from './server-process.ts';
import { startTiktokUpstream } from './tiktok-upstream.ts';
import { runWrk, wrkMissing } from './wrk.ts';

/** Until the code of both workers is compiled: each gets half of the requests. */
const WARM_UP_SECONDS = 10;
const ROUND_SECONDS = 4;
const ROUNDS = 5;
const GOAL = 1.8;
/**
 * With fewer, one of two workers has nothing to do while the other one has the core of the load generator's only thread: at 32, two cores
 * are idle for 7 % of the time, and one core never.
 */
const CONNECTIONS = 64;

/** A server and the cores that it and its load generator run on. */
interface Subject {
  readonly name: string;
  readonly running: RunningProcess;
  readonly cores: string;
}

/** What is requested: the path, and arguments for the load generator. */
interface Target {
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
}

/** Requests a target as fast as the cores allow, and returns the requests per second. */
const load = async ({ running, cores }: Subject, target: Target, seconds: number): Promise<number> =>
  (
    await runWrk(`${running.origin}${target.path}`, {
      cores,
      seconds,
      args: target.args,
      connections: CONNECTIONS,
    })
  ).perSecond;

/** Returns the rates of both, and their ratio as the median of the rounds: what slows the machine down for some seconds slows both. */
const compare = async (target: Target, two: Subject, one: Subject): Promise<Figure[]> => {
  for (const subject of [two, one]) await load(subject, target, WARM_UP_SECONDS);
  const rounds: { readonly two: number; readonly one: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ two: await load(two, target, ROUND_SECONDS), one: await load(one, target, ROUND_SECONDS) });
  const rate = ({ name }: Subject, rates: readonly number[]): Figure => ({
    what: `workers: ${target.name}: ${name}`,
    value: median(rates),
    unit: 'requests/s',
  });
  return [
    rate(
      two,
      rounds.map((round) => round.two),
    ),
    rate(
      one,
      rounds.map((round) => round.one),
    ),
    {
      what: `workers: ${target.name}: two to one`,
      value: median(rounds.map((round) => round.two / round.one)),
      unit: 'times',
      goal: { atLeast: GOAL },
    },
  ];
};

/**
 * Measures the throughput of two workers and the load generator on two cores, against one process and the load generator on one core.
 */
export const benchWorkers = async (): Promise<Figure[] | Skipped> => {
  const skipped = wrkMissing();
  if (skipped !== null) return { skipped };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const upstream = await startTiktokUpstream();
  const running: RunningProcess[] = [];
  const start = async (name: string, workers: number, cores: string): Promise<RunningProcess> => {
    const started = await startSavelet(
      {
        DATA_DIR: path.join(folder, name),
        WEB_CONCURRENCY: String(workers),
        ...upstream.routes,
      },
      cores,
    );
    running.push(started);
    return started;
  };
  try {
    const two = { name: 'two workers on two cores', running: await start('two', 2, '0,1'), cores: '0,1' };
    const one = { name: 'one process on one core', running: await start('one', 1, '0'), cores: '0' };
    const script = path.join(folder, 'preview.lua');
    await writeFile(
      script,
      `wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = '{"url":"https://www.tiktok.com/@mock.user/video/7400000000000100000"}'
`,
    );
    const targets: readonly Target[] = [
      { name: 'page with brotli', path: '/', args: ['-H', 'accept-encoding: br'] },
      { name: 'preview from cache', path: '/api/preview', args: ['-s', script] },
    ];
    const figures: Figure[] = [];
    for (const target of targets) figures.push(...(await compare(target, two, one)));
    return figures;
  } finally {
    for (const one of running) await one.stop();
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
};
