import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutboundClient, OutboundRequest } from '../net/outbound-client.ts';
import { createReleaseServer } from './release-server.ts';

const FILE = { channel: 'stable', version: '2026.08.19', name: 'yt-dlp_linux' } as const;
const never = new AbortController().signal;

let folder: string;
let requests: OutboundRequest[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-release-'));
  requests = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

const serverWith = (
  { status = 200, headers = {}, body = Readable.from([]) }: Answer,
  address = 'https://github.com',
  maxBytes = 1_000,
) => {
  const outbound: OutboundClient = {
    request: (request) => {
      requests.push(request);
      return Promise.resolve({ status, headers, setCookies: [], url: request.url, body });
    },
    close: () => Promise.resolve(),
  };
  return createReleaseServer({ outbound, address, maxBytes });
};

const download = (answer: Answer, signal = never) => {
  const seen: (readonly [number, number | null])[] = [];
  const file = path.join(folder, 'program');
  const sum = serverWith(answer).download(FILE, {
    path: file,
    signal,
    onProgress: (received, total) => seen.push([received, total]),
  });
  return { sum, seen, file };
};

describe('the release server', () => {
  it('is asked for the newest version without following the redirect', async () => {
    const location = 'https://github.com/yt-dlp/yt-dlp-nightly-builds/releases/tag/2026.08.25.232345';
    const server = serverWith({ status: 302, headers: { location } });
    expect(await server.newest('nightly', never)).toBe('2026.08.25.232345');
    expect(requests[0]).toMatchObject({
      url: 'https://github.com/yt-dlp/yt-dlp-nightly-builds/releases/latest',
    });
    expect(requests[0]?.redirects).toBeUndefined();
  });

  it('may be a mirror below a path, and may send on to the file servers only', async () => {
    await serverWith({ status: 404 }, 'https://mirror.example/gh')
      .checksum(FILE, never)
      .catch(() => undefined);
    const [request] = requests;
    expect(request?.url).toBe(
      'https://mirror.example/gh/yt-dlp/yt-dlp/releases/download/2026.08.19/SHA2-256SUMS',
    );
    const allowed = [
      'mirror.example',
      'release-assets.githubusercontent.com',
      'objects.githubusercontent.com',
      'github.com',
      'a.mirror.example',
      'githubusercontent.com',
    ].map((host) => request?.hosts.allows(host));
    expect(allowed).toEqual([true, true, true, false, false, false]);
    expect(request?.hosts.isOwnerOrigin).toBe(false);
  });

  it('gives a file with its sum and its progress', async () => {
    const { sum, seen, file } = download({
      headers: { 'content-length': '6' },
      body: Readable.from([Buffer.from('abc'), Buffer.from('def')]),
    });
    expect(await sum).toBe(createHash('sha256').update('abcdef').digest('hex'));
    expect(readFileSync(file, 'utf8')).toBe('abcdef');
    expect([seen[0], seen.at(-1)]).toEqual([
      [0, 6],
      [6, 6],
    ]);
  });

  it.each([
    ['announced', { headers: { 'content-length': '1001' }, body: Readable.from(['a']) }],
    ['not announced', { body: Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(100))) }],
  ])('stops a file above the limit that is %s', async (_how, answer) => {
    await expect(download(answer).sum).rejects.toMatchObject({ fault: 'too-large' });
  });

  it('stops on abort', async () => {
    const leaving = new AbortController();
    const { sum } = download({ body: new Readable({ read: () => undefined }) }, leaving.signal);
    const reason = new Error('the server is closing');
    leaving.abort(reason);
    await expect(sum).rejects.toBe(reason);
  });
});
