import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Figure, Skipped } from './figure.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { cpuSeconds, median } from './process-usage.ts';
import { freePort, type RunningProcess, startSavelet } from './server-process.ts';
import { runWrk, wrkMissing } from './wrk.ts';

const SERVER_CORE = '0';
const LOAD_CORE = '1';
const WARM_UP_SECONDS = 3;
const ROUND_SECONDS = 3;
const ROUNDS = 5;
const GOAL_PER_SECOND = 12_000;

const ENCODINGS = [
  ['br', 'br'],
  ['plain', 'identity'],
] as const;

interface Rate {
  readonly perSecond: number;
  /** Requests per CPU second of the server, which does not depend on other load of the machine. */
  readonly perCpuSecond: number;
}

interface Subject {
  readonly name: string;
  readonly running: RunningProcess;
}

/** Requests the page as fast as one core can generate load. */
const load = async ({ running }: Subject, encoding: string, seconds: number): Promise<Rate> => {
  const before = await cpuSeconds(running.pid);
  const args = ['-H', `accept-encoding: ${encoding}`];
  const { requests, perSecond } = await runWrk(`${running.origin}/`, { cores: LOAD_CORE, seconds, args });
  return { perSecond, perCpuSecond: requests / ((await cpuSeconds(running.pid)) - before) };
};

/** Starts an nginx that serves the page's bytes from two files. */
const startFileServer = async (folder: string, page: RunningProcess): Promise<RunningProcess> => {
  for (const [name, encoding] of ENCODINGS) {
    const curl = spawn('curl', [
      '-sS',
      '-H',
      `accept-encoding: ${encoding}`,
      '-o',
      `${folder}/${name}`,
      `${page.origin}/`,
    ]);
    await once(curl, 'close');
  }
  await writeFile(path.join(folder, 'ready'), 'ok');
  const port = await freePort();
  return startNginx(
    folder,
    'page',
    port,
    `map $http_accept_encoding $file { default plain; br br; }
     map $file $encoding { default ''; br br; }
     server { listen 127.0.0.1:${port}; root ${folder}; default_type text/html; open_file_cache max=10;
     location = /ready { } location = / { add_header content-encoding $encoding; try_files /$file =404; } }`,
    SERVER_CORE,
  );
};

const compare = async (label: string, encoding: string, subjects: readonly Subject[]): Promise<Figure[]> => {
  const rates = new Map<string, Rate[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) await load(subject, encoding, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects)
      rates.get(subject.name)?.push(await load(subject, encoding, ROUND_SECONDS));
  }
  const middle = (name: string, key: keyof Rate): number =>
    median((rates.get(name) ?? []).map((rate) => rate[key]));
  return subjects.map(({ name }) => ({
    what: `page: ${label}: ${name}`,
    value: middle(name, 'perSecond'),
    unit: 'requests/s on one core',
    ...(name === 'savelet' && {
      ...(label === 'br' && { goal: { atLeast: GOAL_PER_SECOND } }),
      against: { name: 'nginx', value: middle('nginx', 'perSecond') },
    }),
  }));
};

/**
 * Measures requests per second for the public page on one core, compared with nginx serving the same bytes from a file.
 */
export const benchPage = async (): Promise<Figure[] | Skipped> => {
  const skipped = hasNginx() ? wrkMissing() : 'needs nginx';
  if (skipped !== null) return { skipped };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const running: RunningProcess[] = [];
  try {
    const savelet = await startSavelet({ DATA_DIR: path.join(folder, 'data') }, SERVER_CORE);
    running.push(savelet);
    const nginx = await startFileServer(folder, savelet);
    running.push(nginx);
    const subjects = [
      { name: 'savelet', running: savelet },
      { name: 'nginx', running: nginx },
    ];
    const figures: Figure[] = [];
    for (const [label, encoding] of ENCODINGS) figures.push(...(await compare(label, encoding, subjects)));
    return figures;
  } finally {
    for (const one of running) await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
