import { describe, expect, it } from 'vitest';
import { createMemoryPlace } from './bytes-place.ts';
import { PartialFile } from './partial-file.ts';
import { type AttemptRequest, attemptTransfer } from './transfer-attempt.ts';

const LIMIT = 1_000;

function bytesOf(...sizes: number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(7));
      controller.close();
    },
  });
}

function breakingAfter(size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new TypeError('network error'));
      else controller.enqueue(new Uint8Array(size));
      sent = true;
    },
  });
}

const answer =
  (body: ReadableStream | null, headers: Record<string, string> = {}, status = 200): typeof fetch =>
  async () =>
    new Response(body, { status, headers });

function run(change: Partial<AttemptRequest>) {
  const progress: [number, number | null][] = [];
  const partialFile = change.partialFile ?? new PartialFile();
  const end = attemptTransfer({
    url: '/api/media/t?download',
    expectedSize: null,
    maxBytes: LIMIT,
    partialFile,
    signal: new AbortController().signal,
    fetch: answer(bytesOf(60, 40), { 'content-length': '100', 'content-type': 'video/webm' }),
    claimRestart: () => false,
    onProgress: (received, total) => progress.push([received, total]),
    ...change,
  });
  return { end, partialFile, progress };
}

/** Creates a partial file with 60 of 100 bytes. */
const begun = (
  headers: Record<string, string> = { etag: '"a"' },
  total: number | null = 100,
): PartialFile => {
  const partialFile = new PartialFile();
  const lastModified = headers['last-modified'] ?? null;
  partialFile.begin({
    type: 'video/mp4',
    total,
    etag: headers['etag'] ?? null,
    lastModified,
    isEncoded: false,
  });
  void partialFile.add(new Uint8Array(60).fill(1));
  return partialFile;
};
/** Sends the received bytes from the second on, and others behind them. */
const part = (headers: Record<string, string> = {}, bytes = 40): typeof fetch =>
  answer(
    new Blob([new Uint8Array(59).fill(1), new Uint8Array(bytes).fill(7)]).stream(),
    { etag: '"a"', 'content-range': 'bytes 1-99/100', ...headers },
    206,
  );
/** Sends only bytes behind the received ones, as a file of unknown size is continued. */
const next = (headers: Record<string, string> = {}, bytes = 40): typeof fetch =>
  answer(bytesOf(bytes), { etag: '"a"', 'content-range': 'bytes 60-99/100', ...headers }, 206);

describe('attemptTransfer, from the first byte', () => {
  it('collects exactly Content-Length bytes with the response’s content type', async () => {
    const { end, partialFile, progress } = run({ expectedSize: 100 });
    expect(await end).toEqual({ kind: 'complete' });
    const blob = await partialFile.blob();
    expect([blob.size, blob.type]).toEqual([100, 'video/webm']);
    expect(progress).toEqual([
      [0, 100],
      [60, 100],
      [100, 100],
    ]);
  });

  it('accepts captions', async () => {
    const { end, partialFile } = run({
      fetch: answer(bytesOf(100), { 'content-length': '100', 'content-type': 'text/vtt' }),
    });
    expect([await end, (await partialFile.blob()).type]).toEqual([{ kind: 'complete' }, 'text/vtt']);
  });

  it('defaults to video/mp4 without a content type', async () => {
    const { end, partialFile } = run({ fetch: answer(bytesOf(5), { 'content-length': '5' }) });
    expect(await end).toEqual({ kind: 'complete' });
    expect((await partialFile.blob()).type).toBe('video/mp4');
  });

  it.each([
    ['short', [60], 'dropped', 60],
    ['long', [60, 41], 'changed', 0],
  ])('does not accept a body that is %s of Content-Length as complete', async (_, sizes, kind, left) => {
    const { end, partialFile } = run({ fetch: answer(bytesOf(...sizes), { 'content-length': '100' }) });
    expect([await end, partialFile.size]).toEqual([{ kind }, left]);
  });

  it('does not accept a body of a size other than expected without Content-Length', async () => {
    const { end, partialFile } = run({ expectedSize: 100, fetch: answer(bytesOf(99)) });
    expect([await end, partialFile.size]).toEqual([{ kind: 'dropped' }, 99]);
  });

  it('rejects a Content-Length other than the expected size', async () => {
    const { end, partialFile } = run({ expectedSize: 101 });
    expect([await end, partialFile.identity]).toEqual([{ kind: 'changed' }, null]);
  });

  it('reports no total without any size and completes at the end of the body', async () => {
    const { end, progress } = run({ fetch: answer(bytesOf(30, 30)) });
    expect(await end).toEqual({ kind: 'complete' });
    expect(progress.at(-1)).toEqual([60, null]);
  });

  it('ignores Content-Length of an encoded response', async () => {
    const fetch = answer(bytesOf(60), { 'content-length': '20', 'content-encoding': 'gzip' });
    expect(await run({ fetch }).end).toEqual({ kind: 'complete' });
  });

  it.each([1, 70, 99])('keeps the %s bytes that came before a break', async (size) => {
    const { end, partialFile } = run({ fetch: answer(breakingAfter(size), { 'content-length': '100' }) });
    expect([await end, partialFile.size]).toEqual([{ kind: 'dropped' }, size]);
  });

  it('completes when the connection breaks after the last byte', async () => {
    const { end } = run({ fetch: answer(breakingAfter(100), { 'content-length': '100' }) });
    expect(await end).toEqual({ kind: 'complete' });
  });

  it.each([
    ['announced', { fetch: answer(bytesOf(1), { 'content-length': String(LIMIT + 1) }) }],
    ['only found out on the way', { fetch: answer(bytesOf(LIMIT, 1)) }],
  ])('rejects a file too large for memory when its size is %s', async (_, change) => {
    expect(await run(change).end).toEqual({ kind: 'too-large' });
  });

  it('accepts a file of exactly the limit', async () => {
    expect(await run({ fetch: answer(bytesOf(LIMIT)) }).end).toEqual({ kind: 'complete' });
  });

  it('distinguishes an abort from a missing response', async () => {
    const controller = new AbortController();
    const fetch: typeof globalThis.fetch = async () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await run({ fetch }).end).toEqual({ kind: 'unanswered' });
    controller.abort();
    expect(await run({ fetch, signal: controller.signal }).end).toEqual({ kind: 'stopped' });
  });

  it('keeps the bytes received before an abort', async () => {
    const controller = new AbortController();
    const fetch = answer(breakingAfter(10), { 'content-length': '100' });
    const onProgress = (received: number) => received > 0 && controller.abort();
    const { end, partialFile } = run({ fetch, signal: controller.signal, onProgress });
    expect([await end, partialFile.size]).toEqual([{ kind: 'stopped' }, 10]);
  });

  it('returns the problem of a refusal, or null when it cannot be parsed', async () => {
    const problem = { status: 410, code: 'ticket_expired', title: 'Media link expired', detail: 'Expired.' };
    const said = await run({ fetch: async () => Response.json(problem, { status: 410 }) }).end;
    expect(said).toEqual({ kind: 'refused', status: 410, problem });
    const page = await run({ fetch: async () => new Response('<html>', { status: 502 }) }).end;
    expect(page).toEqual({ kind: 'refused', status: 502, problem: null });
  });

  it.each([
    ['no body at all', async () => new Response(null, { status: 204 })],
    ['a file of no byte', answer(bytesOf(), { 'content-length': '0', 'content-type': 'video/mp4' })],
    ['a page', answer(bytesOf(100), { 'content-type': 'text/html' })],
  ] satisfies [string, typeof fetch][])('does not accept %s as a file', async (_, fetch) => {
    expect(await run({ fetch }).end).toEqual({ kind: 'dropped' });
  });
});

describe('attemptTransfer, from a later byte', () => {
  const requestHeaders = async (partialFile: PartialFile): Promise<Headers> => {
    let headers = new Headers();
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      headers = new Headers(init?.headers);
      throw new TypeError('Failed to fetch');
    };
    await run({ partialFile, fetch }).end;
    return headers;
  };

  it('requests the missing bytes with If-Range', async () => {
    const headers = await requestHeaders(begun());
    expect([headers.get('range'), headers.get('if-range')]).toEqual(['bytes=1-', '"a"']);
    expect((await requestHeaders(new PartialFile())).has('range')).toBe(false);
  });

  it.each([{}, { etag: 'W/"a"' }])(
    'requests without If-Range when there is no strong ETag: %j',
    async (head) => {
      const headers = await requestHeaders(begun(head));
      expect([headers.get('range'), headers.get('if-range')]).toEqual(['bytes=1-', null]);
    },
  );

  it('appends the range to the received bytes', async () => {
    const { end, partialFile, progress } = run({ partialFile: begun(), fetch: part(), expectedSize: 100 });
    expect(await end).toEqual({ kind: 'complete' });
    const bytes = new Uint8Array(await (await partialFile.blob()).arrayBuffer());
    expect([bytes.length, bytes[59], bytes[60]]).toEqual([100, 1, 7]);
    expect(progress).toEqual([
      [60, 100],
      [100, 100],
    ]);
  });

  it.each([
    ['in the same memory', { type: 'bytes' as const }],
    ['as usual where the browser cannot reuse memory', {}],
  ])('reads for the disk %s', async (_, kind) => {
    const parts = [new Uint8Array(60).fill(1), new Uint8Array(300_000).fill(2), new Uint8Array(7).fill(3)];
    let stored = new Uint8Array();
    const memory = new Set<number>();
    const partialFile = new PartialFile();
    partialFile.keepAt({
      ...createMemoryPlace(),
      id: 'a',
      size: 0,
      identity: null,
      pack: async () => undefined,
      async append(chunk) {
        memory.add(chunk.buffer.byteLength);
        stored = new Uint8Array(Buffer.concat([stored, chunk]));
      },
    });
    const body = new ReadableStream({
      ...kind,
      start(controller: ReadableStreamDefaultController | ReadableByteStreamController) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    } as UnderlyingByteSource);
    const { end } = run({ partialFile, maxBytes: 1e6, fetch: async () => new Response(body) });
    expect(await end).toEqual({ kind: 'complete' });
    expect([stored.length, stored[59], stored[60], stored[300_059], stored[300_066]]).toEqual([
      300_067, 1, 2, 2, 3,
    ]);
    expect([...memory]).toEqual('type' in kind ? [256 * 1024] : [60, 300_000, 7]);
  });

  it.each([
    ['another ETag', begun(), part({ etag: '"b"' })],
    ['another size', begun(), part({ 'content-range': 'bytes 1-99/101' })],
    ['another beginning', begun(), part({ 'content-range': 'bytes 2-99/100' })],
    ['no place', begun(), part({ 'content-range': 'bytes' })],
    ['other bytes', begun(), answer(bytesOf(99), { etag: '"a"', 'content-range': 'bytes 1-99/100' }, 206)],
    ['encoded bytes', begun(), part({ 'content-encoding': 'gzip' })],
    [
      'another date and no ETag',
      begun({ 'last-modified': 'Fri, 20 Nov 2026 08:00:00 GMT' }),
      part({ 'last-modified': 'Fri, 20 Nov 2026 09:00:00 GMT' }),
    ],
  ])('rejects a range with %s', async (_, partialFile, fetch) => {
    expect(await run({ partialFile, fetch }).end).toEqual({ kind: 'changed' });
    expect(partialFile.size).toBe(60);
  });

  it('accepts the full file instead of a range only when it may discard the received bytes', async () => {
    const whole = () => answer(bytesOf(100), { etag: '"b"', 'content-length': '100' });
    const refused = run({ partialFile: begun(), fetch: whole() });
    expect([await refused.end, refused.partialFile.size]).toEqual([{ kind: 'changed' }, 60]);
    const anew = run({ partialFile: begun(), fetch: whole(), claimRestart: () => true });
    expect(await anew.end).toEqual({ kind: 'complete' });
    expect(new Uint8Array(await (await anew.partialFile.blob()).arrayBuffer())).toEqual(
      new Uint8Array(100).fill(7),
    );
    expect(anew.progress[0]).toEqual([0, 100]);
  });

  it('requests no range of a file that cannot be identified', async () => {
    const requests: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      requests.push(new Headers(init?.headers).get('range'));
      return new Response(bytesOf(70));
    };
    const refused = run({ partialFile: begun({}, null), fetch });
    expect([await refused.end, requests]).toEqual([{ kind: 'changed' }, []]);
    const anew = run({ partialFile: begun({}, null), fetch, claimRestart: () => true });
    expect([await anew.end, anew.partialFile.size, requests]).toEqual([{ kind: 'complete' }, 70, [null]]);
  });

  it('takes an unknown size from the range response', async () => {
    const { end, partialFile } = run({ partialFile: begun({ etag: '"a"' }, null), fetch: next({}, 39) });
    expect([await end, partialFile.size, partialFile.identity?.total]).toEqual([
      { kind: 'dropped' },
      99,
      100,
    ]);
  });

  it('does not take the end of a range for the end of a file of unknown size', async () => {
    const some = next({ 'content-range': 'bytes 60-69/*' }, 10);
    const { end, partialFile } = run({ partialFile: begun({ etag: '"a"' }, null), fetch: some });
    expect([await end, partialFile.size, partialFile.isComplete]).toEqual([{ kind: 'dropped' }, 70, false]);
  });

  it('completes when a 416 response confirms the size', async () => {
    const beyond = answer(null, { 'content-range': 'bytes */60' }, 416);
    expect(await run({ partialFile: begun({ etag: '"a"' }, null), fetch: beyond }).end).toEqual({
      kind: 'complete',
    });
    for (const partialFile of [begun({ etag: '"a"' }, 60), begun({ etag: '"a"' }, 100)]) {
      const size = partialFile.identity?.total === 100 ? 60 : 50;
      const other = answer(null, { 'content-range': `bytes */${size}` }, 416);
      expect(await run({ partialFile, fetch: other }).end).toMatchObject({ kind: 'refused', status: 416 });
    }
  });
});
