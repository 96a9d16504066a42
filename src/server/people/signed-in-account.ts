import * as z from 'zod/mini';
import {
  claimSchema,
  openSessionsSchema,
  passwordChangeSchema,
  sessionStateSchema,
} from '#shared/contract/account.ts';
import { type Caller, callerOf } from '../http/guard.ts';
import { sendProblem } from '../http/problem.ts';
import { emptyAnswer, type HttpServer, routeOf } from '../http/route-schema.ts';
import { hasOwner, setRole } from './account-rows.ts';
import { writeActivity } from './activity/activity-log.ts';
import { type PeopleParts, sendDelayedProblem, sendSignedIn } from './auth-responses.ts';
import { withHashes } from './password-hasher.ts';
import { endSessions, isAdministering, type SessionSelection, selectOpenSessions } from './sessions.ts';
import { SETUP_CODE_ROW } from './setup-code.ts';
import { completeSignIn } from './sign-in.ts';
import { isWeakPassword } from './weak-password.ts';

/** Registers the routes by which a signed-in account becomes the owner (`/api/auth/claim`) and changes its password. */
export const registerSignedInAccount = (app: HttpServer, parts: PeopleParts): void => {
  const { accounts, database, limits, siteTitle } = parts;
  const { query } = database;
  const account = parts.requireRole('account');

  app.post(
    '/api/auth/claim',
    routeOf(account, 'Makes a waiting account the owner', {
      body: claimSchema,
      response: { 200: sessionStateSchema },
      errors: ['setup_code_wrong', 'owner_exists', 'attempts_exceeded'],
    }),
    async (request, reply) => {
      const admission = await limits.setupCode(request.ip);
      if (!admission.ok) return sendProblem(reply, 'attempts_exceeded', admission);
      const code = await accounts.verifySetupCode(request.body.setupCode);
      if (code !== null) return sendProblem(reply, code);
      const { account: actor, sessionId } = callerOf(request);
      const isClaimed = await database.write(async (trx) => {
        if (await hasOwner(trx)) return false;
        await setRole(trx, actor.id, 'owner');
        await SETUP_CODE_ROW.remove(trx);
        const line = { actor, action: 'owner_claimed' as const, subject: actor.name };
        await writeActivity(trx, [{ ...line, before: actor.role, after: 'owner' }], Date.now());
        return true;
      });
      if (!isClaimed) return sendProblem(reply, 'owner_exists');
      const opened = await accounts.openSession(actor.id, request.headers);
      await endSessions(query, actor.id, { sessionId });
      accounts.announce({ accountIds: [actor.id] });
      return sendSignedIn(reply, parts, opened);
    },
  );
  app.post(
    '/api/auth/password',
    routeOf(account, 'Changes the password', {
      body: passwordChangeSchema,
      response: { 200: sessionStateSchema },
      errors: ['password_wrong', 'password_short', 'password_weak', 'attempts_exceeded'],
    }),
    async (request, reply) => {
      const startedAt = performance.now();
      const { id, email, role } = callerOf(request).account;
      const { current: currentPassword, next: newPassword } = request.body;
      const attempt = await limits.ownPassword(id);
      if (!attempt.ok) return sendProblem(reply, 'attempts_exceeded', attempt);
      if (await isWeakPassword(newPassword, { email, siteTitle: siteTitle() }))
        return sendDelayedProblem(reply, startedAt, 'password_weak');
      const before = await query.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const opened = await withHashes(isAdministering(role), () =>
        accounts.callLibrary(request.headers, (api, given) => api.changePassword({ body, ...given })),
      );
      if (typeof opened === 'string') return sendDelayedProblem(reply, startedAt, opened);
      await completeSignIn(parts, opened, request.headers, 'password_changed');
      accounts.announce({ accountIds: [id], sessionIds: before.map((session) => session.id) });
      await attempt.recordSuccess();
      return sendSignedIn(reply, parts, opened);
    },
  );
};

/** Registers `/api/auth/sessions`: lists and ends the sessions of the signed-in account. */
export const registerOwnSessions = (
  app: HttpServer,
  { accounts, database, requireRole }: PeopleParts,
): void => {
  const { query } = database;
  const account = requireRole('account');

  /** Ends the selected sessions of the signed-in account. Returns whether a session ended. */
  const endOwnSessions = async (
    { account: actor }: Caller,
    selection: SessionSelection,
  ): Promise<boolean> => {
    const sessionIds = await endSessions(query, actor.id, selection);
    if (sessionIds.length === 0) return false;
    const line = { actor, action: 'sessions_ended' as const, subject: actor.name };
    await database.write((trx) => writeActivity(trx, [line], Date.now()));
    accounts.announce({ accountIds: [actor.id], sessionIds });
    return true;
  };

  app.get(
    '/api/auth/sessions',
    routeOf(account, 'Lists the sessions of the account', { response: { 200: openSessionsSchema } }),
    async (request, reply) => {
      const caller = callerOf(request);
      const rows = await selectOpenSessions(query)
        .select(['id', 'user_agent', 'created_at as signedInAt', 'updated_at as lastSeenAt'])
        .where('user_id', '=', caller.account.id)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .execute();
      const sessions = rows.map(({ user_agent, ...session }) => ({
        ...session,
        browser: user_agent ?? '',
        current: session.id === caller.sessionId,
      }));
      return reply.send({ sessions });
    },
  );
  app.delete(
    '/api/auth/sessions',
    routeOf(account, 'Ends all other sessions of the account', { response: { 204: emptyAnswer } }),
    async (request, reply) => {
      const caller = callerOf(request);
      await endOwnSessions(caller, { keptSessionId: caller.sessionId });
      return reply.code(204).send();
    },
  );
  app.delete(
    '/api/auth/sessions/:id',
    routeOf(account, 'Ends a session of the account', {
      params: z.object({ id: z.string() }),
      response: { 204: emptyAnswer },
      errors: ['session_unknown'],
    }),
    async (request, reply) => {
      const isEnded = await endOwnSessions(callerOf(request), { sessionId: request.params.id });
      return isEnded ? reply.code(204).send() : sendProblem(reply, 'session_unknown');
    },
  );
};
