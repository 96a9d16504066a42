import { expect, it } from 'vitest';
import { readConfig } from '../base/config/read-config.ts';
import { createLimits } from './account-limits.ts';
import { DEFAULT_QUOTAS } from './quotas.ts';
import type { LimitName } from './refusals.ts';
import { createTrafficLimits } from './traffic-limits.ts';

const ADDRESS = '198.51.100.4';
const signal = new AbortController().signal;

it('are counted by the limit of visitors that refused, and only then', async () => {
  const counted: LimitName[] = [];
  const environment = { CONNECTIONS_AT_ONCE: '1', PREVIEWS_PER_MINUTE: '2', PREVIEWS_AT_ONCE: '1' };
  const traffic = createTrafficLimits(
    readConfig(environment).allowance,
    () => false,
    undefined,
    (limit) => counted.push(limit),
  );
  expect(traffic.openConnection(ADDRESS)).not.toBeNull();
  const first = await traffic.previews.start('a');
  for (let head = 0; head < 30; head += 1) traffic.upstreamHeads.take('a');
  expect(counted).toEqual([]);
  expect(traffic.openConnection(ADDRESS)).toBeNull();
  expect((await traffic.previews.start('a')).ok).toBe(false);
  if (first.ok) first.release();
  const second = await traffic.previews.start('a');
  if (second.ok) second.release();
  expect((await traffic.previews.start('a')).ok).toBe(false);
  traffic.upstreamHeads.take('a');
  expect(counted).toEqual(['connections', 'previews', 'previews', 'media_heads']);
});

it('are counted for streams that find the queue of their network full', async () => {
  const counted: LimitName[] = [];
  const { allowance } = readConfig({ STREAMS_AT_ONCE: '1' });
  const { streams } = createTrafficLimits(
    allowance,
    () => false,
    undefined,
    (limit) => counted.push(limit),
  );
  const leaving = new AbortController();
  const waits = Array.from({ length: 65 }, () => streams.acquire('a', leaving.signal).catch(() => null));
  expect(counted).toEqual([]);
  expect(await streams.acquire('a', signal)).toEqual({ ok: false, full: 'network' });
  expect(counted).toEqual(['streams']);
  leaving.abort();
  await Promise.all(waits);
});

it('are counted by the limit of accounts that refused', async () => {
  const counted: LimitName[] = [];
  const once = { limit: 1, seconds: 60 };
  const quotas = { ...DEFAULT_QUOTAS, setupCode: once, signInPair: once };
  const limits = createLimits('a secret for tests', quotas, undefined, (limit) => counted.push(limit));
  const signIn = () => limits.signIn({ email: 'olga@mail.example', address: ADDRESS, knownBrowser: null });
  expect((await limits.setupCode(ADDRESS)).ok && (await signIn()).ok).toBe(true);
  expect(counted).toEqual([]);
  expect((await limits.setupCode(ADDRESS)).ok || (await signIn()).ok).toBe(false);
  expect(counted).toEqual(['setup_code', 'sign_in']);
});
