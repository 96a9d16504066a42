import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createTicketSealer } from '../src/server/media/tickets/ticket-sealer.ts';
import type { Figure, Skipped } from './figure.ts';
import { hasNginx, startNginx, writeCertificate } from './nginx.ts';
import { cpuSeconds, median, residentBytes } from './process-usage.ts';
import { freePort, type RunningProcess, startProcess, startSavelet } from './server-process.ts';

const CDN_HOST = 'scontent.cdninstagram.com';
const SECRET = 'a secret that only this measurement uses';
/** Transfers at once, and how often a round repeats them. Each file is as large as a round of 1 GB allows. */
const STREAM_COUNTS = [4, 64] as const;
const TURNS = 2;
const ROUND_BYTES = 1024 * 1024 * 1024;
const fileBytes = (streams: number): number => ROUND_BYTES / TURNS / streams;
const filePath = (streams: number): string => `/clip-${streams}.mp4`;
const ROUNDS = 5;
const GB = 1e9;
const MB = 1e6;
/** Clients have addresses of their own, because the streams of one address are limited. */
const LOOPBACK_HOSTS = 16;

interface Subject {
  readonly name: string;
  readonly running: RunningProcess;
  /** Returns the path of the file that `streams` transfers download at once. */
  readonly pathOf: (streams: number) => string;
}

/** Writes a file with an MP4 header; the rest is noise, so that it cannot be compressed in transit. */
const writeMedia = async (file: string, bytes: number): Promise<void> => {
  const handle = await open(file, 'w');
  const block = Buffer.alloc(1024 * 1024);
  for (let index = 0; index < block.length; index += 4)
    block.writeUInt32LE((index * 2_654_435_761) >>> 0, index);
  for (let written = 0; written < bytes; written += block.length) await handle.write(block);
  await handle.write(Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 0, 24, 0);
  await handle.close();
};

/** Downloads a URL `count` times at once over new connections, and returns the bytes that arrived. */
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

interface Round {
  /** CPU seconds of the subject for 1 GB. */
  readonly cost: number;
  readonly mbPerSecond: number;
  readonly residentMb: number;
}

const measureRound = async ({ running, pathOf, name }: Subject, streams: number): Promise<Round> => {
  const [before, started] = [await cpuSeconds(running.pid), performance.now()];
  let bytes = 0;
  for (let turn = 0; turn < TURNS; turn += 1)
    bytes += await transfer(`${running.origin}${pathOf(streams)}`, streams);
  if (bytes !== ROUND_BYTES) throw new Error(`${name} delivered ${bytes} bytes`);
  return {
    cost: ((await cpuSeconds(running.pid)) - before) / (bytes / GB),
    mbPerSecond: bytes / MB / ((performance.now() - started) / 1_000),
    residentMb: (await residentBytes(running.pid)) / MB,
  };
};

const mediaTicket = (streams: number): string =>
  createTicketSealer({ secret: SECRET }).seal({
    purpose: 'media',
    source: { kind: 'upstream', url: `https://${CDN_HOST}${filePath(streams)}`, headers: {} },
    mediaKind: 'video',
    mime: 'video/mp4',
    size: fileBytes(streams),
    filename: 'clip.mp4',
    post: 'https://www.instagram.com/p/measure/',
    // Like a preview's ticket, so that the connections of readers that wait may be freed.
    place: { item: 0, items: 1, label: '720p', extension: 'mp4', sound: true },
  });

const startSubjects = async (folder: string, upstream: string, ca: string): Promise<Subject[]> => {
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
      env: { NODE_EXTRA_CA_CERTS: ca },
      port: relayPort,
      readyPath: '/ready',
    },
  );
  const savelet = await startSavelet({
    SECRET,
    NODE_EXTRA_CA_CERTS: ca,
    DATA_DIR: path.join(folder, 'data'),
    UPSTREAM_ROUTES: `${CDN_HOST}=${upstream}`,
  });
  return [
    { name: OWN, running: savelet, pathOf: (streams) => `/api/media/${mediaTicket(streams)}` },
    { name: NGINX, running: nginx, pathOf: filePath },
    { name: 'undici relay', running: relay, pathOf: filePath },
  ];
};

const NGINX = 'nginx';
const OWN = 'savelet';

const measure = async (label: string, subjects: readonly Subject[], streams: number): Promise<Figure[]> => {
  const rounds = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) await transfer(`${subject.running.origin}${subject.pathOf(streams)}`, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects) rounds.get(subject.name)?.push(await measureRound(subject, streams));
  }
  const middle = (name: string, key: keyof Round): number =>
    median((rounds.get(name) ?? []).map((round) => round[key]));
  const what = `tunnel: ${label} upstream: ${streams} streams`;
  return subjects.flatMap(({ name }): Figure[] => [
    {
      what: `${what}: ${name}`,
      value: middle(name, 'cost'),
      unit: 'CPU s/GB',
      ...(name === OWN && { goal: { atMost: middle(NGINX, 'cost') } }),
      ...(name !== NGINX && { against: { name: NGINX, value: middle(NGINX, 'cost') } }),
    },
    {
      what: `${what}: ${name}: throughput`,
      value: middle(name, 'mbPerSecond'),
      unit: 'MB/s',
      ...(name !== NGINX && { against: { name: NGINX, value: middle(NGINX, 'mbPerSecond') } }),
    },
    { what: `${what}: ${name}: resident`, value: middle(name, 'residentMb'), unit: 'MB' },
  ]);
};

/**
 * Measures what a transfer costs the tunnel, nginx proxy_pass and a plain undici relay, with plain and TLS upstreams, the three
 * alternating in each round.
 */
export const benchTunnel = async (): Promise<Figure[] | Skipped> => {
  if (!hasNginx()) return { skipped: 'nginx is not installed' };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const running: RunningProcess[] = [];
  try {
    await mkdir(path.join(folder, 'www'));
    for (const streams of STREAM_COUNTS)
      await writeMedia(path.join(folder, 'www', filePath(streams)), fileBytes(streams));
    await writeFile(path.join(folder, 'www/ready'), 'ok');
    const { key, cert } = writeCertificate(folder, CDN_HOST);
    const [plainPort, tlsPort] = [await freePort(), await freePort()];
    running.push(
      await startNginx(
        folder,
        'origin',
        plainPort,
        `server { listen 127.0.0.1:${plainPort}; listen 127.0.0.1:${tlsPort} ssl; root ${folder}/www; ssl_certificate ${cert}; ssl_certificate_key ${key}; }`,
      ),
    );
    const figures: Figure[] = [];
    for (const [label, origin] of [
      ['plain', `http://127.0.0.1:${plainPort}`],
      ['TLS', `https://127.0.0.1:${tlsPort}`],
    ] as const) {
      const subjects = await startSubjects(folder, origin, cert);
      running.push(...subjects.map((subject) => subject.running));
      for (const streams of STREAM_COUNTS) figures.push(...(await measure(label, subjects, streams)));
      for (const subject of subjects) await subject.running.stop();
    }
    return figures;
  } finally {
    for (const one of running) await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
