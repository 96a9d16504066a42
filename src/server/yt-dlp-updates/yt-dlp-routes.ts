import type { FastifyReply } from 'fastify';
import {
  ytDlpInstallSchema,
  ytDlpScheduleSchema,
  ytDlpUpdatesSchema,
} from '#shared/contract/yt-dlp-updates.ts';
import { callerOf, type RequireRole } from '../http/guard.ts';
import { sendProblem } from '../http/problem.ts';
import { type HttpServer, routeOf } from '../http/route-schema.ts';
import type { UpdateRefusal, YtDlpUpdatesService } from './yt-dlp-updates.ts';

interface YtDlpParts {
  readonly updates: Omit<YtDlpUpdatesService, 'program' | 'close'>;
  readonly requireRole: RequireRole;
}

const PATH = '/api/admin/engines/yt-dlp';
const REFUSALS = ['update_busy', 'update_unavailable'] as const satisfies readonly UpdateRefusal[];

/** Answers of routes that start an operation, and of those that return when it is done. */
const STARTED = { response: { 202: ytDlpUpdatesSchema }, errors: REFUSALS };
const DONE = { response: { 200: ytDlpUpdatesSchema }, errors: REFUSALS };

/**
 * Registers `/api/admin/engines/yt-dlp`: state, installation, rollback, nightly update and removal of the program, for the owner only,
 * because the program runs on this server.
 */
export const registerYtDlpRoutes = (app: HttpServer, { updates, requireRole }: YtDlpParts): void => {
  const guarded = requireRole('owner');
  const answer = (reply: FastifyReply, refusal: UpdateRefusal | null, status = 200): FastifyReply =>
    refusal === null ? reply.code(status).send(updates.state()) : sendProblem(reply, refusal);

  app.get(
    PATH,
    routeOf(guarded, 'Returns the installed yt-dlp and its updates', {
      response: { 200: ytDlpUpdatesSchema },
    }),
    async (_request, reply) => answer(reply, null),
  );

  app.post(
    `${PATH}/install`,
    routeOf(guarded, 'Starts to install the newest yt-dlp of a channel', {
      body: ytDlpInstallSchema,
      ...STARTED,
    }),
    async (request, reply) =>
      answer(reply, await updates.install(request.body.channel, callerOf(request).account), 202),
  );

  app.post(
    `${PATH}/rollback`,
    routeOf(guarded, 'Starts to go back to the previous yt-dlp', STARTED),
    async (request, reply) => answer(reply, await updates.rollBack(callerOf(request).account), 202),
  );

  app.put(
    `${PATH}/schedule`,
    routeOf(guarded, 'Chooses the channel of the nightly update, or none', {
      body: ytDlpScheduleSchema,
      ...DONE,
    }),
    async (request, reply) =>
      answer(reply, await updates.schedule(request.body.schedule, callerOf(request).account)),
  );

  app.delete(PATH, routeOf(guarded, 'Removes the installed yt-dlp', DONE), async (request, reply) =>
    answer(reply, await updates.remove(callerOf(request).account)),
  );
};
