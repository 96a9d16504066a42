import type { FastifyReply } from 'fastify';
import {
  type ChosenProvider,
  type ProviderSave,
  providerRemovalSchema,
  providerSaveSchema,
} from '#shared/contract/chosen-provider.ts';
import { type AdminEngines, adminEnginesSchema, engineConflictSchema } from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { EngineSettings, ProviderRequest, ShownEngines } from '../../settings/engine-settings.ts';
import { callerOf, createAccessCheck, type RequireRole } from '../guard.ts';
import { type ProblemDetails, sendProblem } from '../problem.ts';
import { type HttpServer, problemOf } from '../route-schema.ts';

export interface ProviderRouteParts {
  readonly accounts: Accounts;
  readonly engineSettings: EngineSettings;
  /** Creates the answer that describes all engines. */
  readonly createResponse: (shown: ShownEngines) => Promise<AdminEngines>;
  /** Returns whether a provider is set up, in the panel or in the environment. */
  readonly isSetUp: () => boolean;
  readonly requireRole: RequireRole;
}

/** A provider to save, and what becomes of the stored key. */
interface Wanted {
  readonly ok: true;
  readonly provider: Pick<ChosenProvider, 'service' | 'host'>;
  readonly key: ProviderRequest['key'];
}

/**
 * Checks a provider and decides about its key. The stored one (of `stored`) serves only the host that it was entered for, so that another cannot
 * obtain it.
 */
const readSave = (
  { service, host, key }: ProviderSave,
  stored: ReturnType<EngineSettings['provider']>,
): Wanted | { readonly ok: false; readonly code: ErrorCode } => {
  const address = parseExternalAddress(host);
  if (!address.ok) return { ok: false, code: 'provider_invalid' };
  const provider = { service, host: address.url };
  if (key !== undefined) return { ok: true, provider, key };
  if (stored === null || stored.key === null) return { ok: true, provider, key: null };
  const isSameHost = new URL(stored.host).origin === new URL(address.url).origin;
  return stored.key.kind === 'open' && isSameHost
    ? { ok: true, provider, key: 'keep' }
    : { ok: false, code: 'provider_key_missing' };
};

type SaveRefusal = Extract<Awaited<ReturnType<EngineSettings['saveProvider']>>, { readonly ok: false }>;

const sendRefusal = (
  reply: FastifyReply,
  refusal: Omit<SaveRefusal, 'ok'> & Pick<ProblemDetails, 'since'>,
): FastifyReply =>
  refusal.since === undefined
    ? sendProblem(reply, refusal.code)
    : sendProblem(reply, 'conflict', { since: refusal.since });

/** Registers `/api/admin/engines/provider`: setting up and removing the service that the provider engine asks. */
export const registerProviderRoutes = (
  app: HttpServer,
  { accounts, engineSettings, createResponse, isSetUp, requireRole }: ProviderRouteParts,
): void => {
  const guarded = requireRole('administrator');
  app.put(
    '/api/admin/engines/provider',
    {
      ...guarded,
      schema: {
        summary: 'Saves the provider',
        body: providerSaveSchema,
        response: { 200: adminEnginesSchema, 409: problemOf(engineConflictSchema, 'conflict') },
        errors: ['conflict', 'provider_invalid', 'provider_key_missing'],
      },
    },
    async (request, reply) => {
      const { id, name } = callerOf(request).account;
      const { revision } = request.body;
      const saved = {
        revision,
        author: { id, name },
        checkAuthor: createAccessCheck(accounts, request, 'administrator'),
      };
      if ((await engineSettings.refresh()).settings.revision !== revision) {
        // A conflict is the reason, even if the key of the provider that was shown is gone.
        const refused = await engineSettings.save({ ...saved, change: {} });
        return sendRefusal(reply, refused.ok ? { code: 'conflict', since: [] } : refused);
      }
      const wanted = readSave(request.body, engineSettings.provider());
      if (!wanted.ok) return sendProblem(reply, wanted.code);
      const outcome = await engineSettings.saveProvider({
        ...saved,
        provider: wanted.provider,
        key: wanted.key,
        switchOn: engineSettings.provider() === null && !isSetUp(),
      });
      if (!outcome.ok) return sendRefusal(reply, outcome);
      return reply.header('cache-control', 'no-store').send(await createResponse(outcome.settings));
    },
  );

  app.delete(
    '/api/admin/engines/provider',
    {
      ...guarded,
      schema: {
        summary: 'Removes the provider that was set up in the panel, with its key',
        body: providerRemovalSchema,
        response: { 200: adminEnginesSchema, 409: problemOf(engineConflictSchema, 'conflict') },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const { id, name } = callerOf(request).account;
      const outcome = await engineSettings.saveProvider({
        revision: request.body.revision,
        provider: null,
        key: null,
        switchOn: false,
        author: { id, name },
        checkAuthor: createAccessCheck(accounts, request, 'administrator'),
      });
      if (!outcome.ok) return sendRefusal(reply, outcome);
      return reply.header('cache-control', 'no-store').send(await createResponse(outcome.settings));
    },
  );
};
