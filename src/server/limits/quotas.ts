import type { RateWindow } from './windows.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** Quotas of accounts and settings. The values follow OWASP and docs/adr/0012-accounts.md. */
export interface Quotas {
  /** All calls of accounts and settings, per network. */
  readonly calls: RateWindow;
  /** Failed sign-ins of a network at one account. Beyond this, each failure lengthens the lockout. */
  readonly signInPair: RateWindow;
  /** Failed sign-ins at one account by unknown browsers, over all networks. */
  readonly signInAccount: RateWindow;
  /**
   * Failed sign-ins that each network may still make at one account once `signInAccount` is used up: the first at once, each further one
   * after a wait.
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
  /** Attempts with a setup code, per network. */
  readonly setupCode: RateWindow;
  /** Sign-in and sign-up responses that reveal whether an e-mail address has an account, per network. */
  readonly exactAnswers: RateWindow;
  /** Sign-in and sign-up responses that reveal whether an e-mail address has an account, over all networks. */
  readonly exactAnswersTotal: RateWindow;
  /** Changes that an account makes in the panel. */
  readonly adminWrites: RateWindow;
  /** Pictures that an account uploads in the panel. */
  readonly logoUploads: RateWindow;
  /** Links that an account tries in the panel. Each one queries the platforms and bypasses the cache. */
  readonly linkTries: RateWindow;
}

export const DEFAULT_QUOTAS: Quotas = {
  calls: { limit: 300, seconds: MINUTE_SECONDS },
  signInPair: { limit: 5, seconds: 24 * HOUR_SECONDS },
  signInAccount: { limit: 20, seconds: HOUR_SECONDS },
  signInOwn: { limit: 3, seconds: 24 * HOUR_SECONDS },
  signInNetwork: { limit: 30, seconds: HOUR_SECONDS },
  knownBrowser: { limit: 10, seconds: 15 * MINUTE_SECONDS },
  signUp: { limit: 5, seconds: HOUR_SECONDS },
  signUpTotal: { limit: 50, seconds: HOUR_SECONDS },
  setupCode: { limit: 10, seconds: HOUR_SECONDS },
  exactAnswers: { limit: 3, seconds: HOUR_SECONDS },
  exactAnswersTotal: { limit: 30, seconds: HOUR_SECONDS },
  adminWrites: { limit: 60, seconds: MINUTE_SECONDS },
  logoUploads: { limit: 10, seconds: MINUTE_SECONDS },
  linkTries: { limit: 20, seconds: 10 * MINUTE_SECONDS },
};
