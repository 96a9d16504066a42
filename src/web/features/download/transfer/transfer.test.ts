import { describe, expect, it } from 'vitest';
import { PartialFile } from './partial-file.ts';
import { DOWNLOAD_RETRY_DELAYS_MS, type Hold, type TransferRequest, transfer } from './transfer.ts';
import { TransferControl } from './transfer-control.ts';

const FILE = Uint8Array.from({ length: 100 }, (_, index) => index);
const TYPE = { 'content-type': 'video/mp4' };

interface RecordedRequest {
  readonly url: string;
  readonly start: number;
  readonly ifRange: string | null;
  readonly signal: AbortSignal;
}
type Reply = (request: RecordedRequest) => Response;

/** Creates a stream that sends these bytes and then fails, ends, or hangs until an abort. */
const stream = (bytes: Uint8Array, signal: AbortSignal, after: 'break' | 'end' | 'hang') =>
  new ReadableStream({
    start(controller) {
      if (after === 'hang') signal.addEventListener('abort', () => controller.error(signal.reason));
      if (bytes.length > 0) controller.enqueue(bytes.slice());
      if (after === 'end') controller.close();
    },
    pull(controller) {
      if (after === 'break') controller.error(new TypeError('network error'));
    },
  });

interface Sent {
  readonly etag?: string;
  readonly file?: Uint8Array;
  /** Offset at which the response stops. */
  readonly until?: number;
  readonly after?: 'break' | 'end' | 'hang';
}
/** Server that supports Range and If-Range. */
const serve =
  ({ etag = '"a"', file = FILE, until = file.length, after = 'end' }: Sent = {}): Reply =>
  ({ start, ifRange, signal }) => {
    const partial = start > 0 && (ifRange === null || ifRange === etag);
    const from = partial ? start : 0;
    const body = stream(file.subarray(from, Math.max(from, until)), signal, after);
    const range = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
    const headers = { ...TYPE, etag, 'content-length': String(file.length - from), ...(partial && range) };
    return new Response(body, { status: partial ? 206 : 200, headers });
  };
const cutAt = (until: number): Reply => serve({ until, after: 'break' });
const unreachable: Reply = () => {
  throw new TypeError('Failed to fetch');
};
const problem =
  (status: number, code: string, more = {}): Reply =>
  () =>
    Response.json({ status, code, title: 'x', detail: 'y', ...more }, { status });
const expired = problem(410, 'ticket_expired');
/** Server that ignores Range. */
const always: Reply = (request) => serve()({ ...request, start: 0 });

/** First byte that is requested to continue after `at` bytes: the last 512 are repeated, but never the first one. */
const again = (at: number): number => Math.max(Math.min(at, 1), at - 512);

/** Runs a transfer against these replies, repeating the last one; waits take no time. */
function runTransfer(replies: readonly Reply[], change: Partial<TransferRequest> = {}) {
  const requests: RecordedRequest[] = [];
  const holds: (Hold | null)[] = [];
  const progress: number[] = [];
  let refreshes = 0;
  const partialFile = change.partialFile ?? new PartialFile();
  const control = change.control ?? new TransferControl();
  const fetch: TransferRequest['fetch'] = async (input, init) => {
    const headers = new Headers(init?.headers);
    const start = Number(/bytes=(\d+)-/.exec(headers.get('range') ?? '')?.[1] ?? 0);
    const one = { url: String(input), start, ifRange: headers.get('if-range'), signal: init!.signal! };
    if (one.signal.aborted) throw one.signal.reason;
    requests.push(one);
    // No test needs this many requests; an endless loop must fail instead of hanging.
    if (requests.length > 2 * FILE.length) control.cancel();
    return replies[Math.min(requests.length, replies.length) - 1]!(one);
  };
  const outcome = transfer({
    ...{ url: 'old', expectedSize: 100, maxBytes: 1_000, partialFile, control, fetch, isContinuation: false },
    connectivity: {
      isOnline: () => true,
      waitUntilOnline: async () => undefined,
      sleep: async () => undefined,
    },
    onProgress: (received) => progress.push(received),
    onHold: (hold) => holds.push(hold),
    refresh: async () => {
      refreshes += 1;
      return 'new';
    },
    ...change,
  });
  const starts = () => requests.map(({ start }) => start);
  return { outcome, requests, starts, holds, progress, partialFile, control, refreshes: () => refreshes };
}
type TransferRun = ReturnType<typeof runTransfer>;

const endsWhole = async ({ outcome }: TransferRun, file = FILE): Promise<void> => {
  const ended = await outcome;
  expect(ended.kind).toBe('complete');
  if (ended.kind === 'complete') expect(new Uint8Array(await ended.blob.arrayBuffer())).toEqual(file);
};
const delays = (holds: TransferRun['holds']): number[] =>
  holds.flatMap((hold) => (hold?.kind === 'lost' ? [hold.delayMs] : []));

describe('transfer: a dropped connection', () => {
  it('resumes at the next byte after a drop at any position and counts no byte twice', async () => {
    for (let at = 0; at <= FILE.length; at += 1) {
      const drop = runTransfer([cutAt(at), serve()]);
      await endsWhole(drop);
      expect(drop.starts(), `dropped at ${at}`).toEqual(at === FILE.length ? [0] : [0, again(at)]);
      expect(drop.partialFile.bytesReceived, `dropped at ${at}`).toBe(FILE.length);
      expect(drop.progress.toSorted((one, two) => one - two)).toEqual(drop.progress);
    }
  });

  it('resumes after every single byte', async () => {
    const drops = runTransfer([...FILE.keys()].map((index) => cutAt(index + 1)));
    await endsWhole(drops);
    expect(drops.starts()).toEqual([...FILE.keys()].map(again));
    expect(drops.partialFile.bytesReceived).toBe(FILE.length);
    expect(new Set(delays(drops.holds))).toEqual(new Set([DOWNLOAD_RETRY_DELAYS_MS[0]]));
    expect(drops.requests[1]).toMatchObject({ url: 'old', ifRange: '"a"' });
    expect(drops.refreshes()).toBe(0);
  });

  it('retries with growing delays without a new byte, then fails with the received bytes', async () => {
    const lost = runTransfer([cutAt(40), unreachable]);
    expect(await lost.outcome).toEqual({ kind: 'broken', cause: 'unanswered', received: 40, total: 100 });
    expect(delays(lost.holds)).toEqual([...DOWNLOAD_RETRY_DELAYS_MS]);
    expect(lost.requests).toHaveLength(1 + DOWNLOAD_RETRY_DELAYS_MS.length);
    const later = runTransfer([serve()], { partialFile: lost.partialFile });
    await endsWhole(later);
    expect([later.starts(), later.progress[0]]).toEqual([[again(40)], 40]);
  });

  it('retries five times', () => {
    expect(DOWNLOAD_RETRY_DELAYS_MS).toEqual([500, 1_000, 3_000, 5_000, 10_000]);
  });

  it('resets the retry delays with every new byte', async () => {
    const replies = [cutAt(40), unreachable, unreachable, cutAt(41), unreachable, serve()];
    const lost = runTransfer(replies);
    await endsWhole(lost);
    const [one, two, three] = DOWNLOAD_RETRY_DELAYS_MS;
    expect(delays(lost.holds)).toEqual([one, two, three, one, two]);
  });

  it('refreshes the link when responses bring no byte, and fails when that brings none either', async () => {
    const stuck = runTransfer([cutAt(40)]);
    expect(await stuck.outcome).toEqual({ kind: 'broken', cause: 'dropped', received: 40, total: 100 });
    expect([stuck.refreshes(), stuck.requests.at(-1)?.url]).toEqual([1, 'new']);
  });

  it('fails without retries when the first request gets no response', async () => {
    expect(await runTransfer([unreachable]).outcome).toEqual({ kind: 'unanswered' });
    const following = runTransfer([unreachable, serve()], { isContinuation: true });
    await endsWhole(following);
  });

  it('waits without limit while the browser is offline', async () => {
    let offline = 20;
    const connectivity = {
      isOnline: () => offline === 0,
      waitUntilOnline: async () => {
        offline -= 1;
      },
      sleep: async () => undefined,
    };
    const lost = runTransfer([cutAt(40), ...Array.from({ length: 20 }, () => unreachable), serve()], {
      connectivity,
    });
    await endsWhole(lost);
    expect(lost.holds.filter((hold) => hold?.kind === 'offline')).toHaveLength(20);
    expect(lost.requests).toHaveLength(22);
  });

  it('waits for the Retry-After of a busy server up to a maximum', async () => {
    const busy = (retryAfter: number) =>
      runTransfer([cutAt(40), problem(429, 'rate_limited', { retryAfter }), serve()]);
    const short = busy(7);
    await endsWhole(short);
    expect(delays(short.holds)).toEqual([DOWNLOAD_RETRY_DELAYS_MS[0], 7_000]);
    expect(await busy(3_600).outcome).toMatchObject({ kind: 'refused', status: 429, received: 40 });
    const first = runTransfer([problem(429, 'rate_limited', { retryAfter: 5 }), serve()]);
    await endsWhole(first);
    expect(first.holds).toContainEqual({ kind: 'lost', delayMs: 5_000, busy: true });
    await endsWhole(runTransfer([problem(503, 'overloaded', { retryAfter: 5 }), serve()]));
    const closed = runTransfer([problem(503, 'maintenance', { retryAfter: 60 }), serve()]);
    expect(await closed.outcome).toMatchObject({ kind: 'refused', status: 503 });
  });

  it('fails immediately with a permanent refusal', async () => {
    const refused = runTransfer([cutAt(40), problem(404, 'ticket_invalid')]);
    expect(await refused.outcome).toMatchObject({ kind: 'refused', received: 40, total: 100 });
    expect(refused.requests).toHaveLength(2);
  });
});

describe('transfer: beside others', () => {
  it('yields the place that a busy server does not give, and keeps its bytes', async () => {
    const busy = problem(429, 'rate_limited');
    const yielding = runTransfer([cutAt(40), busy], { yieldsWhenBusy: () => true });
    expect(await yielding.outcome).toEqual({ kind: 'busy' });
    const alone = runTransfer([busy, serve()], { yieldsWhenBusy: () => false });
    expect((await alone.outcome).kind).toBe('complete');
  });
});

describe('transfer: another file, or none', () => {
  const other = FILE.map((byte) => 255 - byte);
  const changed = (after: Reply) => runTransfer([cutAt(40), after, after, after]);

  it('starts over once when the file has changed', async () => {
    const anew = changed(serve({ etag: '"b"', file: other }));
    await endsWhole(anew, other);
    expect(anew.starts()).toEqual([0, again(40)]);
    expect(anew.progress).toContain(0);
  });

  it('starts over once when the server sends no range', async () => {
    await endsWhole(runTransfer([cutAt(40), always]));
    const again = runTransfer([cutAt(40), (requests) => cutAt(50)({ ...requests, start: 0 })]);
    expect(await again.outcome).toMatchObject({ kind: 'broken' });
    expect(again.refreshes()).toBe(1);
  });

  it('never mixes bytes of two files', async () => {
    // Answers If-Range with 206, but names a different ETag.
    const liar: Reply = ({ start, signal }) => {
      const headers = { ...TYPE, etag: '"b"', 'content-range': `bytes ${start}-99/100` };
      if (start === 0) return serve({ etag: '"b"', file: other })({ url: '', start, ifRange: null, signal });
      return new Response(stream(other.subarray(start), signal, 'end'), { status: 206, headers });
    };
    const anew = changed(liar);
    await endsWhole(anew, other);
    expect([anew.starts(), anew.refreshes()]).toEqual([[0, again(40), again(40), 0], 1]);
  });

  it('never mixes two files of one size and one ETag or none, whatever the position of the drop', async () => {
    const [film, another] = [1, 7].map((factor) =>
      Uint8Array.from({ length: 20_000 }, (_, index) => (index * factor) ^ (index >> 8)),
    ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
    const noEtag =
      (sent: Sent): Reply =>
      (request) => {
        const { body, status, headers } = serve(sent)(request);
        headers.delete('etag');
        return new Response(body, { status, headers });
      };
    for (const send of [serve, noEtag])
      for (let until = 1_000; until < film.length; until += 1_000) {
        const changed = send({ file: another });
        const replies = [send({ file: film, until, after: 'break' }), changed, changed, changed];
        const run = runTransfer(replies, { expectedSize: film.length, maxBytes: film.length });
        await endsWhole(run, another);
        expect(run.refreshes(), `dropped at ${until}`).toBe(1);
      }
  });

  it('refreshes the link when the size differs from the expected one, and fails when it differs again', async () => {
    const healed = runTransfer([serve({ file: FILE.subarray(1) }), serve()]);
    await endsWhole(healed);
    expect(healed.requests.map(({ url }) => url)).toEqual(['old', 'new']);
    const wrong = runTransfer([serve({ file: FILE.subarray(1) })]);
    expect(await wrong.outcome).toEqual({ kind: 'broken', cause: 'changed', received: 0, total: 100 });
    expect([wrong.refreshes(), wrong.requests.length]).toEqual([1, 2]);
    const shrunk = runTransfer([cutAt(40), serve({ etag: '"b"', file: FILE.subarray(1) })]);
    expect(await shrunk.outcome).toEqual({ kind: 'broken', cause: 'changed', received: 0, total: 100 });
  });

  it('refreshes the link only once when the file is longer than expected', async () => {
    const long: Reply = ({ signal }) =>
      new Response(stream(new Uint8Array(101), signal, 'end'), { headers: TYPE });
    const overrun = runTransfer([long]);
    expect(await overrun.outcome).toEqual({ kind: 'broken', cause: 'changed', received: 0, total: 100 });
    expect([overrun.refreshes(), overrun.requests.length]).toEqual([1, 2]);
  });

  it('does not loop on ranges behind the end of a file that is shorter now', async () => {
    const behind: Reply = () =>
      new Response(null, { status: 416, headers: { 'content-range': 'bytes */40' } });
    const short = runTransfer([
      cutAt(40),
      behind,
      behind,
      serve({ etag: '"b"', file: other.subarray(0, 40) }),
    ]);
    expect(await short.outcome).toEqual({ kind: 'broken', cause: 'changed', received: 0, total: 100 });
    expect([short.refreshes(), short.starts()]).toEqual([1, [0, again(40), again(40), 0]]);
  });

  it('requests the next range of a file of unknown size after a shorter one', async () => {
    const parts: Reply = ({ start, signal }) => {
      if (start === FILE.length)
        return new Response(null, { status: 416, headers: { 'content-range': `bytes */${start}` } });
      const end = Math.min(start + 30, FILE.length);
      const body = stream(FILE.subarray(start, end), signal, start === 0 ? 'break' : 'end');
      const range = { 'content-range': `bytes ${start}-${end - 1}/*` };
      const headers = { ...TYPE, etag: '"a"', ...(start > 0 && range) };
      return new Response(body, { status: start > 0 ? 206 : 200, headers });
    };
    const piecewise = runTransfer([parts], { expectedSize: null });
    await endsWhole(piecewise);
    expect(piecewise.starts()).toEqual([0, 30, 60, 90, 100]);
  });

  it('treats an empty file as a failure', async () => {
    const none = runTransfer([serve({ file: new Uint8Array(0) })], { expectedSize: null });
    expect(await none.outcome).toEqual({ kind: 'broken', cause: 'dropped', received: 0, total: 0 });
    expect(none.refreshes()).toBe(1);
  });

  it('refreshes an expired link and resumes at the same byte', async () => {
    const refreshed = runTransfer([cutAt(40), expired, serve()]);
    await endsWhole(refreshed);
    expect(refreshed.requests.map(({ url, start }) => [url, start])).toEqual([
      ['old', 0],
      ['old', again(40)],
      ['new', again(40)],
    ]);
    const never = runTransfer([cutAt(40), expired]);
    expect(await never.outcome).toMatchObject({ kind: 'refused', status: 410, received: 40 });
    expect(never.refreshes()).toBe(1);
    const gone = runTransfer([expired], { refresh: async () => null });
    expect(await gone.outcome).toMatchObject({ kind: 'refused', status: 410, received: 0 });
  });

  it('refreshes the link when the server cannot fetch more of the file', async () => {
    const failing = runTransfer([cutAt(40), problem(502, 'media_failed'), serve()]);
    await endsWhole(failing);
    expect([failing.refreshes(), failing.starts()]).toEqual([1, [0, again(40), again(40)]]);
    expect(await runTransfer([problem(502, 'media_failed')]).outcome).toMatchObject({ kind: 'refused' });
  });

  it('fetches nothing when the expected size is too large for memory', async () => {
    const large = runTransfer([serve()], { expectedSize: 1_001 });
    expect([await large.outcome, large.requests]).toEqual([{ kind: 'too-large' }, []]);
  });
});

describe('transfer: user controls', () => {
  /** Runs a transfer until it reports this kind of hold. */
  const untilHeld = (
    kind: Hold['kind'],
    replies: readonly Reply[],
    change: Partial<TransferRequest> = {},
  ) => {
    const reached = Promise.withResolvers<void>();
    const control = new TransferControl();
    const onHold = (hold: Hold | null) => hold?.kind === kind && reached.resolve();
    const one = runTransfer(replies, { control, onHold, ...change });
    return { one, control, reached: reached.promise };
  };
  const pausedAt = async (at: number, rest: readonly Reply[] = [serve()]) => {
    const control = new TransferControl();
    let pressed = false;
    const pauseThere = (received: number) => {
      if (received !== at || pressed) return;
      pressed = true;
      control.pause();
    };
    const held = untilHeld('paused', [serve({ until: at, after: 'hang' }), ...rest], {
      control,
      onProgress: pauseThere,
    });
    await held.reached;
    return { one: held.one, control };
  };

  it.each([0, 1, 40, 99])('aborts the request at byte %i and resumes there', async (at) => {
    const { one, control } = await pausedAt(at);
    expect(one.requests[0]?.signal.aborted).toBe(true);
    expect([one.requests.length, one.partialFile.size]).toEqual([1, at]);
    control.resume();
    await endsWhole(one);
    expect(one.starts()).toEqual([0, again(at)]);
  });

  it('completes although a pause came with the last byte', async () => {
    const control = new TransferControl();
    const one = runTransfer([serve()], {
      control,
      onProgress: (received) => received === 100 && control.pause(),
    });
    await endsWhole(one);
  });

  it('pauses once for repeated calls and resumes with one call', async () => {
    const { one, control } = await pausedAt(40);
    const { attemptSignal: turn } = control;
    control.pause();
    expect(control.attemptSignal).toBe(turn);
    control.retryNow();
    expect([control.attemptSignal === turn, one.requests.length]).toEqual([true, 1]);
    control.resume();
    control.resume();
    await endsWhole(one);
    expect(one.requests).toHaveLength(2);
  });

  it('refreshes a link that expired during a pause and resumes at the same byte', async () => {
    const { one, control } = await pausedAt(40, [expired, serve()]);
    control.resume();
    await endsWhole(one);
    expect([one.refreshes(), one.starts()]).toEqual([1, [0, again(40), again(40)]]);
  });

  it('aborts a link refresh on pause and repeats it on resume', async () => {
    const control = new TransferControl();
    const given: AbortSignal[] = [];
    const one = runTransfer([cutAt(40), expired, expired, serve()], {
      control,
      refresh: async (signal) => {
        given.push(signal);
        if (given.length > 1) return 'new';
        control.pause();
        return null;
      },
      onHold: (hold) => hold?.kind === 'paused' && control.resume(),
    });
    await endsWhole(one);
    expect(given.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(one.requests.map(({ url }) => url)).toEqual(['old', 'old', 'old', 'new']);
  });

  const never = (_: unknown, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  const waiting = { isOnline: () => true, waitUntilOnline: async () => undefined, sleep: never };

  it.each(['pause', 'cancel'] as const)('reacts to a %s while it waits to retry', async (press) => {
    const { one, control, reached } = untilHeld('lost', [cutAt(40), serve()], { connectivity: waiting });
    await reached;
    control[press]();
    if (press === 'cancel') {
      expect(await one.outcome).toEqual({ kind: 'cancelled' });
      expect(one.requests).toHaveLength(1);
      return;
    }
    control.resume();
    await endsWhole(one);
  });

  it('retries immediately on retryNow', async () => {
    const { one, control, reached } = untilHeld('lost', [cutAt(40), serve()], { connectivity: waiting });
    await reached;
    control.retryNow();
    await endsWhole(one);
  });

  it('drops a stalled connection on retryNow', async () => {
    const { one, control } = await pausedAt(40, [serve({ until: 50, after: 'hang' }), serve()]);
    control.resume();
    await expect.poll(() => one.partialFile.size).toBe(50);
    control.retryNow();
    await endsWhole(one);
    expect(one.starts()).toEqual([0, again(40), again(50)]);
  });

  it('ends immediately when cancelled during a pause, a refresh or a transfer', async () => {
    const paused = await pausedAt(40);
    paused.control.cancel();
    expect(await paused.one.outcome).toEqual({ kind: 'cancelled' });

    const control = new TransferControl();
    const given: AbortSignal[] = [];
    const refreshing = runTransfer([expired], {
      control,
      refresh: async (signal) => {
        given.push(signal);
        control.cancel();
        return null;
      },
    });
    expect(await refreshing.outcome).toEqual({ kind: 'cancelled' });
    expect(given.map(({ aborted }) => aborted)).toEqual([true]);

    const hand = new TransferControl();
    const running = runTransfer([serve({ until: 40, after: 'hang' })], {
      control: hand,
      onProgress: (received) => received === 40 && hand.cancel(),
    });
    expect(await running.outcome).toEqual({ kind: 'cancelled' });
    expect(running.requests[0]?.signal.aborted).toBe(true);
  });
});
