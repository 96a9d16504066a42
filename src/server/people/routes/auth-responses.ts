import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../base/config/config.ts';
import { cookieName } from '../../http/cookie-names.ts';
import { addCookies } from '../../http/cookies.ts';
import type { RequireRole } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Accounts, Browser, Refusal, SessionResult } from '../accounts.ts';
import { KNOWN_BROWSER_MS, type KnownBrowsers } from '../known-browser.ts';

/** A refused sign-in takes at least this long, whatever the reason. */
const SIGN_IN_FAILURE_MIN_MS = 500;

export interface AuthParts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly knownBrowsers: KnownBrowsers;
  readonly requireRole: RequireRole;
}

/** The browser that sent the request. */
export const browserOf = ({ headers }: FastifyRequest): Browser => ({
  cookie: headers.cookie,
  userAgent: headers['user-agent'],
});

/** Rejects an attempt until `retryAfter` seconds have passed. */
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

/** Sends a failure after a delay that does not depend on its reason. */
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
  opened: Extract<SessionResult, { ok: true }>,
): Promise<FastifyReply> => {
  addCookies(reply, opened.signedIn.setCookies);
  return reply.header('cache-control', 'no-store').send(await accounts.state(opened.signedIn.account));
};

/** Cookie that marks a browser as known, before `cookieName`. */
const KNOWN_BROWSER_COOKIE = 'dev';

/** Returns the browser's id if it has signed in to the account with this e-mail address before, else null. */
export const knownBrowserOf = (
  { cookies }: FastifyRequest,
  { config, knownBrowsers }: AuthParts,
  email: string,
): string | null => knownBrowsers.verifyToken(cookies[cookieName(KNOWN_BROWSER_COOKIE, config)], email);

/**
 * Sends the same response as `sendSignedIn`, with a cookie that marks the browser as known to the account with this
 * e-mail address.
 */
export const sendSignedInAndMarkBrowser = (
  reply: FastifyReply,
  parts: AuthParts,
  opened: Extract<SessionResult, { ok: true }>,
  email: string,
): Promise<FastifyReply> => {
  const { config, knownBrowsers } = parts;
  reply.setCookie(cookieName(KNOWN_BROWSER_COOKIE, config), knownBrowsers.issueToken(email), {
    maxAge: KNOWN_BROWSER_MS / 1_000,
    path: '/',
    httpOnly: true,
    secure: config.publicUrl.startsWith('https:'),
    sameSite: 'strict',
  });
  return sendSignedIn(reply, parts, opened);
};
