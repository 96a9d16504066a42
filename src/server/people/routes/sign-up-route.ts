import type { FastifyReply, FastifyRequest } from 'fastify';
import { authForm } from '#messages/auth-form.ts';
import {
  type SignUpReceived,
  sessionStateSchema,
  signUpReceivedSchema,
  signUpSchema,
} from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { sendProblem } from '../../http/problem.ts';
import type { HttpServer } from '../../http/route-schema.ts';
import type { SessionResult } from '../auth-gateway.ts';
import {
  type AuthParts,
  delayToFixedStep,
  sendAttemptsExceeded,
  sendDelayedProblem,
  sendSignedInAndMarkBrowser,
  signInHeadersOf,
} from './auth-responses.ts';

/**
 * Retry-After for the second of two concurrent attempts at the last exact response: the window in which exact responses
 * are counted.
 */
const EXACT_ANSWER_WINDOW_SECONDS = 60 * 60;

/** Answers a sign-up that does not sign in, after a time that does not depend on the e-mail address. */
const sendReceived = async (reply: FastifyReply, since: number): Promise<FastifyReply> => {
  await delayToFixedStep(since);
  const received: SignUpReceived = { received: true, detail: text(authForm, 'signUpReceived') };
  return reply.code(202).header('cache-control', 'no-store').send(received);
};

/**
 * Returns what the answer to a sign-up may disclose about the e-mail address: `exact` everything, `counted` everything
 * but against the network's budget, `quiet` nothing; or the seconds that the network must wait, whatever the address.
 */
const disclosureOf = async (request: FastifyRequest, parts: AuthParts, email: string) => {
  if (parts.config.authDetail === 'uniform') return 'quiet';
  // This browser has signed in to that account before.
  if (parts.knownBrowsers.idOf(request, email) !== null) return 'exact';
  const left = await parts.limits.exactAnswersLeft(request.ip);
  if (left.kind === 'network_spent') return left;
  // Refusing all networks would let a few of them close sign-up for everyone.
  return left.kind === 'all_spent' ? 'quiet' : 'counted';
};

/** Sends a sign-up's result; `since` is when it began. */
const sendResult = async (
  reply: FastifyReply,
  parts: AuthParts,
  result: SessionResult | { readonly ok: true },
  { since, isCounted }: { readonly since: number; readonly isCounted: boolean },
): Promise<FastifyReply> => {
  const { limits } = parts;
  const { ip } = reply.request;
  if (result.ok)
    return 'signedIn' in result
      ? sendSignedInAndMarkBrowser(reply, parts, result)
      : sendReceived(reply, since);
  if (result.code !== 'email_in_use') return sendProblem(reply, result.code);
  if (!isCounted || (await limits.exactAnswer(ip))) return sendDelayedProblem(reply, since, result.code);
  const left = await limits.exactAnswersLeft(ip);
  const retryAfter = left.kind === 'network_spent' ? left.retryAfter : EXACT_ANSWER_WINDOW_SECONDS;
  return sendAttemptsExceeded(reply, { retryAfter }, 'sign_ups_exceeded');
};

/** Registers `POST /api/auth/sign-up`. */
export const registerSignUp = (app: HttpServer, parts: AuthParts): void => {
  const { accounts, limits } = parts;
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
      const { body, ip } = request;
      const since = performance.now();
      const signUp = () => accounts.signUp(body, signInHeadersOf(request));
      if (body.setupCode !== undefined) {
        // The setup code is checked before the address: a person who has it controls the server.
        const admission = await limits.setupCode(ip);
        if (!admission.ok) return sendAttemptsExceeded(reply, admission);
        return sendResult(reply, parts, await signUp(), { since, isCounted: false });
      }
      const disclosure = await disclosureOf(request, parts, body.email);
      if (typeof disclosure !== 'string') return sendAttemptsExceeded(reply, disclosure, 'sign_ups_exceeded');
      const attempt = await limits.signUp(ip);
      if (!attempt.ok) return sendAttemptsExceeded(reply, attempt, 'sign_ups_exceeded');
      const signingUp = disclosure === 'quiet' ? accounts.signUpWithoutSession(body) : signUp();
      const result = await signingUp.catch(async (error: unknown) => {
        await attempt.failed();
        throw error;
      });
      // A quiet sign-up counts for an address in use, too, so that the limits disclose nothing either.
      await (result.ok ? attempt.succeeded() : attempt.failed());
      return sendResult(reply, parts, result, { since, isCounted: disclosure === 'counted' });
    },
  );
};
