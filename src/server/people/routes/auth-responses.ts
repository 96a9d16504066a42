import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../base/config/config.ts';
import { addCookies } from '../../http/cookies.ts';
import type { RequireRole } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import type { Limits } from '../../limits/account-limits.ts';
import type { Accounts } from '../accounts.ts';
import type { Browser, OpenedSession, Refusal } from '../auth-gateway.ts';
import type { KnownBrowsers } from '../known-browser.ts';

/** A refused sign-in takes at least this long, whatever the reason. */
const SIGN_IN_FAILURE_MIN_MS = 500;

export interface AuthParts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly knownBrowsers: KnownBrowsers;
  readonly requireRole: RequireRole;
}

/** Returns the cookie and the user agent of a request. */
export const signInHeadersOf = ({ headers }: FastifyRequest): Browser => ({
  cookie: headers.cookie,
  userAgent: headers['user-agent'],
});

/** Sends the problem `code`, with `retryAfter` in seconds. */
export const sendAttemptsExceeded = (
  reply: FastifyReply,
  { retryAfter }: { readonly retryAfter: number },
  code: 'attempts_exceeded' | 'sign_ups_exceeded' = 'attempts_exceeded',
): FastifyReply => sendProblem(reply, code, { retryAfter });

/**
 * Waits until a multiple of half a second has passed since `since` (performance.now()). Responses that must not be
 * distinguishable take equally long, however busy the server is.
 */
export const delayToFixedStep = async (since: number): Promise<void> => {
  const steps = Math.floor((performance.now() - since) / SIGN_IN_FAILURE_MIN_MS) + 1;
  const due = since + steps * SIGN_IN_FAILURE_MIN_MS;
  // Node counts a timer from the start of the event loop's turn, so one timer ends early by as long as that turn has run.
  for (let left = due - performance.now(); left > 0; left = due - performance.now())
    await pause(Math.ceil(left));
};

/**
 * Sends the problem `code` after `delayToFixedStep`, so that the delay does not show the reason. `since` is the start of the request
 * (performance.now()).
 */
export const sendDelayedProblem = async (
  reply: FastifyReply,
  since: number,
  code: Refusal['code'],
): Promise<FastifyReply> => {
  await delayToFixedStep(since);
  return sendProblem(reply, code);
};

/** Sends the account state and the cookies after a successful sign-in, sign-up, claim or password change. */
export const sendSignedIn = async (
  reply: FastifyReply,
  { accounts }: AuthParts,
  { signedIn, setCookies }: OpenedSession,
): Promise<FastifyReply> => {
  addCookies(reply, setCookies);
  return reply.header('cache-control', 'no-store').send(await accounts.state(signedIn?.account ?? null));
};

/** Sends the response of `sendSignedIn`, and marks the browser as known to the account. */
export const sendSignedInAndMarkBrowser = (
  reply: FastifyReply,
  parts: AuthParts,
  opened: OpenedSession,
): Promise<FastifyReply> => {
  if (opened.signedIn !== null) parts.knownBrowsers.mark(reply, opened.signedIn.account.email);
  return sendSignedIn(reply, parts, opened);
};
