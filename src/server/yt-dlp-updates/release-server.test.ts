import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboundClient, OutboundRequest } from '../outbound/outbound-client.ts';
import { findingOfError } from './install-program.ts';
import { createReleaseServer, ownTarget, releaseFileFor } from './release-server.ts';

const RELEASE = { channel: 'stable', version: '2026.08.19' } as const;
const A = 'a'.repeat(64);
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

/** Creates the access to a server that gives an answer after those that it has given. */
const serverWith = (answers: readonly Answer[], address = 'https://github.com') => {
  const outbound: OutboundClient = {
    request: (request) => {
      const { status = 200, headers = {}, body = Readable.from([]) } = answers[requests.length] ?? {};
      requests.push(request);
      return Promise.resolve({ status, headers, setCookies: [], url: request.url, body });
    },
    close: () => Promise.resolve(),
  };
  return createReleaseServer({ outbound, address, fileName: 'yt-dlp_linux', maxBytes: 1_000 });
};

const sumOf = (content: string): string => createHash('sha256').update(content).digest('hex');
const file = () => path.join(folder, 'program');
const download = (
  answer: Answer,
  sums = `${A}  yt-dlp\n${sumOf('abcdef')} *yt-dlp_linux\r\n${A}  yt-dlp_linux.zip\n`,
  signal = never,
) => serverWith([{ body: Readable.from([Buffer.from(sums)]) }, answer]).download(RELEASE, file(), signal);
const program = (content = 'abcdef') => ({
  body: Readable.from([Buffer.from('abc'), Buffer.from(content.slice(3))]),
});

describe('the release server', () => {
  it('is asked for the newest version without following the redirect', async () => {
    const location = 'https://github.com/yt-dlp/yt-dlp-nightly-builds/releases/tag/2026.08.25.232345';
    const server = serverWith([{ status: 302, headers: { location } }]);
    expect(server.lastNewestVersion('nightly')).toBeNull();
    expect(await server.readNewestVersion('nightly', never)).toBe('2026.08.25.232345');
    expect([server.lastNewestVersion('nightly'), server.lastNewestVersion('stable')]).toEqual([
      '2026.08.25.232345',
      null,
    ]);
    expect(requests[0]).toMatchObject({
      url: 'https://github.com/yt-dlp/yt-dlp-nightly-builds/releases/latest',
    });
    expect(requests[0]?.redirects).toBeUndefined();
  });

  it.each([
    'https://github.com/login',
    'https://github.com/yt-dlp/yt-dlp/releases/tag/latest',
    'https://github.com/yt-dlp/yt-dlp/releases/tag/2026.8.19',
    'https://github.com/yt-dlp/yt-dlp/releases/tag/2026.08.19.1234567',
    'https://github.com/yt-dlp/yt-dlp/releases/tag/2026.08.19/../../x',
    'https://github.com/yt-dlp/yt-dlp/releases/tag/2026.08.19?a=b',
  ])('has no version at %s', async (location) => {
    const newest = serverWith([{ status: 302, headers: { location } }]).readNewestVersion('stable', never);
    await expect(newest).rejects.toMatchObject({ fault: 'bad-answer' });
  });

  it('may be a mirror below a path, and may send on to the file servers only', async () => {
    await serverWith([{ status: 404 }], 'https://mirror.example/gh')
      .download(RELEASE, file(), never)
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

  it('gives a file, and says whether it is the one of the release', async () => {
    expect(await download(program())).toBe(true);
    expect(readFileSync(file(), 'utf8')).toBe('abcdef');
    rmSync(file());
    requests = [];
    expect(await download(program('abcdeg'))).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html>'],
    ['no sum of the file', `${A}  yt-dlp\n`],
    ['a short sum', `${A.slice(1)}  yt-dlp_linux\n`],
    ['a sum in capitals', `${A.toUpperCase()}  yt-dlp_linux\n`],
    ['a path', `${A}  ../yt-dlp_linux\n`],
    ['one space', `${A} yt-dlp_linux\n`],
    ['the name twice', `${A}  yt-dlp_linux\n${A}  yt-dlp_linux\n`],
    ['a part of a line', `${A}  yt-dlp\n${A.slice(0, 20)}`],
  ])('is not asked for a file whose list of checksums has %s', async (_what, sums) => {
    await expect(download(program(), sums)).rejects.toMatchObject({ fault: 'bad-answer' });
    expect(requests.length).toBe(1);
  });

  it.each([
    ['announced', { headers: { 'content-length': '1001' }, body: Readable.from(['a']) }],
    ['not announced', { body: Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(100))) }],
  ])('stops a file above the limit that is %s', async (_how, answer) => {
    await expect(download(answer)).rejects.toMatchObject({ fault: 'too-large' });
  });

  it('stops on abort', async () => {
    const leaving = new AbortController();
    const stored = download({ body: new Readable({ read: () => undefined }) }, undefined, leaving.signal);
    leaving.abort(new Error('the server is closing'));
    await expect(stored).rejects.toThrow();
  });

  it('stops a download after ten minutes', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    const stored = download({ body: new Readable({ read: () => undefined }) });
    late.abort(new DOMException('too late', 'TimeoutError'));
    expect(findingOfError(await stored.catch((error: unknown) => error))).toBe('no_network');
    expect(timeout.mock.calls).toEqual([[600_000]]);
  });
});

describe('the file of a release', () => {
  it.each([
    ['linux x64', 'yt-dlp_linux'],
    ['linux arm64', 'yt-dlp_linux_aarch64'],
    ['linux x64 musl', 'yt-dlp_musllinux'],
    ['linux arm64 musl', 'yt-dlp_musllinux_aarch64'],
    ['darwin x64', 'yt-dlp_macos'],
    ['darwin arm64', 'yt-dlp_macos'],
    ['linux riscv64', null],
    ['linux arm', null],
    ['win32 x64', null],
  ])('for %s is %s', (machine, file) => {
    expect(releaseFileFor(machine)).toBe(file);
  });

  it('is chosen for the machine of this process', () => {
    expect(ownTarget().startsWith(`${process.platform} ${process.arch}`)).toBe(true);
  });
});
