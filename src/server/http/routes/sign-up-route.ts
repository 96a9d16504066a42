import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_UP_RECEIVED } from '#shared/auth-form-messages.ts';
import { type SignUp, type SignUpReceived, signUpSchema } from '#shared/contract/account.ts';
import type { SessionResult } from '../../accounts/accounts.ts';
import { sendProblem } from '../problem.ts';
import {
  type AuthParts,
  browserOf,
  delayToFixedStep,
  knownBrowserOf,
  sendAttemptsExceeded,
  sendDelayedProblem,
  sendSignedInAndMarkBrowser,
} from './auth-responses.ts';
import { parseBody } from './parse-body.ts';

/**
 * How much a sign-up's answer tells of the address: all of it (`exact`), once more out of the network's budget (`counted`),
 * nothing (`quiet`), or that this network has to wait, whatever the address.
 */
type Disclosure =
  | { readonly kind: 'exact' | 'counted' | 'quiet' }
  | { readonly kind: 'refused'; readonly retryAfter: number };

const disclosureOf = (request: FastifyRequest, parts: AuthParts, email: string): Disclosure => {
  if (parts.config.authDetail === 'uniform') return { kind: 'quiet' };
  // It has been signed in to that very account.
  if (knownBrowserOf(request, parts, email) !== null) return { kind: 'exact' };
  const left = parts.limits.exactAnswersLeft(request.ip);
  if (left.kind === 'network_spent') return { kind: 'refused', retryAfter: left.retryAfter };
  // A refusal of everybody would let a few networks close sign-up for all.
  return { kind: left.kind === 'all_spent' ? 'quiet' : 'counted' };
};

/** What came of a sign-up, and how it is answered. */
interface Outcome {
  /** Whether it takes a place among the hour's new accounts. */
  readonly takesPlace: boolean;
  readonly send: () => Promise<FastifyReply>;
}

/** Of two tries at the last telling answer that is left, the second waits as long as these are counted. */
const EXACT_ANSWER_WINDOW_SECONDS = 60 * 60;

/** Creates the account and answers who is signed in then, or why there is none. */
const signUpOpenly = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AuthParts,
  given: SignUp,
  manner: 'exact' | 'counted',
): Promise<Outcome> => {
  const { accounts, limits } = parts;
  const since = performance.now();
  const opened: SessionResult = await accounts.signUp(given, browserOf(request));
  if (opened.ok)
    return { takesPlace: true, send: () => sendSignedInAndMarkBrowser(reply, parts, opened, given.email) };
  const { code } = opened;
  if (code !== 'email_in_use') return { takesPlace: false, send: async () => sendProblem(reply, code) };
  const mayAnswerExactly = manner === 'exact' || (await limits.exactAnswer(request.ip));
  const left = limits.exactAnswersLeft(request.ip);
  const retryAfter = left.kind === 'network_spent' ? left.retryAfter : EXACT_ANSWER_WINDOW_SECONDS;
  return {
    takesPlace: false,
    send: async () =>
      mayAnswerExactly ? sendDelayedProblem(reply, since, code) : sendAttemptsExceeded(reply, { retryAfter }),
  };
};

const signUpWithoutSession = async (
  reply: FastifyReply,
  { accounts }: AuthParts,
  given: SignUp,
): Promise<Outcome> => {
  const since = performance.now();
  const done = await accounts.signUpWithoutSession(given);
  if (!done.ok) return { takesPlace: false, send: async () => sendProblem(reply, done.code) };
  const received: SignUpReceived = { received: true, detail: SIGN_UP_RECEIVED };
  return {
    // Also for a taken address: the limits tell nothing either.
    takesPlace: true,
    async send() {
      await delayToFixedStep(since);
      return reply.code(202).header('cache-control', 'no-store').send(received);
    },
  };
};

/** `POST /api/auth/sign-up`. */
export const registerSignUp = (app: FastifyInstance, parts: AuthParts): void => {
  const { limits } = parts;
  app.post('/api/auth/sign-up', parts.requireRole('anyone'), async (request, reply) => {
    const body = parseBody(signUpSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    if (body.data.setupCode !== undefined) {
      // The code is looked at before the address: whoever has it holds the server.
      const admission = await limits.setupCode(request.ip);
      if (!admission.ok) return sendAttemptsExceeded(reply, admission);
      return (await signUpOpenly(request, reply, parts, body.data, 'exact')).send();
    }
    const disclosure = disclosureOf(request, parts, body.data.email);
    if (disclosure.kind === 'refused') return sendAttemptsExceeded(reply, disclosure);
    const attempt = await limits.signUp(request.ip);
    if (!attempt.ok) return sendAttemptsExceeded(reply, attempt);
    const signingUp =
      disclosure.kind === 'quiet'
        ? signUpWithoutSession(reply, parts, body.data)
        : signUpOpenly(request, reply, parts, body.data, disclosure.kind);
    const outcome = await signingUp.catch(async (error: unknown) => {
      await attempt.failed();
      throw error;
    });
    await (outcome.takesPlace ? attempt.succeeded() : attempt.failed());
    return outcome.send();
  });
};
