import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import {
  adminSettingsSchema,
  conflictSchema,
  pastSettingsSchema,
  restoreSchema,
  revisionListSchema,
  savedSettingNameSchema,
  settingsSaveSchema,
} from '#shared/contract/admin-settings.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { authorOf, type RequireRole } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import { type HttpServer, problemOf, routeOf } from '../../http/route-schema.ts';
import type { Accounts } from '../../people/accounts.ts';
import type { SiteSettings } from './site-settings.ts';

/** Body limit of a save as JSON: the longest content at three bytes per character, and the other settings. */
const SETTINGS_BODY_MAX_BYTES = 1024 * 1024;

const listQuery = z.strictObject({ setting: z.optional(savedSettingNameSchema) });
const ofRevision = z.object({ revision: z.string().check(z.regex(/^\d{1,15}$/)) });
const SAVED = { 200: adminSettingsSchema, 409: problemOf(conflictSchema, 'conflict') };

const REFUSALS = [
  'conflict',
  'email_invalid',
  'logo_unknown',
  'social_link_invalid',
  'social_link_duplicate',
] as const satisfies readonly ErrorCode[];

const sendSaved = (reply: FastifyReply, outcome: Awaited<ReturnType<SiteSettings['save']>>): FastifyReply => {
  return outcome.ok ? reply.send(outcome.settings) : sendProblem(reply, outcome.code, outcome);
};

/** Registers `/api/admin/settings` and `/api/admin/revisions`, which read, save and restore settings. For administrators and the owner. */
export const registerAdminSettingsRoutes = (
  app: HttpServer,
  {
    accounts,
    settings,
    requireRole,
  }: { readonly accounts: Accounts; readonly settings: SiteSettings; readonly requireRole: RequireRole },
): void => {
  const guarded = requireRole('administrator');
  app.get(
    '/api/admin/settings',
    routeOf(guarded, 'Returns the settings, the stored logo and the last save', {
      response: { 200: adminSettingsSchema },
    }),
    settings.refresh,
  );

  app.patch(
    '/api/admin/settings',
    routeOf({ ...guarded, bodyLimit: SETTINGS_BODY_MAX_BYTES }, 'Saves changed settings', {
      body: settingsSaveSchema,
      response: SAVED,
      errors: REFUSALS,
    }),
    async (request, reply) => {
      return sendSaved(reply, await settings.save({ ...request.body, ...authorOf(accounts, request) }));
    },
  );

  app.get(
    '/api/admin/revisions',
    routeOf(guarded, 'Lists the stored revisions', {
      querystring: listQuery,
      response: { 200: revisionListSchema },
      errors: ['body_invalid'],
    }),
    async (request) => ({ revisions: await settings.revisions(request.query.setting) }),
  );

  app.get(
    '/api/admin/revisions/:revision',
    routeOf(guarded, 'Returns the settings of a stored revision', {
      params: ofRevision,
      response: { 200: pastSettingsSchema },
      errors: ['revision_unknown'],
    }),
    async (request, reply) => {
      const past = await settings.revision(Number(request.params.revision));
      if (past === null) return sendProblem(reply, 'revision_unknown');
      return reply.send(past);
    },
  );

  app.post(
    '/api/admin/revisions/:revision/restore',
    routeOf(guarded, 'Restores settings of a stored revision', {
      params: ofRevision,
      body: restoreSchema,
      response: SAVED,
      // A revision of an earlier version may hold links that this version refuses.
      errors: ['revision_unknown', ...REFUSALS],
    }),
    async (request, reply) => {
      const of = Number(request.params.revision);
      const outcome = await settings.restore({
        ...request.body,
        fromRevision: of,
        ...authorOf(accounts, request),
      });
      if (outcome === null) return sendProblem(reply, 'revision_unknown');
      return sendSaved(reply, outcome);
    },
  );
};
