import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import { callerOf, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';

/** Registers `/api/auth/sessions`: lists and ends the sessions of the signed-in account. */
export const registerSessionsRoutes = (
  app: FastifyInstance,
  { accounts, requireRole }: { readonly accounts: Accounts; readonly requireRole: RequireRole },
): void => {
  app.get('/api/auth/sessions', requireRole('account'), async (request, reply) =>
    reply.header('cache-control', 'no-store').send({ sessions: await accounts.sessions(callerOf(request)) }),
  );
  app.delete('/api/auth/sessions', requireRole('account'), async (request, reply) => {
    await accounts.endOtherSessions(callerOf(request));
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>(
    '/api/auth/sessions/:id',
    requireRole('account'),
    async (request, reply) => {
      const done = await accounts.endSession(callerOf(request), request.params.id);
      return done.ok ? reply.code(204).send() : sendProblem(reply, done.code);
    },
  );
};
