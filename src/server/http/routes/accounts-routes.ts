import type { FastifyInstance } from 'fastify';
import { ownerChangeSchema, roleChangeSchema, signUpModeChangeSchema } from '#shared/contract/account.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Limits } from '../../limits/limits.ts';
import { callerOf, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import { parseBody } from './parse-body.ts';

interface AccountsRoutesParts {
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly requireRole: RequireRole;
}

type OfAccount = { Params: { id: string } };

/**
 * Registers `/api/admin/accounts…` and `/api/admin/sign-up`: the list of accounts, their roles and sessions, and the
 * sign-up mode. For the owner only.
 */
export const registerAccountsRoutes = (
  app: FastifyInstance,
  { accounts, limits, requireRole }: AccountsRoutesParts,
): void => {
  app.get('/api/admin/accounts', requireRole('owner'), async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await accounts.list()),
  );
  app.put<OfAccount>('/api/admin/accounts/:id/role', requireRole('owner'), async (request, reply) => {
    const body = parseBody(roleChangeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const done = await accounts.changeRole(callerOf(request), request.params.id, body.data.role);
    return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
  });
  app.delete<OfAccount>('/api/admin/accounts/:id', requireRole('owner'), async (request, reply) => {
    const done = await accounts.remove(callerOf(request), request.params.id);
    return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
  });
  app.delete<OfAccount>('/api/admin/accounts/:id/sessions', requireRole('owner'), async (request, reply) => {
    const done = await accounts.signOutEverywhere(callerOf(request), request.params.id);
    return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
  });
  app.post<OfAccount>('/api/admin/accounts/:id/owner', requireRole('owner'), async (request, reply) => {
    const body = parseBody(ownerChangeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const caller = callerOf(request);
    const attempt = await limits.ownPassword(caller.account.id);
    if (!attempt.ok) return sendProblem(reply, 'attempts_exceeded', { retryAfter: attempt.retryAfter });
    const done = await accounts.transferOwnership(caller, request.params.id, body.data.password);
    if (!done.ok) return sendProblem(reply, done.code);
    await attempt.succeeded();
    return reply.code(204).send();
  });
  app.put('/api/admin/sign-up', requireRole('owner'), async (request, reply) => {
    const body = parseBody(signUpModeChangeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const done = await accounts.setSignUpMode(callerOf(request), body.data.mode);
    return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
  });
};
