/** Limit of `points` events in `seconds`. */
export interface Quota {
  readonly points: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Quotas of accounts and settings. The values follow OWASP and docs/adr/0012-accounts.md. */
export interface Quotas {
  /** All calls of accounts and settings, per network. */
  readonly calls: Quota;
  /** Failed sign-ins of a network at one account. Beyond this, each failure lengthens the lockout. */
  readonly signInPair: Quota;
  /** Failed sign-ins at one account by unknown browsers: the guesses that all networks share. */
  readonly signInAccount: Quota;
  /** Failed sign-ins at one account that each network has although that budget is used up, one at once and the others after waits. */
  readonly signInOwn: Quota;
  /** Failed sign-ins of a network, over all accounts. */
  readonly signInNetwork: Quota;
  /** Failed sign-ins of a known browser, and wrong passwords when a signed-in account confirms its password. */
  readonly knownBrowser: Quota;
  /** Sign-up attempts, per network. */
  readonly signUp: Quota;
  /** Accounts created by sign-up, over all networks. */
  readonly signUpTotal: Quota;
  readonly setupCode: Quota;
  /**
   * Sign-in and sign-up responses that reveal whether an e-mail address has an account: per network, and over all
   * networks.
   */
  readonly exactAnswers: Quota;
  readonly exactAnswersTotal: Quota;
  /** Per account. */
  readonly adminWrites: Quota;
  readonly logoUploads: Quota;
  /** Links that an account tries in the panel. Each one queries the platforms and bypasses the cache. */
  readonly linkTries: Quota;
}

export const DEFAULT_QUOTAS: Quotas = {
  calls: { points: 300, seconds: MINUTE },
  signInPair: { points: 5, seconds: 24 * HOUR },
  signInAccount: { points: 20, seconds: HOUR },
  signInOwn: { points: 3, seconds: 24 * HOUR },
  signInNetwork: { points: 30, seconds: HOUR },
  knownBrowser: { points: 10, seconds: 15 * MINUTE },
  signUp: { points: 5, seconds: HOUR },
  signUpTotal: { points: 50, seconds: HOUR },
  setupCode: { points: 10, seconds: HOUR },
  exactAnswers: { points: 3, seconds: HOUR },
  exactAnswersTotal: { points: 30, seconds: HOUR },
  adminWrites: { points: 60, seconds: MINUTE },
  logoUploads: { points: 10, seconds: MINUTE },
  linkTries: { points: 20, seconds: 10 * MINUTE },
};
