import { createLimits } from '../../src/server/limits/account-limits.ts';
import { createPasswordHasher, type PasswordHasher } from '../../src/server/people/password-hasher.ts';
import { type AccountBrowser, emailOf, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

/** The trusted proxy that the guesses come through; its X-Forwarded-For addresses are believed. */
const PROXY = '10.9.9.9';

const AT_ONCE = 20;

export interface GuessingAttack {
  readonly test: TestApp;
  readonly owner: AccountBrowser;
  /** Returns the number of passwords hashed to check a guess. */
  hashed(): number;
  /**
   * Tries passwords at the owner's account from `addresses` addresses in turn. Returns how often each response code
   * occurred.
   */
  guess(times: number, addresses: number): Promise<Record<string, number>>;
  close(): Promise<void>;
}

const counting = (hasher: PasswordHasher): PasswordHasher & { count: number } => {
  const counted = {
    ...hasher,
    count: 0,
    verify: (stored: string, password: string) => {
      counted.count += 1;
      return hasher.verify(stored, password);
    },
  };
  return counted;
};

/** Starts a site with its own limits, an owner who has signed in once, and a botnet behind a trusted proxy. */
export const startGuessingAttack = async (): Promise<GuessingAttack> => {
  const hasher = counting(createPasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 }));
  const test = await createTestApp({ TRUST_PROXY: PROXY }, undefined, {
    hasher,
    limits: createLimits(TEST_SECRET, { calls: { limit: 1_000_000, seconds: 60 } }),
  });
  const owner = await openOwner(test);
  return {
    test,
    owner,
    hashed: () => hasher.count,
    async guess(times, addresses) {
      const codes: Record<string, number> = {};
      const one = async (n: number): Promise<void> => {
        const browser = openBrowser(test, { address: PROXY });
        const answer = await browser.call(
          'POST',
          '/api/auth/sign-in',
          { email: emailOf('Olga'), password: `guess ${n}` },
          { headers: { 'x-forwarded-for': `198.51.${100 + (n % 2)}.${(n % addresses) + 1}` } },
        );
        const code = answer.code ?? String(answer.status);
        codes[code] = (codes[code] ?? 0) + 1;
      };
      // As many at once as the queue of password hashes holds.
      for (let at = 0; at < times; at += AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, times - at) }, (_none, n) => one(at + n)));
      return codes;
    },
    close: () => test.app.close(),
  };
};
