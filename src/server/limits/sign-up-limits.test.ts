import { describe, expect, it } from 'vitest';
import { createSignUpLimits } from './sign-up-limits.ts';
import { createMemoryWindows } from './windows.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const setUp = () => {
  let time = 1_000 * HOUR_MS;
  const signUp = createSignUpLimits(
    { perNetwork: { limit: 5, seconds: 3_600 }, total: { limit: 50, seconds: 3_600 } },
    (_name, windows) => createMemoryWindows(windows, { now: () => time }),
  );
  /** Signs up from a network. Returns true when an account was created, else the seconds to wait. */
  const create = async (network: string): Promise<true | number> => {
    const result = await signUp(network);
    if (!result.ok) return result.retryAfter;
    await result.recordSuccess();
    return true;
  };
  return {
    signUp,
    create,
    pass: (ms: number) => {
      time += ms;
    },
  };
};

describe('createSignUpLimits', () => {
  it('allows a network five attempts, whatever their result', async () => {
    const { signUp } = setUp();
    for (let count = 0; count < 5; count += 1) {
      const result = await signUp('a');
      expect(result.ok).toBe(true);
      if (result.ok) await result.recordFailure();
    }
    expect(await signUp('a')).toMatchObject({ ok: false });
  });

  it('lets a new network sign up after ten others have used up their quotas', async () => {
    const { create } = setUp();
    const created: (true | number)[] = [];
    for (let network = 0; network < 10; network += 1)
      for (let count = 0; count < 5; count += 1) created.push(await create(`network ${network}`));
    expect(created.filter((one) => one === true).length).toBeGreaterThanOrEqual(25);
    for (let visitor = 0; visitor < 12; visitor += 1) expect(await create(`visitor ${visitor}`)).toBe(true);
  });

  it('allows sign-ups again an hour after a burst from many networks', async () => {
    const { create, pass } = setUp();
    for (let network = 0; network < 200; network += 1) await create(`network ${network}`);
    const wait = await create('visitor');
    expect(wait).toBe(3_600);
    pass(HOUR_MS);
    expect(await create('visitor')).toBe(true);
  });

  it('does not count attempts that create no account', async () => {
    const { signUp, create } = setUp();
    for (let network = 0; network < 200; network += 1) {
      const result = await signUp(`network ${network}`);
      if (result.ok) await result.recordFailure();
    }
    expect(await create('visitor')).toBe(true);
  });

  it('allows another sign-up an hour after each one', async () => {
    const { create, pass } = setUp();
    for (let network = 0; network < 50; network += 1) {
      expect(await create(`network ${network}`)).toBe(true);
      pass(MINUTE_MS);
    }
    expect(await create('one')).toBe(10 * 60);
    pass(10 * MINUTE_MS);
    expect(await create('one')).toBe(true);
    expect(await create('two')).toBe(60);
  });
});
