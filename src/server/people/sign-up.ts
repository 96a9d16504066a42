import type { FastifyReply, FastifyRequest } from 'fastify';
import { authForm } from '#messages/auth-form.ts';
import {
  type SignUp,
  type SignUpReceived,
  sessionStateSchema,
  signUpReceivedSchema,
  signUpSchema,
} from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { text } from '#shared/messages/text.ts';
import { sendProblem } from '../http/problem.ts';
import { type HttpServer, routeOf } from '../http/route-schema.ts';
import { findAccount, hasOwner, insertAccount, readSignUpMode } from './account-rows.ts';
import { writeActivity } from './activity/activity-log.ts';
import { delayToFixedStep, type PeopleParts, sendDelayedProblem, sendSignedIn } from './auth-responses.ts';
import { withHashes } from './password-hasher.ts';
import { SETUP_CODE_ROW } from './setup-code.ts';
import { completeSignIn } from './sign-in.ts';
import { expireWaitingAccounts } from './waiting-list.ts';
import { isWeakPassword } from './weak-password.ts';

/** Returns the role of a new account, or the error code if sign-up is refused. */
const roleOfNew = async ({ accounts, config, database }: PeopleParts, setupCode: string | undefined) => {
  if (setupCode !== undefined) {
    const code = await accounts.verifySetupCode(setupCode);
    return code === null ? ({ role: 'owner' } as const) : code;
  }
  const { mode } = await readSignUpMode(database.query, config);
  if (mode === 'closed') return 'sign_up_closed';
  return { role: mode === 'open' ? 'administrator' : 'waiting' } as const;
};

/**
 * Creates an account and returns its id or an error code. Checks the e-mail address last, after the password is hashed, so that the time does
 * not reveal whether the address is in use.
 */
const createAccount = async (
  parts: PeopleParts,
  { name, email, password, setupCode }: SignUp,
): Promise<{ readonly id: string } | ErrorCode> => {
  const decided = await roleOfNew(parts, setupCode);
  if (typeof decided === 'string') return decided;
  const { accounts, database, hasher, siteTitle } = parts;
  if (await isWeakPassword(password, { email, siteTitle: siteTitle() })) return 'password_weak';
  const { role } = decided;
  // Only the operator of the server has the setup code.
  const hash = await withHashes(role === 'owner', () => hasher.hash(password));
  const stored = await database.write(async (trx) => {
    if (role === 'owner' && (await hasOwner(trx))) return 'owner_exists';
    if ((await findAccount(trx, 'email', email)) !== null) return 'email_in_use';
    const id = await insertAccount(trx, { name, email, role, hash });
    if (role === 'owner') await SETUP_CODE_ROW.remove(trx);
    const action = role === 'owner' ? 'owner_claimed' : 'account_created';
    await writeActivity(trx, [{ actor: { id, name }, action, subject: name, after: role }], Date.now());
    await expireWaitingAccounts(trx, id);
    return { id };
  });
  if (typeof stored !== 'string') accounts.announce({ accountIds: [] });
  return stored;
};

/**
 * Returns whether the answer to a sign-up may disclose that the e-mail address is in use. `exact`: yes. `counted`: yes, and the answer counts
 * against the network's budget. `quiet`: no. Returns an object with the seconds to wait if the network has no budget left.
 */
const disclosureOf = async (request: FastifyRequest, parts: PeopleParts, email: string) => {
  if (parts.config.authDetail === 'uniform') return 'quiet';
  // This browser has signed in to that account before.
  if (parts.accounts.knownBrowsers.idOf(request, email) !== null) return 'exact';
  const left = await parts.limits.exactAnswersLeft(request.ip);
  if (left.kind === 'network_spent') return left;
  // Refusing all networks would let a few of them close sign-up for everyone.
  return left.kind === 'all_spent' ? 'quiet' : 'counted';
};

/** Registers `POST /api/auth/sign-up`. */
export const registerSignUp = (app: HttpServer, parts: PeopleParts): void => {
  const { accounts, limits } = parts;

  /**
   * Creates an account and opens a session, or returns an error code. If `isQuiet` is true, opens no session, and returns null both for a new
   * account and for an address in use, so that the answer does not disclose which.
   */
  const signUp = async ({ headers }: FastifyRequest, given: SignUp, isQuiet: boolean) => {
    const created = await createAccount(parts, given);
    if (isQuiet && (typeof created !== 'string' || created === 'email_in_use')) return null;
    if (typeof created === 'string') return created;
    const opened = await accounts.openSession(created.id, headers);
    await completeSignIn(parts, opened, headers);
    return opened;
  };

  /**
   * Sends the result of a sign-up; `startedAt` is the start of the request (performance.now()). If `isCounted` is true, an answer that
   * discloses an address in use counts against the network's budget.
   */
  const sendResult = async (
    reply: FastifyReply,
    result: Awaited<ReturnType<typeof signUp>>,
    { startedAt, isCounted }: { readonly startedAt: number; readonly isCounted: boolean },
  ): Promise<FastifyReply> => {
    if (result === null) {
      await delayToFixedStep(startedAt);
      const received: SignUpReceived = { received: true, detail: text(authForm, 'signUpReceived') };
      return reply.code(202).send(received);
    }
    if (typeof result !== 'string') return sendSignedIn(reply, parts, result);
    if (result !== 'email_in_use') return sendProblem(reply, result);
    const counted = isCounted ? await limits.exactAnswer(reply.request.ip) : null;
    return counted?.ok === false
      ? sendProblem(reply, 'sign_ups_exceeded', counted)
      : sendDelayedProblem(reply, startedAt, result);
  };

  app.post(
    '/api/auth/sign-up',
    routeOf(parts.requireRole('anyone'), 'Creates an account', {
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
    }),
    async (request, reply) => {
      const startedAt = performance.now();
      const { body, ip } = request;
      if (body.setupCode !== undefined) {
        // The setup code is checked before the address: a person who has it controls the server.
        const admission = await limits.setupCode(ip);
        if (!admission.ok) return sendProblem(reply, 'attempts_exceeded', admission);
        return sendResult(reply, await signUp(request, body, false), { startedAt, isCounted: false });
      }
      const disclosure = await disclosureOf(request, parts, body.email);
      if (typeof disclosure !== 'string') return sendProblem(reply, 'sign_ups_exceeded', disclosure);
      const attempt = await limits.signUp(ip);
      if (!attempt.ok) return sendProblem(reply, 'sign_ups_exceeded', attempt);
      const result = await signUp(request, body, disclosure === 'quiet').catch(async (error: unknown) => {
        await attempt.recordFailure();
        throw error;
      });
      // A quiet sign-up counts for an address in use, too, so that the limits disclose nothing either.
      await (typeof result === 'string' ? attempt.recordFailure() : attempt.recordSuccess());
      return sendResult(reply, result, { startedAt, isCounted: disclosure === 'counted' });
    },
  );
};
