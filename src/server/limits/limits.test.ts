import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimits, type Limits } from './limits.ts';
import { DEFAULT_QUOTAS } from './quotas.ts';

const SECRET = 'a secret for tests, long enough';
const MINUTE_SECONDS = 60;
const ATTEMPT = { email: 'olga@mail.example', address: '192.0.2.1', knownBrowser: null };

describe('the lockout after failed sign-ins', () => {
  let limits: Limits;
  beforeEach(() => {
    vi.useFakeTimers();
    limits = createLimits(SECRET);
    return () => vi.useRealTimers();
  });

  /** Signs in with a wrong password. Returns the seconds to wait when the attempt is refused, else 0. */
  const fail = async (): Promise<number> => {
    const attempt = await limits.signIn(ATTEMPT);
    if (!attempt.ok) return attempt.retryAfter;
    await attempt.failed();
    return 0;
  };

  it('lasts 1, 2, 4 and so on up to 60 minutes, and allows exactly one attempt after each wait', async () => {
    for (let failures = 0; failures < 5; failures += 1) expect(await fail()).toBe(0);
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const wait = minutes * MINUTE_SECONDS;
      expect(await fail()).toBe(wait);
      vi.advanceTimersByTime((wait - 1) * 1_000);
      expect(await fail()).toBe(1);
      vi.advanceTimersByTime(1_000);
      const [only, another] = [await limits.signIn(ATTEMPT), await limits.signIn(ATTEMPT)];
      expect([only.ok, another.ok]).toEqual([true, false]);
      if (only.ok) await only.failed();
    }
  });

  it('starts again at 1 minute after a correct password', async () => {
    for (let failures = 0; failures < 5; failures += 1) await fail();
    vi.advanceTimersByTime(MINUTE_SECONDS * 1_000);
    const correct = await limits.signIn(ATTEMPT);
    if (correct.ok) await correct.succeeded();
    for (let failures = 0; failures < 5; failures += 1) expect(await fail()).toBe(0);
    expect(await fail()).toBe(MINUTE_SECONDS);
  });
});

describe('correct passwords from unknown browsers', () => {
  it.each([
    ['of one network', (_count: number) => '192.0.2.1'],
    ['of many networks', (count: number) => `198.51.100.${count}`],
  ])('use up no attempts: more browsers %s than any quota sign in', async (_name, addressOf) => {
    const limits = createLimits(SECRET);
    const { signInAccount, signInNetwork } = DEFAULT_QUOTAS;
    for (let count = 0; count <= Math.max(signInAccount.points, signInNetwork.points); count += 1) {
      const attempt = await limits.signIn({ ...ATTEMPT, address: addressOf(count) });
      expect(attempt.ok).toBe(true);
      if (attempt.ok) await attempt.succeeded();
    }
  });
});
