import { backupScheduleSchema, backupsSchema } from '#shared/contract/backups.ts';
import { callerOf, type RequireRole } from '../http/guard.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { createNightlyBackups } from './nightly-backups.ts';

interface BackupsPluginParts {
  readonly nightly: Omit<ReturnType<typeof createNightlyBackups>, 'runDue'>;
  readonly requireRole: RequireRole;
}

const PATH = '/api/admin/backups';
const response = { 200: backupsSchema };

/** Serves the schedule of the nightly backup and the last result, for the owner alone. */
export const backupsPlugin =
  ({ nightly, requireRole }: BackupsPluginParts) =>
  async (app: HttpServer) => {
    const guarded = requireRole('owner');
    app.get(
      PATH,
      {
        ...guarded,
        schema: { summary: 'Returns when backups are made, and how the last one ended', response },
      },
      async (_request, reply) => reply.send(await nightly.state()),
    );
    const summary = 'Chooses the hour of the nightly backup, or none, and how many backups stay';
    app.put(
      PATH,
      { ...guarded, schema: { summary, body: backupScheduleSchema, response } },
      async (request, reply) => {
        await nightly.schedule(request.body, callerOf(request).account);
        return reply.send(await nightly.state());
      },
    );
  };
