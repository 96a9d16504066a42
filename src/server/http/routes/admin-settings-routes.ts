import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { restoreSchema, settingsSaveSchema, siteSettingSchema } from '#shared/contract/admin-settings.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { SaveOutcome, SiteSettings } from '../../settings/site-settings.ts';
import { callerOf, createAccessCheck, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';

/** Body limit of a save as JSON: the longest content at three bytes per character, and the other settings. */
const SETTINGS_BODY_MAX_BYTES = 1024 * 1024;

const listSchema = z.strictObject({ setting: z.optional(siteSettingSchema) });
const revisionInPath = z.object({ revision: z.string().check(z.regex(/^\d{1,15}$/)) });

const sendSaved = (reply: FastifyReply, outcome: SaveOutcome): FastifyReply => {
  if (outcome.ok) return reply.send(outcome.settings);
  return outcome.code === 'conflict'
    ? sendProblem(reply, 'conflict', { since: outcome.since })
    : sendProblem(reply, outcome.code);
};

/**
 * Registers `/api/admin/settings` and `/api/admin/revisions`: reading, saving and restoring settings. No response is
 * cached.
 */
export const registerAdminSettingsRoutes = (
  app: FastifyInstance,
  {
    accounts,
    settings,
    requireRole,
  }: { readonly accounts: Accounts; readonly settings: SiteSettings; readonly requireRole: RequireRole },
): void => {
  /** Returns the author of a save, and the check whether the author still has access when the save is written. */
  const saverOf = (request: FastifyRequest) => {
    const { id, name } = callerOf(request).account;
    return { author: { id, name }, checkAuthor: createAccessCheck(accounts, request, 'administrator') };
  };
  const guarded = requireRole('administrator');
  app.get('/api/admin/settings', guarded, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await settings.admin()),
  );

  app.patch(
    '/api/admin/settings',
    { ...guarded, bodyLimit: SETTINGS_BODY_MAX_BYTES },
    async (request, reply) => {
      const body = settingsSaveSchema.safeParse(request.body);
      if (!body.success) return sendProblem(reply, 'body_invalid');
      reply.header('cache-control', 'no-store');
      return sendSaved(reply, await settings.save({ ...body.data, ...saverOf(request) }));
    },
  );

  app.get('/api/admin/revisions', guarded, async (request, reply) => {
    const query = listSchema.safeParse(request.query);
    if (!query.success) return sendProblem(reply, 'body_invalid');
    reply.header('cache-control', 'no-store');
    return reply.send({ revisions: await settings.revisions(query.data.setting) });
  });

  app.get('/api/admin/revisions/:revision', guarded, async (request, reply) => {
    const params = revisionInPath.safeParse(request.params);
    const past = params.success ? await settings.revision(Number(params.data.revision)) : null;
    if (past === null) return sendProblem(reply, 'revision_unknown');
    return reply.header('cache-control', 'no-store').send(past);
  });

  app.post('/api/admin/revisions/:revision/restore', guarded, async (request, reply) => {
    const params = revisionInPath.safeParse(request.params);
    const body = restoreSchema.safeParse(request.body);
    if (!body.success) return sendProblem(reply, 'body_invalid');
    const of = params.success ? Number(params.data.revision) : -1;
    const outcome = await settings.restore({ ...body.data, of, ...saverOf(request) });
    if (outcome === null) return sendProblem(reply, 'revision_unknown');
    reply.header('cache-control', 'no-store');
    return sendSaved(reply, outcome);
  });
};
