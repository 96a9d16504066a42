import type { FastifyReply, FastifyRequest } from 'fastify';
import { authForm } from '#messages/auth-form.ts';
import {
  type SignUp,
  type SignUpReceived,
  sessionStateSchema,
  signUpReceivedSchema,
  signUpSchema,
} from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { sendProblem } from '../../http/problem.ts';
import type { HttpServer } from '../../http/route-schema.ts';
import type { SessionResult } from '../accounts.ts';
import {
  type AuthParts,
  browserOf,
  delayToFixedStep,
  knownBrowserOf,
  sendAttemptsExceeded,
  sendDelayedProblem,
  sendSignedInAndMarkBrowser,
} from './auth-responses.ts';

/**
 * How much the response to a sign-up discloses about the e-mail address: `exact` everything, `counted` everything but
 * against the network's budget, `quiet` nothing; `refused` makes the network wait, whatever the address.
 */
type Disclosure =
  | { readonly kind: 'exact' | 'counted' | 'quiet' }
  | { readonly kind: 'refused'; readonly retryAfter: number };

const disclosureOf = async (
  request: FastifyRequest,
  parts: AuthParts,
  email: string,
): Promise<Disclosure> => {
  if (parts.config.authDetail === 'uniform') return { kind: 'quiet' };
  // This browser has signed in to that account before.
  if (knownBrowserOf(request, parts, email) !== null) return { kind: 'exact' };
  const left = await parts.limits.exactAnswersLeft(request.ip);
  if (left.kind === 'network_spent') return { kind: 'refused', retryAfter: left.retryAfter };
  // Refusing all networks would let a few of them close sign-up for everyone.
  return { kind: left.kind === 'all_spent' ? 'quiet' : 'counted' };
};

/** Result of a sign-up, and how to respond. */
interface Outcome {
  /** Whether the sign-up counts as a new account in the hourly limit. */
  readonly takesPlace: boolean;
  readonly send: () => Promise<FastifyReply>;
}

/**
 * Retry-After for the second of two concurrent attempts at the last exact response: the window in which exact responses
 * are counted.
 */
const EXACT_ANSWER_WINDOW_SECONDS = 60 * 60;

/** Creates the account and responds with the session, or with the reason why there is none. */
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
  const left = await limits.exactAnswersLeft(request.ip);
  const retryAfter = left.kind === 'network_spent' ? left.retryAfter : EXACT_ANSWER_WINDOW_SECONDS;
  return {
    takesPlace: false,
    send: async () =>
      mayAnswerExactly
        ? sendDelayedProblem(reply, since, code)
        : sendAttemptsExceeded(reply, { retryAfter }, 'sign_ups_exceeded'),
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
  const received: SignUpReceived = { received: true, detail: text(authForm, 'signUpReceived') };
  return {
    // Also counts for an address in use, so that the limits disclose nothing either.
    takesPlace: true,
    async send() {
      await delayToFixedStep(since);
      return reply.code(202).header('cache-control', 'no-store').send(received);
    },
  };
};

/** Registers `POST /api/auth/sign-up`. */
export const registerSignUp = (app: HttpServer, parts: AuthParts): void => {
  const { limits } = parts;
  app.post(
    '/api/auth/sign-up',
    {
      ...parts.requireRole('anyone'),
      schema: {
        summary: 'Creates an account',
        body: signUpSchema,
        response: { 200: sessionStateSchema, 202: signUpReceivedSchema },
        errors: [
          'name_invalid',
          'email_invalid',
          'email_in_use',
          'password_short',
          'password_weak',
          'owner_exists',
          'sign_up_closed',
          'setup_code_wrong',
          'attempts_exceeded',
          'sign_ups_exceeded',
        ],
      },
    },
    async (request, reply) => {
      if (request.body.setupCode !== undefined) {
        // The setup code is checked before the address: a person who has it controls the server.
        const admission = await limits.setupCode(request.ip);
        if (!admission.ok) return sendAttemptsExceeded(reply, admission);
        return (await signUpOpenly(request, reply, parts, request.body, 'exact')).send();
      }
      const disclosure = await disclosureOf(request, parts, request.body.email);
      if (disclosure.kind === 'refused') return sendAttemptsExceeded(reply, disclosure, 'sign_ups_exceeded');
      const attempt = await limits.signUp(request.ip);
      if (!attempt.ok) return sendAttemptsExceeded(reply, attempt, 'sign_ups_exceeded');
      const signingUp =
        disclosure.kind === 'quiet'
          ? signUpWithoutSession(reply, parts, request.body)
          : signUpOpenly(request, reply, parts, request.body, disclosure.kind);
      const outcome = await signingUp.catch(async (error: unknown) => {
        await attempt.failed();
        throw error;
      });
      await (outcome.takesPlace ? attempt.succeeded() : attempt.failed());
      return outcome.send();
    },
  );
};
