import { EXACT_ANSWERS_PER_HOUR, EXACT_ANSWERS_TOGETHER_PER_HOUR } from '#shared/limits.ts';

/** So many in so many seconds. */
export interface Quota {
  readonly points: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What may be done how often (facts: OWASP's and the figures of docs/adr/0012-accounts.md). */
export interface Quotas {
  /** All calls of accounts and settings, per network. */
  readonly calls: Quota;
  /** Failed sign-ins of a network at one account; from then on each failure makes the wait longer. */
  readonly signInPair: Quota;
  /** Failed sign-ins at one account by browsers it does not know: as many of its password's hashes strangers can try. */
  readonly signInAccount: Quota;
  /** Failed sign-ins of a network, over all accounts. */
  readonly signInNetwork: Quota;
  /** Failed sign-ins of a browser the account knows, and wrong passwords where one is asked for again. */
  readonly knownBrowser: Quota;
  /** Tries to sign up, per network. */
  readonly signUp: Quota;
  /** Accounts created by sign-up, over all networks. */
  readonly signUpTotal: Quota;
  readonly setupCode: Quota;
  /** Answers of sign-in and sign-up that tell whether an address has an account: per network, and over all networks. */
  readonly exactAnswers: Quota;
  readonly exactAnswersTotal: Quota;
  /** Per account. */
  readonly adminWrites: Quota;
  readonly logoUploads: Quota;
  /** Links an account tries in the panel: each asks the platforms, past what is remembered. */
  readonly linkTries: Quota;
}

export const DEFAULT_QUOTAS: Quotas = {
  calls: { points: 300, seconds: MINUTE },
  signInPair: { points: 5, seconds: 15 * MINUTE },
  signInAccount: { points: 20, seconds: HOUR },
  signInNetwork: { points: 30, seconds: HOUR },
  knownBrowser: { points: 10, seconds: 15 * MINUTE },
  signUp: { points: 5, seconds: HOUR },
  signUpTotal: { points: 50, seconds: HOUR },
  setupCode: { points: 10, seconds: HOUR },
  exactAnswers: { points: EXACT_ANSWERS_PER_HOUR, seconds: HOUR },
  exactAnswersTotal: { points: EXACT_ANSWERS_TOGETHER_PER_HOUR, seconds: HOUR },
  adminWrites: { points: 60, seconds: MINUTE },
  logoUploads: { points: 10, seconds: MINUTE },
  linkTries: { points: 20, seconds: 10 * MINUTE },
};
