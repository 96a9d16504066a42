import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createTicketSealer } from '../src/server/tickets/ticket-sealer.ts';
import { startNginx, writeCertificate } from './nginx.ts';
import { cpuSeconds, median } from './process-usage.ts';
import { freePort, type RunningProcess, startProcess, startSavelet } from './server-process.ts';

const CDN_HOST = 'scontent.cdninstagram.com';
const SECRET = 'a secret that only this measurement uses';
const FILE_BYTES = 256 * 1024 * 1024;
const TRANSFERS = 4;
const ROUNDS = 3;
const GB = 1e9;
const FILE_PATH = '/clip.mp4';

interface Subject {
  readonly name: string;
  readonly running: RunningProcess;
  /** Path of the file. */
  readonly path: string;
}

/** Writes a file with an MP4 header; the rest is noise, so that it cannot be compressed in transit. */
const writeMedia = async (file: string): Promise<void> => {
  const handle = await open(file, 'w');
  const block = Buffer.alloc(1024 * 1024);
  for (let index = 0; index < block.length; index += 4)
    block.writeUInt32LE((index * 2_654_435_761) >>> 0, index);
  for (let written = 0; written < FILE_BYTES; written += block.length) await handle.write(block);
  await handle.write(Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 0, 24, 0);
  await handle.close();
};

const transfer = async (url: string): Promise<number> => {
  const curl = spawn('curl', ['-sS', '-o', '/dev/null', '-w', '%{size_download}', url]);
  let size = '';
  curl.stdout.on('data', (chunk: Buffer) => {
    size += chunk.toString();
  });
  await once(curl, 'close');
  return Number(size);
};

/** Measures the CPU seconds a subject uses per GB; transfers run in sequence over new connections. */
const costPerGb = async ({ running, path: filePath, name }: Subject): Promise<number> => {
  const before = await cpuSeconds(running.pid);
  let bytes = 0;
  for (let count = 0; count < TRANSFERS; count += 1) bytes += await transfer(`${running.origin}${filePath}`);
  if (bytes !== TRANSFERS * FILE_BYTES) throw new Error(`${name} delivered ${bytes} bytes`);
  return ((await cpuSeconds(running.pid)) - before) / (bytes / GB);
};

const mediaTicket = (): string =>
  createTicketSealer({ secret: SECRET }).seal({
    purpose: 'media',
    source: { kind: 'upstream', url: `https://${CDN_HOST}${FILE_PATH}`, headers: {} },
    mediaKind: 'video',
    mime: 'video/mp4',
    size: FILE_BYTES,
    filename: 'clip.mp4',
    post: 'https://www.instagram.com/p/measure/',
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
    { name: 'savelet', running: savelet, path: `/api/media/${mediaTicket()}` },
    { name: 'nginx proxy_pass', running: nginx, path: FILE_PATH },
    { name: 'undici request+pipe', running: relay, path: FILE_PATH },
  ];
};

const measure = async (label: string, subjects: readonly Subject[]): Promise<string[]> => {
  const costs = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) await transfer(`${subject.running.origin}${subject.path}`);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects) costs.get(subject.name)?.push(await costPerGb(subject));
  }
  const nginx = median(costs.get('nginx proxy_pass') ?? []);
  return [...costs].map(([name, values]) => {
    const cost = median(values);
    return `tunnel, ${label} upstream: ${name.padEnd(20)} ${cost.toFixed(3)} CPU s/GB = ${(cost / nginx).toFixed(2)} x nginx`;
  });
};

/** Measures CPU seconds per GB of the tunnel, nginx proxy_pass and a plain undici relay, with plain and TLS upstreams. */
export const benchTunnel = async (): Promise<string[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const running: RunningProcess[] = [];
  try {
    await mkdir(path.join(folder, 'www'));
    await writeMedia(path.join(folder, 'www', FILE_PATH));
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
    const lines: string[] = [];
    for (const [label, origin] of [
      ['plain', `http://127.0.0.1:${plainPort}`],
      ['TLS', `https://127.0.0.1:${tlsPort}`],
    ] as const) {
      const subjects = await startSubjects(folder, origin, cert);
      running.push(...subjects.map((subject) => subject.running));
      lines.push(...(await measure(label, subjects)));
      for (const subject of subjects) await subject.running.stop();
    }
    return lines;
  } finally {
    for (const one of running) await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
