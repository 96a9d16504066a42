import type { RateWindow } from './windows.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** Quotas of accounts and settings. The values follow OWASP and docs/adr/0012-accounts.md. */
export const DEFAULT_QUOTAS = {
  /** All calls of accounts and settings, per network. */
  calls: { limit: 300, seconds: MINUTE_SECONDS },
  /** Failed sign-ins of a network at one account. Beyond this, each failure lengthens the lockout. */
  signInPair: { limit: 5, seconds: 24 * HOUR_SECONDS },
  /** Failed sign-ins at one account by unknown browsers, over all networks. */
  signInAccount: { limit: 20, seconds: HOUR_SECONDS },
  /**
   * Failed sign-ins that each network may still make at one account once `signInAccount` is used up: the first at once, each further one
   * after a wait.
   */
  signInOwn: { limit: 3, seconds: 24 * HOUR_SECONDS },
  /** Failed sign-ins of a network, over all accounts. */
  signInNetwork: { limit: 30, seconds: HOUR_SECONDS },
  /** Failed sign-ins of a known browser, and wrong passwords when a signed-in account confirms its password. */
  knownBrowser: { limit: 10, seconds: 15 * MINUTE_SECONDS },
  /** Sign-up attempts, per network. */
  signUp: { limit: 5, seconds: HOUR_SECONDS },
  /** Accounts created by sign-up, over all networks. */
  signUpTotal: { limit: 50, seconds: HOUR_SECONDS },
  /** Attempts with a setup code, per network. */
  setupCode: { limit: 10, seconds: HOUR_SECONDS },
  /** Sign-in and sign-up responses that reveal whether an e-mail address has an account, per network. */
  exactAnswers: { limit: 3, seconds: HOUR_SECONDS },
  /** Sign-in and sign-up responses that reveal whether an e-mail address has an account, over all networks. */
  exactAnswersTotal: { limit: 30, seconds: HOUR_SECONDS },
  /** Changes that an account makes in the panel. */
  adminWrites: { limit: 60, seconds: MINUTE_SECONDS },
  /** Pictures that an account uploads in the panel. */
  logoUploads: { limit: 10, seconds: MINUTE_SECONDS },
  /** Links that an account tries in the panel. Each one queries the platforms and bypasses the cache. */
  linkTries: { limit: 20, seconds: 10 * MINUTE_SECONDS },
} satisfies Readonly<Record<string, RateWindow>>;

export type Quotas = Readonly<Record<keyof typeof DEFAULT_QUOTAS, RateWindow>>;
