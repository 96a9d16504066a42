import { describe, expect, it } from 'vitest';
import { type TransferRequest, transfer } from './save-transfer.ts';

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

function run(change: Partial<TransferRequest>) {
  const progress: [number, number | null][] = [];
  const outcome = transfer({
    url: '/api/media/t?download',
    promised: null,
    maxBytes: LIMIT,
    signal: new AbortController().signal,
    fetch: answer(bytesOf(60, 40), { 'content-length': '100', 'content-type': 'video/webm' }),
    onProgress: (received, total) => progress.push([received, total]),
    ...change,
  });
  return { outcome, progress };
}

describe('transfer', () => {
  it('collects exactly what was announced, typed as the answer says', async () => {
    const { outcome, progress } = run({ promised: 100 });
    const ended = await outcome;
    expect(ended.kind).toBe('complete');
    if (ended.kind !== 'complete') return;
    expect([ended.blob.size, ended.blob.type]).toEqual([100, 'video/webm']);
    expect(progress).toEqual([
      [0, 100],
      [60, 100],
      [100, 100],
    ]);
  });

  it('takes video/mp4 when the answer names no type', async () => {
    const ended = await run({ fetch: answer(bytesOf(5), { 'content-length': '5' }) }).outcome;
    expect(ended.kind === 'complete' && ended.blob.type).toBe('video/mp4');
  });

  it.each([
    ['short', [60]],
    ['long', [60, 41]],
  ])('fails a body that is %s of Content-Length', async (_, sizes) => {
    const fetch = answer(bytesOf(...sizes), { 'content-length': '100' });
    expect(await run({ fetch }).outcome).toMatchObject({ kind: 'broken', total: 100 });
  });

  it('fails a body that differs from the promised size when no length is announced', async () => {
    const ended = await run({ promised: 100, fetch: answer(bytesOf(99)) }).outcome;
    expect(ended).toEqual({ kind: 'broken', received: 99, total: 100 });
  });

  it('fails before the first byte when Content-Length is not the promised size', async () => {
    const ended = await run({ promised: 101 }).outcome;
    expect(ended).toEqual({ kind: 'broken', received: 0, total: 101 });
  });

  it('knows no total without a length and a promise, and completes at the end of the body', async () => {
    const { outcome, progress } = run({ fetch: answer(bytesOf(30, 30)) });
    expect((await outcome).kind).toBe('complete');
    expect(progress.at(-1)).toEqual([60, null]);
  });

  it('ignores Content-Length of a packed answer', async () => {
    const fetch = answer(bytesOf(60), { 'content-length': '20', 'content-encoding': 'gzip' });
    expect((await run({ fetch }).outcome).kind).toBe('complete');
  });

  it('reports how far a broken transfer came', async () => {
    const fetch = answer(breakingAfter(70), { 'content-length': '100' });
    expect(await run({ fetch }).outcome).toEqual({ kind: 'broken', received: 70, total: 100 });
  });

  it.each([
    ['promised', { promised: LIMIT + 1 }],
    ['announced', { fetch: answer(bytesOf(1), { 'content-length': String(LIMIT + 1) }) }],
    ['only found out on the way', { fetch: answer(bytesOf(LIMIT, 1)) }],
  ])('gives up a file too large to hold when its size is %s', async (_, change) => {
    expect(await run(change).outcome).toEqual({ kind: 'too-large' });
  });

  it('holds a file of exactly the limit', async () => {
    expect((await run({ fetch: answer(bytesOf(LIMIT)) }).outcome).kind).toBe('complete');
  });

  it('tells a cancel from an answer that never came', async () => {
    const controller = new AbortController();
    const refusing: typeof fetch = async () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await run({ fetch: refusing }).outcome).toEqual({ kind: 'unanswered' });
    controller.abort();
    const cancelled = run({ fetch: refusing, signal: controller.signal });
    expect(await cancelled.outcome).toEqual({ kind: 'cancelled' });
  });

  it('ends as cancelled when the visitor stops it on the way', async () => {
    const controller = new AbortController();
    const fetch = answer(breakingAfter(10), { 'content-length': '100' });
    const ended = run({ fetch, signal: controller.signal, onProgress: (n) => n > 0 && controller.abort() });
    expect(await ended.outcome).toEqual({ kind: 'cancelled' });
  });

  it('hands on the problem of a refusal, and does without one that cannot be read', async () => {
    const problem = { status: 410, code: 'ticket_expired', title: 'Media link expired', detail: 'Expired.' };
    const said = await run({ fetch: async () => Response.json(problem, { status: 410 }) }).outcome;
    expect(said).toEqual({ kind: 'refused', status: 410, problem });
    const page = await run({ fetch: async () => new Response('<html>', { status: 502 }) }).outcome;
    expect(page).toEqual({ kind: 'refused', status: 502, problem: null });
  });

  it('takes neither nothing nor a page for a whole file, whoever sent it', async () => {
    const empty = run({ fetch: async () => new Response(null, { status: 204 }) });
    expect((await empty.outcome).kind).toBe('broken');
    const nothing = run({ fetch: answer(bytesOf(), { 'content-length': '0', 'content-type': 'video/mp4' }) });
    expect((await nothing.outcome).kind).toBe('broken');
    const portal = run({ fetch: answer(bytesOf(100), { 'content-type': 'text/html' }) });
    expect((await portal.outcome).kind).toBe('broken');
  });
});
