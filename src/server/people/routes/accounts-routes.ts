import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import {
  accountListSchema,
  ownerChangeSchema,
  roleChangeSchema,
  signUpModeChangeSchema,
} from '#shared/contract/account.ts';
import { callerOf } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import { empty, type HttpServer } from '../../http/route-schema.ts';
import type { AccountResult } from '../account-administration.ts';
import { type AuthParts, sendAttemptsExceeded } from './auth-responses.ts';

/** Sends a result that has no content. */
const sendDone = (reply: FastifyReply, result: AccountResult): FastifyReply =>
  result.ok ? reply.code(204).send() : sendProblem(reply, result.code);

/**
 * Registers `/api/admin/accounts…` and `/api/admin/sign-up`: the list of accounts, their roles and sessions, and the
 * sign-up mode. For the owner only.
 */
export const registerAccountsRoutes = (
  app: HttpServer,
  { accounts, limits, requireRole }: AuthParts,
): void => {
  const owner = requireRole('owner');
  const ofAccount = {
    params: z.object({ id: z.string() }),
    response: { 204: empty },
    errors: ['account_unknown'] as const,
  };
  app.get(
    '/api/admin/accounts',
    {
      ...owner,
      schema: { summary: 'Lists the accounts and the sign-up mode', response: { 200: accountListSchema } },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await accounts.list()),
  );
  app.put(
    '/api/admin/accounts/:id/role',
    { ...owner, schema: { ...ofAccount, summary: 'Approves or demotes an account', body: roleChangeSchema } },
    async (request, reply) =>
      sendDone(reply, await accounts.changeRole(callerOf(request), request.params.id, request.body.role)),
  );
  app.delete(
    '/api/admin/accounts/:id',
    { ...owner, schema: { ...ofAccount, summary: 'Declines or removes an account' } },
    async (request, reply) => sendDone(reply, await accounts.remove(callerOf(request), request.params.id)),
  );
  app.delete(
    '/api/admin/accounts/:id/sessions',
    { ...owner, schema: { ...ofAccount, summary: 'Signs an account out of every browser' } },
    async (request, reply) =>
      sendDone(reply, await accounts.signOutEverywhere(callerOf(request), request.params.id)),
  );
  app.post(
    '/api/admin/accounts/:id/owner',
    {
      ...owner,
      schema: {
        ...ofAccount,
        summary: 'Transfers ownership to another account',
        body: ownerChangeSchema,
        errors: ['account_unknown', 'password_wrong', 'attempts_exceeded'],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const attempt = await limits.ownPassword(caller.account.id);
      if (!attempt.ok) return sendAttemptsExceeded(reply, attempt);
      const { params, body } = request;
      const result = await accounts.transferOwnership(caller, params.id, body.password);
      if (result.ok) await attempt.succeeded();
      return sendDone(reply, result);
    },
  );
  app.put(
    '/api/admin/sign-up',
    {
      ...owner,
      schema: {
        summary: 'Sets the sign-up mode',
        body: signUpModeChangeSchema,
        response: { 204: empty },
      },
    },
    async (request, reply) =>
      sendDone(reply, await accounts.setSignUpMode(callerOf(request), request.body.mode)),
  );
};
