import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimits, type Limits } from './account-limits.ts';
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
    return attempt.ok ? 0 : attempt.retryAfter;
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
    }
  });

  it('starts again at 1 minute after a correct password', async () => {
    for (let failures = 0; failures < 5; failures += 1) await fail();
    vi.advanceTimersByTime(MINUTE_SECONDS * 1_000);
    const correct = await limits.signIn(ATTEMPT);
    if (correct.ok) await correct.recordSuccess();
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
    for (let count = 0; count <= Math.max(signInAccount.limit, signInNetwork.limit); count += 1) {
      const attempt = await limits.signIn({ ...ATTEMPT, address: addressOf(count) });
      expect(attempt.ok).toBe(true);
      if (attempt.ok) await attempt.recordSuccess();
    }
  });
});

describe('the guesses of many networks at one account', () => {
  let limits: Limits;
  beforeEach(() => {
    vi.useFakeTimers();
    limits = createLimits(SECRET);
    return () => vi.useRealTimers();
  });

  const addressOf = (network: number): string =>
    `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;

  /** Signs in with a wrong password. Returns the seconds to wait when the attempt is refused, else 0. */
  const fail = async (address: string): Promise<number> => {
    const attempt = await limits.signIn({ ...ATTEMPT, address });
    return attempt.ok ? 0 : attempt.retryAfter;
  };

  it.each([
    [19, 5],
    [200, 50],
    [3_000, 1_000],
  ])('(%i from %i) do not keep out a network that has not guessed', async (guesses, networks) => {
    for (let guess = 0; guess < guesses; guess += 1) await fail(addressOf(guess % networks));
    const attempt = await limits.signIn({ ...ATTEMPT, address: '192.0.2.77' });
    expect(attempt.ok).toBe(true);
  });

  it('make such a network wait 1 and 2 minutes after a mistake, and give it back its tries after the correct password', async () => {
    for (let guess = 0; guess < 20; guess += 1) await fail(addressOf(guess));
    const tryAgain = async (): Promise<void> => {
      expect(await fail('192.0.2.77')).toBe(0);
      expect(await fail('192.0.2.77')).toBe(MINUTE_SECONDS);
      vi.advanceTimersByTime(MINUTE_SECONDS * 1_000);
    };
    await tryAgain();
    const correct = await limits.signIn({ ...ATTEMPT, address: '192.0.2.77' });
    if (correct.ok) await correct.recordSuccess();
    await tryAgain();
    expect(await fail('192.0.2.77')).toBe(0);
    expect(await fail('192.0.2.77')).toBe(2 * MINUTE_SECONDS);
    vi.advanceTimersByTime(2 * MINUTE_SECONDS * 1_000);
    expect(await fail('192.0.2.77')).toBe(0);
    // The rest of the hour in which the others have used up the shared budget.
    expect(await fail('192.0.2.77')).toBe(56 * MINUTE_SECONDS);
  });

  it.each([
    [5, 170, 1],
    [50, 630, 5],
    [1_000, 3_480, 60],
  ])(
    'come to less in a day the more there are: %i networks to %i',
    {
      timeout: 30_000,
    },
    async (networks, most, everyMinutes) => {
      let guesses = 0;
      for (let minute = 0; minute < 24 * 60; minute += everyMinutes) {
        for (let network = 0; network < networks; network += 1)
          if ((await fail(addressOf(network))) === 0) guesses += 1;
        vi.advanceTimersByTime(everyMinutes * MINUTE_SECONDS * 1_000);
      }
      expect(guesses).toBeLessThanOrEqual(most);
      expect(guesses).toBeGreaterThan(most * 0.9);
    },
  );

  it('are not counted when the password was not checked', async () => {
    for (let guess = 0; guess < 20; guess += 1) await fail(addressOf(guess));
    for (let times = 0; times < 10; times += 1) {
      const attempt = await limits.signIn({ ...ATTEMPT, address: '192.0.2.77' });
      expect(attempt.ok).toBe(true);
      if (attempt.ok) await attempt.cancel();
    }
    expect(await fail('192.0.2.77')).toBe(0);
    expect(await fail('192.0.2.77')).toBe(MINUTE_SECONDS);
  });

  it('are made one at a time: of ten at once from a network that has not guessed, one is checked', async () => {
    for (let guess = 0; guess < 20; guess += 1) await fail(addressOf(guess));
    const waits = await Promise.all(Array.from({ length: 10 }, () => fail('192.0.2.77')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60 * MINUTE_SECONDS);
  });

  it('count for a /48 as for eight networks', async () => {
    for (let guess = 0; guess < 20; guess += 1) await fail(addressOf(guess));
    let guesses = 0;
    for (let network = 0; network < 100; network += 1)
      if ((await fail(`2001:db8:1:${network.toString(16)}00::1`)) === 0) guesses += 1;
    expect(guesses).toBe(24);
    expect(await fail('2001:db8:2::1')).toBe(0);
  });
});
