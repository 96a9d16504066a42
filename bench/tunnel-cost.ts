import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Figure, SkippedBenchmark } from './figure.ts';
import { CDN_HOST, CERTIFICATES, clipPath, MEASURED_SECRET } from './measured-clip.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { cpuSeconds, quantile, residentBytes } from './process-usage.ts';
import { freePort, type RunningProcess, startProcess, startSavelet } from './server-process.ts';

/**
 * Numbers of simultaneous transfers that are measured. A round runs these transfers TURNS times and transfers ROUND_BYTES in total, which
 * determines the size of each file.
 */
const STREAM_COUNTS = [4, 64] as const;
const TURNS = 2;
const ROUND_BYTES = 1024 * 1024 * 1024;
const fileBytes = (streams: number): number => ROUND_BYTES / TURNS / streams;
const filePath = (streams: number): string => `/clip-${streams}.mp4`;
const ROUNDS = 5;
const GB = 1e9;
const MB = 1e6;
/** Number of loopback addresses from which clients connect, because the server limits the streams of one address. */
const LOOPBACK_HOSTS = 16;

interface MeasuredProgram {
  readonly name: string;
  readonly running: RunningProcess;
  /** Returns the path of the file that is downloaded `streams` times at once. */
  readonly pathOf: (streams: number) => string;
}

/** Writes a file of `bytes` bytes with an MP4 header. The rest of the file is noise, which cannot be compressed on the way. */
const writeMedia = async (file: string, bytes: number): Promise<void> => {
  const handle = await open(file, 'w');
  const block = Buffer.alloc(1024 * 1024);
  for (let index = 0; index < block.length; index += 4)
    block.writeUInt32LE((index * 2_654_435_761) >>> 0, index);
  for (let written = 0; written < bytes; written += block.length) await handle.write(block);
  await handle.write(Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 0, 24, 0);
  await handle.close();
};

/** Downloads a URL `count` times at once over new connections. Resolves with the number of bytes that arrived. */
const transfer = async (url: string, count: number): Promise<number> => {
  const clients = Math.min(count, LOOPBACK_HOSTS);
  const each = count / clients;
  const sizes = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const curl = spawn('curl', [
        ...['-sS', '-Z', '--parallel-immediate', '--parallel-max', String(each)],
        ...['--interface', `127.0.0.${2 + index}`, '-w', '%{size_download}\n'],
        ...Array.from({ length: each }, () => ['-o', '/dev/null', url]).flat(),
      ]);
      let output = '';
      curl.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      await once(curl, 'close');
      return output
        .trim()
        .split('\n')
        .reduce((sum, line) => sum + Number(line), 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const measureRound = async ({ running, pathOf, name }: MeasuredProgram, streams: number) => {
  const [before, started] = [await cpuSeconds(running.pid), performance.now()];
  let bytes = 0;
  for (let turn = 0; turn < TURNS; turn += 1)
    bytes += await transfer(`${running.origin}${pathOf(streams)}`, streams);
  if (bytes !== ROUND_BYTES) throw new Error(`${name} delivered ${bytes} bytes`);
  return {
    /** CPU seconds that the program uses for 1 GB. */
    cpuSecondsPerGb: ((await cpuSeconds(running.pid)) - before) / (bytes / GB),
    mbPerSecond: bytes / MB / ((performance.now() - started) / 1_000),
    residentMb: (await residentBytes(running.pid)) / MB,
  };
};

const startPrograms = async (folder: string, upstream: string): Promise<MeasuredProgram[]> => {
  const [nginxPort, relayPort] = [await freePort(), await freePort()];
  const nginx = await startNginx(
    folder,
    `proxy-${nginxPort}`,
    nginxPort,
    `server { listen 127.0.0.1:${nginxPort}; location = /ready { return 200; }
     location / { proxy_pass ${upstream}; proxy_http_version 1.1; proxy_set_header Host ${CDN_HOST}; proxy_set_header Connection "";
     proxy_max_temp_file_size 0; proxy_ssl_server_name on; proxy_ssl_name ${CDN_HOST}; } }`,
  );
  const relay = await startProcess(
    process.execPath,
    ['bench/plain-relay.ts', String(relayPort), upstream, CDN_HOST],
    {
      env: { NODE_EXTRA_CA_CERTS: CERTIFICATES.authority },
      port: relayPort,
      readyPath: '/ready',
    },
  );
  const savelet = await startSavelet({
    SECRET: MEASURED_SECRET,
    NODE_EXTRA_CA_CERTS: CERTIFICATES.authority,
    DATA_DIR: path.join(folder, 'data'),
    UPSTREAM_ROUTES: `${CDN_HOST}=${upstream}`,
  });
  return [
    { name: OWN, running: savelet, pathOf: (streams) => clipPath(filePath(streams), fileBytes(streams)) },
    { name: NGINX, running: nginx, pathOf: filePath },
    { name: 'undici relay', running: relay, pathOf: filePath },
  ];
};

const NGINX = 'nginx';
const OWN = 'savelet';

type Round = Awaited<ReturnType<typeof measureRound>>;

const measure = async (
  label: string,
  programs: readonly MeasuredProgram[],
  streams: number,
): Promise<Figure[]> => {
  const rounds = new Map<string, Round[]>(programs.map(({ name }) => [name, []]));
  for (const program of programs) await transfer(`${program.running.origin}${program.pathOf(streams)}`, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const program of programs) rounds.get(program.name)?.push(await measureRound(program, streams));
  }
  const middle = (name: string, key: keyof Round): number =>
    quantile((rounds.get(name) ?? []).map((round) => round[key]));
  const what = `tunnel: ${label} upstream: ${streams} streams`;
  return programs.flatMap(({ name }): Figure[] => [
    {
      title: `${what}: ${name}`,
      value: middle(name, 'cpuSecondsPerGb'),
      unit: 'CPU s/GB',
      ...(name === OWN && { goal: { atMost: middle(NGINX, 'cpuSecondsPerGb') } }),
      ...(name !== NGINX && { alternative: { name: NGINX, value: middle(NGINX, 'cpuSecondsPerGb') } }),
    },
    {
      title: `${what}: ${name}: throughput`,
      value: middle(name, 'mbPerSecond'),
      unit: 'MB/s',
      ...(name !== NGINX && { alternative: { name: NGINX, value: middle(NGINX, 'mbPerSecond') } }),
    },
    { title: `${what}: ${name}: resident`, value: middle(name, 'residentMb'), unit: 'MB' },
  ]);
};

/**
 * Measures the CPU time, throughput and memory of transfers through the tunnel, through nginx's proxy_pass and through a plain undici
 * relay, with plain and TLS upstreams. Each round measures the three programs one after another. Skipped without nginx.
 */
export const benchTunnel = async (): Promise<Figure[] | SkippedBenchmark> => {
  if (!hasNginx()) return { skipped: 'nginx is not installed' };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const running: RunningProcess[] = [];
  try {
    await mkdir(path.join(folder, 'www'));
    for (const streams of STREAM_COUNTS)
      await writeMedia(path.join(folder, 'www', filePath(streams)), fileBytes(streams));
    await writeFile(path.join(folder, 'www/ready'), 'ok');
    const [plainPort, tlsPort] = [await freePort(), await freePort()];
    running.push(
      await startNginx(
        folder,
        'origin',
        plainPort,
        `server { listen 127.0.0.1:${plainPort}; listen 127.0.0.1:${tlsPort} ssl; root ${folder}/www; ssl_certificate ${CERTIFICATES.cert}; ssl_certificate_key ${CERTIFICATES.key}; }`,
      ),
    );
    const figures: Figure[] = [];
    for (const [label, origin] of [
      ['plain', `http://127.0.0.1:${plainPort}`],
      ['TLS', `https://127.0.0.1:${tlsPort}`],
    ] as const) {
      const programs = await startPrograms(folder, origin);
      running.push(...programs.map((program) => program.running));
      for (const streams of STREAM_COUNTS) figures.push(...(await measure(label, programs, streams)));
      for (const program of programs) await program.running.stop();
    }
    return figures;
  } finally {
    for (const one of running) await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
