import type { FastifyReply } from 'fastify';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import {
  type Account,
  accountListSchema,
  ownerChangeSchema,
  roleChangeSchema,
  signUpModeChangeSchema,
} from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Tables } from '../base/db/tables.ts';
import { type Caller, callerOf } from '../http/guard.ts';
import { sendProblem } from '../http/problem.ts';
import { emptyAnswer, type HttpServer, routeOf } from '../http/route-schema.ts';
import { findAccount, listAccounts, readSignUpMode, SIGN_UP_ROW, setRole } from './account-rows.ts';
import type { AccountsChange } from './accounts.ts';
import { type ActivityLine, writeActivity } from './activity/activity-log.ts';
import type { PeopleParts } from './auth-responses.ts';
import { withHashes } from './password-hasher.ts';
import { endSessions } from './sessions.ts';

/** Result of a change: the entry for the activity log, and the notification for the listeners of `Accounts`. */
interface ChangeResult extends AccountsChange, Omit<ActivityLine, 'actor'> {}

/** Makes a change to an account in a transaction. Returns the result, null if nothing changed, or the code of an expected failure. */
type Change = (trx: Transaction<Tables>, target: Account) => Promise<ChangeResult | ErrorCode | null>;

/**
 * Makes a change in a transaction that first checks whether the caller is still the owner, because the role may just have changed. Writes a
 * change to the activity log and notifies the listeners of `Accounts`. Sends status 204, or the problem of an expected failure, such as an
 * unknown account.
 */
const sendChanged = async (
  { accounts, database }: PeopleParts,
  reply: FastifyReply,
  { account: actor }: Caller,
  accountId: string,
  change: Change,
): Promise<FastifyReply> => {
  const result = await database.write(async (trx) => {
    if ((await findAccount(trx, 'id', actor.id))?.role !== 'owner') return 'role_forbidden';
    const target = await findAccount(trx, 'id', accountId);
    if (target === null) return 'account_unknown';
    const changed = await change(trx, target);
    if (changed !== null && typeof changed !== 'string')
      await writeActivity(trx, [{ actor, subject: target.name, ...changed }], Date.now());
    return changed;
  });
  if (typeof result === 'string') return sendProblem(reply, result);
  if (result !== null) accounts.announce(result);
  return reply.code(204).send();
};

/**
 * Registers `/api/admin/accounts…` and `/api/admin/sign-up`: the list of accounts, their roles and sessions, and the
 * sign-up mode. For the owner only.
 */
export const registerAdministration = (app: HttpServer, parts: PeopleParts): void => {
  const { accounts, config, database, limits } = parts;
  const owner = parts.requireRole('owner');
  const ofAccount = {
    params: z.object({ id: z.string() }),
    response: { 204: emptyAnswer },
    errors: ['account_unknown'] as const,
  };

  app.put(
    '/api/admin/accounts/:id/role',
    routeOf(owner, 'Approves or demotes an account', { ...ofAccount, body: roleChangeSchema }),
    (request, reply) =>
      sendChanged(parts, reply, callerOf(request), request.params.id, async (trx, { id, role: before }) => {
        const { role } = request.body;
        if (before === 'owner') return 'role_forbidden';
        if (before === role) return null;
        await setRole(trx, id, role);
        const action = role === 'administrator' ? 'account_approved' : 'account_demoted';
        return { action, before, after: role, accountIds: [id] };
      }),
  );
  app.delete(
    '/api/admin/accounts/:id',
    routeOf(owner, 'Declines or removes an account', ofAccount),
    (request, reply) =>
      sendChanged(parts, reply, callerOf(request), request.params.id, async (trx, { id, role }) => {
        if (role === 'owner') return 'role_forbidden';
        // Its sessions and its password go with it.
        await trx.deleteFrom('accounts').where('id', '=', id).execute();
        return { action: role === 'waiting' ? 'account_declined' : 'account_removed', accountIds: [id] };
      }),
  );
  app.delete(
    '/api/admin/accounts/:id/sessions',
    routeOf(owner, 'Signs an account out of every browser', ofAccount),
    (request, reply) => {
      const caller = callerOf(request);
      return sendChanged(parts, reply, caller, request.params.id, async (trx, { id }) => {
        const isOwn = id === caller.account.id;
        // The session of this request stays open.
        const sessionIds = await endSessions(trx, id, { keptSessionId: isOwn ? caller.sessionId : null });
        if (sessionIds.length === 0) return null;
        return { action: isOwn ? 'sessions_ended' : 'account_signed_out', accountIds: [id], sessionIds };
      });
    },
  );
  app.post(
    '/api/admin/accounts/:id/owner',
    routeOf(owner, 'Transfers ownership to another account', {
      ...ofAccount,
      body: ownerChangeSchema,
      errors: ['account_unknown', 'password_wrong', 'attempts_exceeded'],
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const { id: ownerId, name: before } = caller.account;
      const attempt = await limits.ownPassword(ownerId);
      if (!attempt.ok) return sendProblem(reply, 'attempts_exceeded', attempt);
      const { body, headers } = request;
      const confirmed = await withHashes(true, () =>
        accounts.callLibrary(headers, (api, given) => api.verifyPassword({ body, ...given })),
      );
      if (typeof confirmed === 'string') return sendProblem(reply, confirmed);
      await attempt.recordSuccess();
      return sendChanged(parts, reply, caller, request.params.id, async (trx, { id, name: after, role }) => {
        if (role === 'owner') return null;
        // The order matters: not even inside the transaction may there be a second owner.
        await setRole(trx, ownerId, 'administrator');
        await setRole(trx, id, 'owner');
        return { action: 'owner_changed', before, after, accountIds: [id, ownerId] };
      });
    },
  );
  app.get(
    '/api/admin/accounts',
    routeOf(owner, 'Lists the accounts and the sign-up mode', { response: { 200: accountListSchema } }),
    async (_request, reply) => {
      const { query } = database;
      const [listed, signUp] = await Promise.all([listAccounts(query), readSignUpMode(query, config)]);
      return reply.send({ accounts: listed, signUp });
    },
  );
  app.put(
    '/api/admin/sign-up',
    routeOf(owner, 'Sets the sign-up mode', { body: signUpModeChangeSchema, response: { 204: emptyAnswer } }),
    (request, reply) => {
      const caller = callerOf(request);
      return sendChanged(parts, reply, caller, caller.account.id, async (trx) => {
        const { mode: before } = await readSignUpMode(trx, config);
        const after = request.body.mode;
        await SIGN_UP_ROW.write(trx, after);
        return { action: 'sign_up_changed', subject: null, before, after, accountIds: [] };
      });
    },
  );
};
