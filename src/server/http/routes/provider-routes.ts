import type { FastifyReply } from 'fastify';
import {
  type ChosenProvider,
  definitionProblemSchema,
  type ProviderSave,
  providerParamsSchema,
  providerRefusedSchema,
  providerRemovalSchema,
  providerSaveSchema,
} from '#shared/contract/chosen-provider.ts';
import type { ProviderName } from '#shared/contract/engine-names.ts';
import {
  type AdminEngines,
  adminEnginesSchema,
  engineConflictSchema,
  savedProviderSchema,
} from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { parseProviderDefinition } from '#shared/contract/provider-definition.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Limits } from '../../limits/limits.ts';
import type { TryProvider } from '../../preview/provider-trial.ts';
import type { EngineSettings, ProviderRequest, ShownEngines } from '../../settings/engine-settings.ts';
import { callerOf, createAccessCheck, type Guarded, type RequireRole } from '../guard.ts';
import { type ProblemDetails, sendProblem } from '../problem.ts';
import { type HttpServer, problemOf } from '../route-schema.ts';
import { whileConnected } from '../while-connected.ts';

/** A definition of the greatest length, with every character escaped. */
const BODY_MAX_BYTES = 256 * 1024;

export interface ProviderRouteParts {
  readonly accounts: Accounts;
  readonly engineSettings: EngineSettings;
  readonly tryProvider: TryProvider;
  readonly limits: Limits;
  /** Creates the answer that describes all engines. */
  readonly createResponse: (shown: ShownEngines) => Promise<AdminEngines>;
  /** Returns whether a provider is set up at a place, in the panel or in the environment. */
  readonly isSetUp: (name: ProviderName) => boolean;
  readonly requireRole: RequireRole;
}

type Refusal = readonly [code: ErrorCode, details?: ProblemDetails];
type Refused = { readonly ok: false; readonly refusal: Refusal };

const refuse = (...refusal: Refusal): Refused => ({ ok: false, refusal });

/** A provider to try and save: its key, and what becomes of the stored one. */
interface Wanted {
  readonly ok: true;
  readonly provider: Pick<ChosenProvider, 'kind' | 'host' | 'definition'>;
  readonly key: string | null;
  readonly change: ProviderRequest['key'];
}

/** Checks the address and the definition of a provider. */
const readProvider = ({
  kind,
  host,
  definition,
}: ProviderSave): Pick<Wanted, 'ok' | 'provider'> | Refused => {
  const address = parseExternalAddress(host);
  if (!address.ok) return refuse('provider_invalid');
  if (kind !== 'custom') return { ok: true, provider: { kind, host: address.url, definition: null } };
  const read = parseProviderDefinition(definition ?? '');
  if (!read.ok) return refuse('definition_invalid', { mistake: { path: read.path, problem: read.problem } });
  return { ok: true, provider: { kind, host: address.url, definition: read.definition } };
};

/**
 * Checks a provider and chooses its key. The stored one (of `stored`) serves only the host that it was entered for, so that another cannot
 * obtain it.
 */
const readSave = (body: ProviderSave, stored: ReturnType<EngineSettings['provider']>): Wanted | Refused => {
  const read = readProvider(body);
  if (!read.ok) return read;
  const { key } = body;
  if (key !== undefined) return { ...read, key, change: key };
  if (stored === null || stored.key === null) return { ...read, key: null, change: null };
  const isSameHost = new URL(stored.host).origin === new URL(read.provider.host).origin;
  return stored.key.kind === 'open' && isSameHost
    ? { ...read, key: stored.key.key, change: 'keep' }
    : refuse('provider_key_missing');
};

/** Returns why a provider is not saved after its tries; null if it is. `made` is null if its key is missing. */
const refusalOfTries = (
  { kind }: Wanted['provider'],
  made: Awaited<ReturnType<TryProvider>>,
): Refusal | null => {
  if (made === null) return ['provider_key_missing'];
  // The services of the presets are known; only a definition of the owner's must prove itself.
  return kind === 'custom' && made.every(({ finding }) => finding !== 'post')
    ? ['provider_refused', { tries: made }]
    : null;
};

type SaveRefusal = Extract<Awaited<ReturnType<EngineSettings['saveProvider']>>, { readonly ok: false }>;

const sendRefusal = (
  reply: FastifyReply,
  refusal: Omit<SaveRefusal, 'ok'> & Pick<ProblemDetails, 'since'>,
): FastifyReply =>
  refusal.since === undefined
    ? sendProblem(reply, refusal.code)
    : sendProblem(reply, 'conflict', { since: refusal.since });

const registerSaving = (
  app: HttpServer,
  { accounts, engineSettings, tryProvider, limits, createResponse, isSetUp }: ProviderRouteParts,
  guarded: Guarded,
): void => {
  app.put(
    '/api/admin/engines/providers/:name',
    {
      ...guarded,
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        summary: 'Tries a provider and saves it',
        params: providerParamsSchema,
        body: providerSaveSchema,
        response: {
          200: savedProviderSchema,
          409: problemOf(engineConflictSchema, 'conflict'),
          422: problemOf(definitionProblemSchema, 'definition_invalid'),
          424: problemOf(providerRefusedSchema, 'provider_refused'),
        },
        errors: [
          'conflict',
          'provider_invalid',
          'definition_invalid',
          'provider_key_missing',
          'provider_refused',
          'rate_limited',
        ],
      },
    },
    async (request, reply) => {
      const { id, name: author } = callerOf(request).account;
      const { name } = request.params;
      const { revision, link = null } = request.body;
      const saved = {
        revision,
        author: { id, name: author },
        checkAuthor: createAccessCheck(accounts, request, 'administrator'),
      };
      if ((await engineSettings.refresh()).settings.revision !== revision) {
        // It conflicts, so it is not tried: tries are paid for.
        const refused = await engineSettings.save({ ...saved, change: {} });
        return sendRefusal(reply, refused.ok ? { code: 'conflict', since: [] } : refused);
      }
      const wanted = readSave(request.body, engineSettings.provider(name));
      if (!wanted.ok) return sendProblem(reply, ...wanted.refusal);
      const { provider, key } = wanted;
      const admission = await limits.linkTry(id);
      if (!admission.ok) return sendProblem(reply, 'rate_limited', admission);
      const tries = await whileConnected(reply, async (signal) => ({
        // Null means a missing key here and a caller who has left there.
        made: await tryProvider({ name, provider, key, link }, signal),
      }));
      if (tries === null) return reply.hijack();
      const { made } = tries;
      const refusal = refusalOfTries(provider, made);
      if (refusal !== null) return sendProblem(reply, ...refusal);
      const isFirst = engineSettings.provider(name) === null && !isSetUp(name);
      const change = { name, provider, key: wanted.change, switchOn: isFirst };
      const outcome = await engineSettings.saveProvider({ ...saved, ...change });
      if (!outcome.ok) return sendRefusal(reply, outcome);
      return reply
        .header('cache-control', 'no-store')
        .send({ ...(await createResponse(outcome.settings)), tries: [...(made ?? [])] });
    },
  );
};

const registerRemoval = (
  app: HttpServer,
  { accounts, engineSettings, createResponse }: ProviderRouteParts,
  guarded: Guarded,
): void => {
  app.delete(
    '/api/admin/engines/providers/:name',
    {
      ...guarded,
      schema: {
        summary: 'Removes the provider that was set up in the panel, with its key',
        params: providerParamsSchema,
        body: providerRemovalSchema,
        response: { 200: adminEnginesSchema, 409: problemOf(engineConflictSchema, 'conflict') },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const { id, name: author } = callerOf(request).account;
      const outcome = await engineSettings.saveProvider({
        name: request.params.name,
        revision: request.body.revision,
        provider: null,
        key: null,
        switchOn: false,
        author: { id, name: author },
        checkAuthor: createAccessCheck(accounts, request, 'administrator'),
      });
      if (!outcome.ok) return sendRefusal(reply, outcome);
      return reply.header('cache-control', 'no-store').send(await createResponse(outcome.settings));
    },
  );
};

/** Registers `/api/admin/engines/providers`: setting up and removing the services that provider engines ask. */
export const registerProviderRoutes = (app: HttpServer, parts: ProviderRouteParts): void => {
  const guarded = parts.requireRole('administrator');
  registerSaving(app, parts, guarded);
  registerRemoval(app, parts, guarded);
};
