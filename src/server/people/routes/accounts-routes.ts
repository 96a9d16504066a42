import * as z from 'zod/mini';
import {
  accountListSchema,
  ownerChangeSchema,
  roleChangeSchema,
  signUpModeChangeSchema,
} from '#shared/contract/account.ts';
import { callerOf, type RequireRole } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import { empty, type HttpServer } from '../../http/route-schema.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Accounts } from '../accounts.ts';

interface AccountsRoutesParts {
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly requireRole: RequireRole;
}

const ofAccount = z.object({ id: z.string() });

/**
 * Registers `/api/admin/accounts…` and `/api/admin/sign-up`: the list of accounts, their roles and sessions, and the
 * sign-up mode. For the owner only.
 */
export const registerAccountsRoutes = (
  app: HttpServer,
  { accounts, limits, requireRole }: AccountsRoutesParts,
): void => {
  app.get(
    '/api/admin/accounts',
    {
      ...requireRole('owner'),
      schema: { summary: 'Lists the accounts and the sign-up mode', response: { 200: accountListSchema } },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await accounts.list()),
  );
  app.put(
    '/api/admin/accounts/:id/role',
    {
      ...requireRole('owner'),
      schema: {
        summary: 'Approves or demotes an account',
        params: ofAccount,
        body: roleChangeSchema,
        response: { 204: empty },
        errors: ['account_unknown'],
      },
    },
    async (request, reply) => {
      const done = await accounts.changeRole(callerOf(request), request.params.id, request.body.role);
      return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
    },
  );
  app.delete(
    '/api/admin/accounts/:id',
    {
      ...requireRole('owner'),
      schema: {
        summary: 'Declines or removes an account',
        params: ofAccount,
        response: { 204: empty },
        errors: ['account_unknown'],
      },
    },
    async (request, reply) => {
      const done = await accounts.remove(callerOf(request), request.params.id);
      return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
    },
  );
  app.delete(
    '/api/admin/accounts/:id/sessions',
    {
      ...requireRole('owner'),
      schema: {
        summary: 'Signs an account out of every browser',
        params: ofAccount,
        response: { 204: empty },
        errors: ['account_unknown'],
      },
    },
    async (request, reply) => {
      const done = await accounts.signOutEverywhere(callerOf(request), request.params.id);
      return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
    },
  );
  app.post(
    '/api/admin/accounts/:id/owner',
    {
      ...requireRole('owner'),
      schema: {
        summary: 'Transfers ownership to another account',
        params: ofAccount,
        body: ownerChangeSchema,
        response: { 204: empty },
        errors: ['account_unknown', 'password_wrong', 'attempts_exceeded'],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const attempt = await limits.ownPassword(caller.account.id);
      if (!attempt.ok) return sendProblem(reply, 'attempts_exceeded', { retryAfter: attempt.retryAfter });
      const done = await accounts.transferOwnership(caller, request.params.id, request.body.password);
      if (!done.ok) return sendProblem(reply, done.code);
      await attempt.succeeded();
      return reply.code(204).send();
    },
  );
  app.put(
    '/api/admin/sign-up',
    {
      ...requireRole('owner'),
      schema: {
        summary: 'Sets the sign-up mode',
        body: signUpModeChangeSchema,
        response: { 204: empty },
      },
    },
    async (request, reply) => {
      const done = await accounts.setSignUpMode(callerOf(request), request.body.mode);
      return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
    },
  );
};
