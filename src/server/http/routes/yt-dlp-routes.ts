import type { FastifyReply } from 'fastify';
import {
  ytDlpInstallSchema,
  ytDlpScheduleSchema,
  ytDlpUpdatesSchema,
} from '#shared/contract/yt-dlp-updates.ts';
import type { UpdateRefusal, YtDlpUpdatesService } from '../../yt-dlp-updates/yt-dlp-updates.ts';
import { callerOf, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import type { HttpServer } from '../route-schema.ts';

interface YtDlpParts {
  readonly updates: Omit<YtDlpUpdatesService, 'program' | 'close'>;
  readonly requireRole: RequireRole;
}

const PATH = '/api/admin/engines/yt-dlp';
const NO_STORE = ['cache-control', 'no-store'] as const;
const REFUSALS = { busy: 'update_busy', unavailable: 'update_unavailable' } as const satisfies Record<
  UpdateRefusal,
  string
>;

const sendRefusal = (reply: FastifyReply, refusal: UpdateRefusal): FastifyReply =>
  sendProblem(reply, REFUSALS[refusal]);

/** Registers `/api/admin/engines/yt-dlp`: installing and updating the program, for the owner only, because it runs on this server. */
export const registerYtDlpRoutes = (app: HttpServer, { updates, requireRole }: YtDlpParts): void => {
  const guarded = requireRole('owner');

  app.get(
    PATH,
    {
      ...guarded,
      schema: {
        summary: 'Returns the installed yt-dlp and its updates',
        response: { 200: ytDlpUpdatesSchema },
      },
    },
    async (_request, reply) => reply.header(...NO_STORE).send(await updates.state()),
  );

  app.post(
    `${PATH}/install`,
    {
      ...guarded,
      schema: {
        summary: 'Starts to install the newest yt-dlp of a channel',
        body: ytDlpInstallSchema,
        response: { 202: ytDlpUpdatesSchema },
        errors: ['update_busy', 'update_unavailable'],
      },
    },
    async (request, reply) => {
      const refusal = await updates.install(request.body.channel, callerOf(request).account);
      if (refusal !== null) return sendRefusal(reply, refusal);
      return reply
        .code(202)
        .header(...NO_STORE)
        .send(await updates.state());
    },
  );

  app.post(
    `${PATH}/rollback`,
    {
      ...guarded,
      schema: {
        summary: 'Starts to go back to the previous yt-dlp',
        response: { 202: ytDlpUpdatesSchema },
        errors: ['update_busy', 'update_unavailable'],
      },
    },
    async (request, reply) => {
      const refusal = await updates.rollBack(callerOf(request).account);
      if (refusal !== null) return sendRefusal(reply, refusal);
      return reply
        .code(202)
        .header(...NO_STORE)
        .send(await updates.state());
    },
  );

  app.put(
    `${PATH}/schedule`,
    {
      ...guarded,
      schema: {
        summary: 'Chooses the channel of the nightly update, or none',
        body: ytDlpScheduleSchema,
        response: { 200: ytDlpUpdatesSchema },
        errors: ['update_busy', 'update_unavailable'],
      },
    },
    async (request, reply) => {
      const refusal = await updates.schedule(request.body.schedule, callerOf(request).account);
      if (refusal !== null) return sendRefusal(reply, refusal);
      return reply.header(...NO_STORE).send(await updates.state());
    },
  );

  app.delete(
    PATH,
    {
      ...guarded,
      schema: {
        summary: 'Removes the installed yt-dlp',
        response: { 200: ytDlpUpdatesSchema },
        errors: ['update_busy', 'update_unavailable'],
      },
    },
    async (request, reply) => {
      const refusal = await updates.remove(callerOf(request).account);
      if (refusal !== null) return sendRefusal(reply, refusal);
      return reply.header(...NO_STORE).send(await updates.state());
    },
  );
};
