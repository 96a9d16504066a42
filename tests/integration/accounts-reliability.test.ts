import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import { signIn } from '../../src/server/people/sign-in.ts';
import { emailOf, openBrowser } from './account-browser.ts';
import { type GuessingAttack, startGuessingAttack } from './accounts-guessing.ts';
import { createTestApp } from './test-app.ts';

/** `npm run test:full` sets RELIABILITY_RUNS and runs the long form. */
const LONG = Number(process.env['RELIABILITY_RUNS'] ?? '1') > 1;
const GUESSES = 1_000;
const NETWORKS = 100;
/** So many that chance stays within the limits, which are four and a half standard deviations apart from even. */
const ROUNDS = 150;
const MINUTES_MS = 20 * 60 * 1_000;

describe('a botnet attacking one account', () => {
  let attack: GuessingAttack;
  afterEach(() => attack.close());

  it("gets at most three password checks per network, while the owner's browser can always sign in", {
    timeout: MINUTES_MS,
  }, async () => {
    attack = await startGuessingAttack();
    const before = attack.hashed();
    const codes: Record<string, number> = {};
    let ownersHashes = 0;
    for (let part = 0; part < 10; part += 1) {
      for (const [code, times] of Object.entries(await attack.guess(GUESSES / 10, NETWORKS)))
        codes[code] = (codes[code] ?? 0) + times;
      attack.owner.jar.delete('sid');
      expect((await attack.owner.signIn('Olga')).status).toBe(200);
      ownersHashes += 1;
    }
    const checked = attack.hashed() - before - ownersHashes;
    expect(checked).toBeLessThanOrEqual(3 * NETWORKS);
    expect(codes).toEqual({ password_wrong: checked, attempts_exceeded: GUESSES - checked });
  });
});

/**
 * Returns the probability that a value of one sample exceeds one of the other (area under the ROC curve); 0.5 means
 * that they cannot be told apart.
 */
const areaUnder = (ones: readonly number[], others: readonly number[]): number => {
  const wins = ones.map((one) => others.filter((other) => other < one).length / others.length);
  return wins.reduce((sum, share) => sum + share, 0) / ones.length;
};

if (LONG)
  describe('the duration of a rejected sign-in', () => {
    it('does not reveal whether the address has an account', { timeout: MINUTES_MS }, async () => {
      const test = await createTestApp({}, undefined, { hasher: createPasswordHasher() });
      await openBrowser(test).signUp('Ida');
      const times = { known: [] as number[], unknown: [] as number[] };
      // Measured without the half-second minimum of rejected sign-ins, where a difference would show.
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [kind, name] of [
          ['known', 'Ida'],
          ['unknown', `Nobody${round}`],
        ] as const) {
          const since = performance.now();
          await signIn(test, { email: emailOf(name), password: 'not this one' }, {}, false);
          times[kind].push(performance.now() - since);
        }
      }
      const area = areaUnder(times.known, times.unknown);
      expect(area).toBeGreaterThan(0.35);
      expect(area).toBeLessThan(0.65);
      await test.app.close();
    });
  });
