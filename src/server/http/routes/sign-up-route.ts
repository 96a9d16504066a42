import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_UP_RECEIVED } from '#shared/auth-form-messages.ts';
import { type SignUp, type SignUpReceived, signUpSchema } from '#shared/contract/account.ts';
import type { SessionResult } from '../../accounts/accounts.ts';
import { sendProblem } from '../problem.ts';
import { readBody } from './account-answer.ts';
import {
  type AuthParts,
  browserOf,
  knownBrowserOf,
  sendLate,
  sendMarked,
  tooMany,
  untilEvenTime,
} from './auth-answers.ts';

/**
 * How much a sign-up's answer tells of the address: all of it (`exact`), once more out of the network's budget (`counted`),
 * nothing (`quiet`), or that this network has to wait, whatever the address.
 */
type Manner =
  | { readonly kind: 'exact' | 'counted' | 'quiet' }
  | { readonly kind: 'refused'; readonly retryAfter: number };

const mannerOf = (request: FastifyRequest, parts: AuthParts, email: string): Manner => {
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
  readonly counts: boolean;
  readonly answer: () => Promise<FastifyReply>;
}

/** Of two tries at the last telling answer that is left, the second waits as long as these are counted. */
const TELLING_WINDOW_SECONDS = 60 * 60;

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
  if (opened.ok) return { counts: true, answer: () => sendMarked(reply, parts, opened, given.email) };
  const { code } = opened;
  if (code !== 'email_in_use') return { counts: false, answer: async () => sendProblem(reply, code) };
  const mayAnswerExactly = manner === 'exact' || (await limits.exactAnswer(request.ip));
  const left = limits.exactAnswersLeft(request.ip);
  const retryAfter = left.kind === 'network_spent' ? left.retryAfter : TELLING_WINDOW_SECONDS;
  return {
    counts: false,
    answer: async () => (mayAnswerExactly ? sendLate(reply, since, code) : tooMany(reply, { retryAfter })),
  };
};

const signUpWithoutSession = async (
  reply: FastifyReply,
  { accounts }: AuthParts,
  given: SignUp,
): Promise<Outcome> => {
  const since = performance.now();
  const done = await accounts.signUpWithoutSession(given);
  if (!done.ok) return { counts: false, answer: async () => sendProblem(reply, done.code) };
  const received: SignUpReceived = { received: true, detail: SIGN_UP_RECEIVED };
  return {
    // Also for a taken address: the limits tell nothing either.
    counts: true,
    async answer() {
      await untilEvenTime(since);
      return reply.code(202).header('cache-control', 'no-store').send(received);
    },
  };
};

/** `POST /api/auth/sign-up`. */
export const registerSignUp = (app: FastifyInstance, parts: AuthParts): void => {
  const { limits } = parts;
  app.post('/api/auth/sign-up', parts.requireRole('anyone'), async (request, reply) => {
    const body = readBody(signUpSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    if (body.data.setupCode !== undefined) {
      // The code is looked at before the address: whoever has it holds the server.
      const admission = await limits.setupCode(request.ip);
      if (!admission.ok) return tooMany(reply, admission);
      return (await signUpOpenly(request, reply, parts, body.data, 'exact')).answer();
    }
    const manner = mannerOf(request, parts, body.data.email);
    if (manner.kind === 'refused') return tooMany(reply, manner);
    const attempt = await limits.signUp(request.ip);
    if (!attempt.ok) return tooMany(reply, attempt);
    const signingUp =
      manner.kind === 'quiet'
        ? signUpWithoutSession(reply, parts, body.data)
        : signUpOpenly(request, reply, parts, body.data, manner.kind);
    const outcome = await signingUp.catch(async (error: unknown) => {
      await attempt.failed();
      throw error;
    });
    await (outcome.counts ? attempt.succeeded() : attempt.failed());
    return outcome.answer();
  });
};
