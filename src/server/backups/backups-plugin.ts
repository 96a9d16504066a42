import { backupScheduleSchema, backupsSchema } from '#shared/contract/backups.ts';
import { callerOf, type RequireRole } from '../http/guard.ts';
import { type HttpServer, routeOf } from '../http/route-schema.ts';
import type { createNightlyBackups } from './nightly-backups.ts';

interface BackupsPluginParts {
  readonly nightlyBackups: Omit<ReturnType<typeof createNightlyBackups>, 'runIfDue'>;
  readonly requireRole: RequireRole;
}

const PATH = '/api/admin/backups';
const response = { 200: backupsSchema };

/** Registers the routes for the schedule and the last result of the nightly backup, which only the owner may use. */
export const backupsPlugin =
  ({ nightlyBackups, requireRole }: BackupsPluginParts) =>
  async (app: HttpServer) => {
    const guarded = requireRole('owner');
    app.get(
      PATH,
      routeOf(guarded, 'Returns when backups are made, and how the last one ended', { response }),
      async (_request, reply) => reply.send(await nightlyBackups.state()),
    );
    app.put(
      PATH,
      routeOf(guarded, 'Chooses the hour of the nightly backup, or none, and how many backups stay', {
        body: backupScheduleSchema,
        response,
      }),
      async (request, reply) => {
        await nightlyBackups.schedule(request.body, callerOf(request).account);
        return reply.send(await nightlyBackups.state());
      },
    );
  };
