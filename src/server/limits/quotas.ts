import type { RateWindow } from './windows.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Quotas of accounts and settings. The values follow OWASP and docs/adr/0012-accounts.md. */
export interface Quotas {
  /** All calls of accounts and settings, per network. */
  readonly calls: RateWindow;
  /** Failed sign-ins of a network at one account. Beyond this, each failure lengthens the lockout. */
  readonly signInPair: RateWindow;
  /** Failed sign-ins at one account by unknown browsers: the guesses that all networks share. */
  readonly signInAccount: RateWindow;
  /**
   * Failed sign-ins that each network may still make at one account once `signInAccount` is used up: one at once, the others after waits.
   */
  readonly signInOwn: RateWindow;
  /** Failed sign-ins of a network, over all accounts. */
  readonly signInNetwork: RateWindow;
  /** Failed sign-ins of a known browser, and wrong passwords when a signed-in account confirms its password. */
  readonly knownBrowser: RateWindow;
  /** Sign-up attempts, per network. */
  readonly signUp: RateWindow;
  /** Accounts created by sign-up, over all networks. */
  readonly signUpTotal: RateWindow;
  readonly setupCode: RateWindow;
  /**
   * Sign-in and sign-up responses that reveal whether an e-mail address has an account: per network, and over all
   * networks.
   */
  readonly exactAnswers: RateWindow;
  readonly exactAnswersTotal: RateWindow;
  /** Per account. */
  readonly adminWrites: RateWindow;
  readonly logoUploads: RateWindow;
  /** Links that an account tries in the panel. Each one queries the platforms and bypasses the cache. */
  readonly linkTries: RateWindow;
}

export const DEFAULT_QUOTAS: Quotas = {
  calls: { limit: 300, seconds: MINUTE },
  signInPair: { limit: 5, seconds: 24 * HOUR },
  signInAccount: { limit: 20, seconds: HOUR },
  signInOwn: { limit: 3, seconds: 24 * HOUR },
  signInNetwork: { limit: 30, seconds: HOUR },
  knownBrowser: { limit: 10, seconds: 15 * MINUTE },
  signUp: { limit: 5, seconds: HOUR },
  signUpTotal: { limit: 50, seconds: HOUR },
  setupCode: { limit: 10, seconds: HOUR },
  exactAnswers: { limit: 3, seconds: HOUR },
  exactAnswersTotal: { limit: 30, seconds: HOUR },
  adminWrites: { limit: 60, seconds: MINUTE },
  logoUploads: { limit: 10, seconds: MINUTE },
  linkTries: { limit: 20, seconds: 10 * MINUTE },
};
