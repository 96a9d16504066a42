import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Account, SessionState } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Config } from '../base/config/config.ts';
import type { Logger } from '../base/observability/logger.ts';
import { addCookies } from '../http/cookies.ts';
import type { RequireRole } from '../http/guard.ts';
import { sendProblem } from '../http/problem.ts';
import type { Limits } from '../limits/account-limits.ts';
import { hasOwner, readSignUpMode } from './account-rows.ts';
import type { Accounts, OpenedSession } from './accounts.ts';
import type { LibraryParts } from './auth-library.ts';

/** Milliseconds of which the duration of a refused sign-in is a multiple, whatever the reason for the refusal. */
const SIGN_IN_FAILURE_MIN_MS = 500;

/** Parts that the routes of accounts share. */
export interface PeopleParts extends LibraryParts {
  readonly config: Config;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly requireRole: RequireRole;
  /** Returns the current site title, which a password must not contain. */
  readonly siteTitle: () => string;
}

/**
 * Waits until the next multiple of half a second after `startedAt` (performance.now()), so that responses that must not be distinguishable
 * take equally long.
 */
export const delayToFixedStep = async (startedAt: number): Promise<void> => {
  const steps = Math.floor((performance.now() - startedAt) / SIGN_IN_FAILURE_MIN_MS) + 1;
  const due = startedAt + steps * SIGN_IN_FAILURE_MIN_MS;
  // Node counts a timer from the start of the event loop's turn, so one timer ends early by as long as that turn has run.
  for (let left = due - performance.now(); left > 0; left = due - performance.now())
    await pause(Math.ceil(left));
};

/**
 * Sends the problem `code` after `delayToFixedStep`, so that the delay does not show the reason. `startedAt` is the start of the request
 * (performance.now()).
 */
export const sendDelayedProblem = async (
  reply: FastifyReply,
  startedAt: number,
  code: ErrorCode,
): Promise<FastifyReply> => {
  await delayToFixedStep(startedAt);
  return sendProblem(reply, code);
};

/** Returns what the sign-in forms need: the given account, the sign-up mode, and whether the site has no owner. */
export const sessionStateOf = async (
  { config, database: { query } }: PeopleParts,
  account: Account | null,
): Promise<SessionState> => {
  const [{ mode }, owned] = await Promise.all([readSignUpMode(query, config), hasOwner(query)]);
  return { account, signUp: mode, ownerless: !owned };
};

/** Sends the session state and the cookies of a call of the accounts library. Marks the browser as known if the call opened a session. */
export const sendSignedIn = async (
  reply: FastifyReply,
  parts: PeopleParts,
  { session, setCookies }: OpenedSession,
): Promise<FastifyReply> => {
  const account = session?.account ?? null;
  if (account !== null) parts.accounts.knownBrowsers.mark(reply, account.email);
  addCookies(reply, setCookies);
  return reply.send(await sessionStateOf(parts, account));
};
