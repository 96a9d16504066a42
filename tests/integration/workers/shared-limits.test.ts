import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeSite, type FakeSite, type FakeWorker } from './in-process-site.ts';

const NEVER = new AbortController().signal;
const ADDRESS = '192.0.2.1';
const SILENT_AFTER_MS = 50;

let fake: FakeSite | null = null;
afterEach(() => {
  for (const worker of fake?.workers.splice(0) ?? []) worker.end(0);
  fake = null;
});

const startTwo = async (
  environment: Record<string, string> = {},
  silentAfterMs = 1_000,
): Promise<[FakeWorker, FakeWorker]> => {
  fake = createFakeSite({ environment, silentAfterMs });
  await fake.supervisor.start();
  return fake.workers as unknown as [FakeWorker, FakeWorker];
};

/** Ends a worker, and lets the replacement start. */
const kill = async (worker: FakeWorker): Promise<void> => {
  const before = fake?.workers.length ?? 0;
  worker.end(null, 'SIGKILL');
  await vi.waitFor(() => expect(fake?.workers.length).toBe(before + 1));
};

describe('limits of a site with two workers', () => {
  it('count previews once for the site, a minute and at once', async () => {
    const [one, other] = await startTwo({ PREVIEWS_PER_MINUTE: '3', PREVIEWS_AT_ONCE: '2' });
    const [first, second] = [
      await one.site.traffic.previews.start('a'),
      await other.site.traffic.previews.start('a'),
    ];
    expect([first.ok, second.ok]).toEqual([true, true]);
    expect(second.states[0]).toMatchObject({ name: 'minute', remaining: 1 });
    expect(await one.site.traffic.previews.start('a')).toMatchObject({ ok: false, states: [] });
    if (first.ok) first.release();
    // The worker that releases is not the one that asks next.
    await vi.waitFor(async () => expect((await other.site.traffic.previews.start('a')).ok).toBe(true));
    if (second.ok) second.release();
    await vi.waitFor(async () =>
      expect(await one.site.traffic.previews.start('a')).toMatchObject({ ok: false, retryAfter: 60 }),
    );
    expect((await one.site.traffic.previews.start('b')).ok).toBe(true);
  });

  it('give the previews and streams of a worker that dies back', async () => {
    const [one, other] = await startTwo({ PREVIEWS_AT_ONCE: '1', STREAMS_AT_ONCE: '1' });
    await one.site.traffic.previews.start('a');
    await one.site.traffic.streams.acquire('a', NEVER);
    expect((await other.site.traffic.previews.start('a')).ok).toBe(false);
    const waiting = other.site.traffic.streams.acquire('a', NEVER);
    await kill(one);
    expect((await other.site.traffic.previews.start('a')).ok).toBe(true);
    expect((await waiting).ok).toBe(true);
  });

  it('take a paused thumbnail of one worker back for a visitor of the other', async () => {
    const [one, other] = await startTwo();
    const taken = Array.from({ length: 500 }, (_, at) =>
      one.site.traffic.thumbnails.acquire(`network ${String(at % 10)}`, NEVER),
    );
    const [first, second] = await Promise.all(taken);
    if (!first?.ok || !second?.ok) throw new Error('no slot');
    const reads = new AbortController();
    const readsOn = second.offer(reads.signal);
    reads.abort();
    expect(await readsOn).toBe(false);
    const waiting = other.site.traffic.thumbnails.acquire('newcomer', NEVER);
    expect(await first.offer(NEVER)).toBe(true);
    first.release();
    expect((await waiting).ok).toBe(true);
  });

  it('give a stream back whose visitor has left', async () => {
    const [one, other] = await startTwo({ STREAMS_AT_ONCE: '1' });
    const held = await one.site.traffic.streams.acquire('a', NEVER);
    const leaving = new AbortController();
    const left = other.site.traffic.streams.acquire('a', leaving.signal);
    left.catch(() => undefined);
    if (held.ok) held.release();
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect((await one.site.traffic.streams.acquire('a', NEVER)).ok).toBe(true);
  });

  it('count sign-ins, exact answers and sign-ups once for the site', async () => {
    const [one, other] = await startTwo();
    const attempt = { email: 'olga@mail.example', address: ADDRESS, knownBrowser: null };
    for (let failures = 0; failures < 5; failures += 1) {
      const { limits } = (failures % 2 === 0 ? one : other).site;
      const begun = await limits.signIn(attempt);
      expect(begun.ok).toBe(true);
      if (begun.ok) await begun.failed();
      // A question after the end makes sure that the end has arrived.
      await limits.exactAnswersLeft('198.51.100.1');
    }
    expect(await other.site.limits.signIn(attempt)).toMatchObject({ ok: false });
    for (const { site } of [one, other, one]) expect(await site.limits.exactAnswer(ADDRESS)).toBe(true);
    expect(await other.site.limits.exactAnswer(ADDRESS)).toBe(false);
    expect(await one.site.limits.exactAnswersLeft(ADDRESS)).toMatchObject({ kind: 'network_spent' });
    for (const { site } of [one, other, one, other, one])
      expect((await site.limits.signUp(ADDRESS)).ok).toBe(true);
    expect((await other.site.limits.signUp(ADDRESS)).ok).toBe(false);
  });

  it('count event streams, connections and reads through the proxy once for the site', async () => {
    const [one, other] = await startTwo({ CONNECTIONS_AT_ONCE: '2', OUTBOUND_PROXY_PER_HOUR: '2' });
    const opened = [one, other].map(({ site }) => site.traffic.connections.open(ADDRESS));
    expect((await Promise.all(opened)).every((release) => release !== null)).toBe(true);
    expect(await one.site.traffic.connections.open(ADDRESS)).toBeNull();
    expect([await one.site.proxyBudget.take(), await other.site.proxyBudget.take()]).toEqual([null, null]);
    expect(await one.site.proxyBudget.take()).toBeGreaterThan(3_500);
    for (let open = 0; open < 64; open += 1)
      expect(await (open % 2 === 0 ? one : other).site.liveSlots?.open('public', ADDRESS)).not.toBeNull();
    expect(await other.site.liveSlots?.open('public', ADDRESS)).toBeNull();
    expect(await other.site.liveSlots?.open('public', null)).not.toBeNull();
  });

  it('compute at most two password hashes at once, one of them for strangers', async () => {
    const [one, other] = await startTwo();
    let running = 0;
    let most = 0;
    const hash = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    const kinds = ['open', 'reserved', 'reserved', 'open'] as const;
    await Promise.all(
      kinds.flatMap((kind) => [one, other].map(({ site }) => site.passwords.run(kind, hash))),
    );
    expect(most).toBe(2);
  });

  it('are counted by the worker alone while the primary is silent, and by the primary again after that', async () => {
    const [one] = await startTwo({ PREVIEWS_PER_MINUTE: '2' }, SILENT_AFTER_MS);
    fake?.silence(true);
    expect((await one.site.traffic.previews.start('a')).ok).toBe(true);
    expect((await one.site.traffic.previews.start('a')).ok).toBe(true);
    expect((await one.site.traffic.previews.start('a')).ok).toBe(false);
    expect((await one.site.limits.call(ADDRESS)).ok).toBe(true);
    expect((await one.site.traffic.streams.acquire('a', NEVER)).ok).toBe(true);
    fake?.silence(false);
    one.channel.notify('anything', null);
    fake?.supervisor.askDuty('anything', null).catch(() => undefined);
    await vi.waitFor(async () => expect((await one.site.traffic.previews.start('b')).ok).toBe(true));
  });
});

describe('work under way in a worker', () => {
  const isSharable = () => true;

  it('is not begun again by another one, which gets its value', async () => {
    const [one, other] = await startTwo();
    const end = Promise.withResolvers<{ readonly id: number }>();
    let begun = 0;
    const produce = () => {
      begun += 1;
      return end.promise;
    };
    const both = [one, other].map(({ site }) => site.shareFlight?.('a post', produce, isSharable, NEVER));
    await vi.waitFor(() => expect(begun).toBe(1));
    end.resolve({ id: 7 });
    expect(await Promise.all(both)).toEqual([{ id: 7 }, { id: 7 }]);
    expect(begun).toBe(1);
  });

  it('is done by the other one when it has no value to share, or the worker dies', async () => {
    const [one, other] = await startTwo();
    const first = one.site.shareFlight?.('a', () => Promise.reject(new Error('given up')), isSharable, NEVER);
    await expect(first).rejects.toThrow('given up');
    expect(await other.site.shareFlight?.('a', async () => 'own', isSharable, NEVER)).toBe('own');
    const endless = one.site.shareFlight?.(
      'b',
      () => new Promise<string>(() => undefined),
      isSharable,
      NEVER,
    );
    endless?.catch(() => undefined);
    await one.site.limits.call(ADDRESS);
    const waiting = other.site.shareFlight?.('b', async () => 'own too', isSharable, NEVER);
    await kill(one);
    expect(await waiting).toBe('own too');
  });
});
