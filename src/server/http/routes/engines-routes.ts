import {
  type AdminEngines,
  adminEnginesSchema,
  checkedPlatformSchema,
  checkPlatformSchema,
  engineConflictSchema,
  engineSettingsSaveSchema,
  type ListedEngine,
  triedLinkSchema,
  tryLinkSchema,
} from '#shared/contract/engines.ts';
import { reachCheckSchema } from '#shared/contract/reach-check.ts';
import type { Status } from '#shared/contract/status.ts';
import { FAILURE_CODES } from '#shared/errors.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Config } from '../../config/config.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Preview } from '../../preview/preview.ts';
import type { TryProvider } from '../../preview/provider-trial.ts';
import type { Requester } from '../../preview/requester.ts';
import type { ReachCheckService } from '../../reach-check/reach-check.ts';
import type { EngineSettings, ShownEngines } from '../../settings/engine-settings.ts';
import type { Monitor } from '../../status/monitor/monitor.ts';
import { callerOf, createAccessCheck, type Guarded, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import { type HttpServer, problemOf } from '../route-schema.ts';
import { whileConnected } from '../while-connected.ts';
import { presentAttempt, presentCheck, presentChecks, presentHealth } from './engine-responses.ts';
import { registerProviderRoutes } from './provider-routes.ts';

export interface EnginesParts {
  readonly accounts: Accounts;
  readonly engineSettings: EngineSettings;
  readonly preview: Pick<Preview, 'health' | 'attempt'>;
  /** Returns the description of every engine. */
  readonly listedEngines: () => readonly ListedEngine[];
  readonly status: () => Promise<Pick<Status, 'engines'>>;
  readonly monitor: Pick<Monitor, 'runNow' | 'last'>;
  readonly reachCheck: Pick<ReachCheckService, 'run' | 'last'>;
  readonly tryProvider: TryProvider;
  readonly limits: Limits;
}

const NO_STORE = ['cache-control', 'no-store'] as const;

/** Registers the calls that send a request to a platform immediately. */
const registerTryRoutes = (
  app: HttpServer,
  {
    preview,
    monitor,
    reachCheck,
    limits,
  }: Pick<EnginesParts, 'preview' | 'monitor' | 'reachCheck' | 'limits'>,
  guarded: Guarded,
): void => {
  app.post(
    '/api/admin/engines/try',
    {
      ...guarded,
      schema: {
        summary: 'Tries a link with the engines',
        body: tryLinkSchema,
        response: { 200: triedLinkSchema },
        errors: FAILURE_CODES,
      },
    },
    async (request, reply) => {
      const { account } = callerOf(request);
      const admission = await limits.linkTry(account.id);
      if (!admission.ok) return sendProblem(reply, 'rate_limited', admission);
      const { url, type, engine } = request.body;
      const requester: Requester = { network: String(account.id), budget: 'operator' };
      const outcome = await whileConnected(reply, (signal) =>
        preview.attempt(url, { requester, engine, signal }),
      );
      if (outcome === null) return reply.hijack();
      if (!outcome.ok) return sendProblem(reply, outcome.code, outcome);
      return reply
        .header(...NO_STORE)
        .send({ attempts: outcome.attempts.map((attempt) => presentAttempt(attempt, type)) });
    },
  );

  app.post(
    '/api/admin/engines/check',
    {
      ...guarded,
      schema: {
        summary: 'Tests the next of the owner’s test posts',
        body: checkPlatformSchema,
        response: { 200: checkedPlatformSchema },
        errors: ['check_unwanted', 'rate_limited'],
      },
    },
    async (request, reply) => {
      const tried = await monitor.runNow(request.body.platform);
      if (tried === 'unwanted') return sendProblem(reply, 'check_unwanted');
      if ('retryAfter' in tried) return sendProblem(reply, 'rate_limited', tried);
      return reply.header(...NO_STORE).send(presentCheck(tried));
    },
  );

  app.post(
    '/api/admin/engines/reach',
    {
      ...guarded,
      schema: {
        summary: 'Checks whether this server can read the platforms, with each engine on each route',
        response: { 200: reachCheckSchema },
        errors: ['rate_limited'],
      },
    },
    async (_request, reply) => {
      const checked = await reachCheck.run();
      if ('retryAfter' in checked) return sendProblem(reply, 'rate_limited', checked);
      return reply.header(...NO_STORE).send(checked);
    },
  );
};

/** Registers `/api/admin/engines`: engine settings, engine health, and test calls. */
export const registerEnginesRoutes = (
  app: HttpServer,
  parts: EnginesParts & { readonly config: Pick<Config, 'enginesGiven'>; readonly requireRole: RequireRole },
): void => {
  const { config, accounts, engineSettings, preview, listedEngines, status, monitor, reachCheck } = parts;
  const guarded = parts.requireRole('administrator');
  const createResponse = async (shown: ShownEngines): Promise<AdminEngines> => ({
    ...shown,
    variableSet: config.enginesGiven,
    engines: [...listedEngines()],
    health: presentHealth(preview.health(), await status()),
    checks: presentChecks(await monitor.last()),
    reach: await reachCheck.last(),
  });

  app.get(
    '/api/admin/engines',
    {
      ...guarded,
      schema: {
        summary: 'Returns the engine settings and the health of the engines',
        response: { 200: adminEnginesSchema },
      },
    },
    async (_request, reply) =>
      reply.header(...NO_STORE).send(await createResponse(await engineSettings.refresh())),
  );

  app.patch(
    '/api/admin/engines',
    {
      ...guarded,
      schema: {
        summary: 'Saves changed engine settings',
        body: engineSettingsSaveSchema,
        response: { 200: adminEnginesSchema, 409: problemOf(engineConflictSchema, 'conflict') },
        errors: ['conflict', 'canary_invalid', 'canary_duplicate', 'webhook_invalid'],
      },
    },
    async (request, reply) => {
      const { id, name } = callerOf(request).account;
      const outcome = await engineSettings.save({
        ...request.body,
        author: { id, name },
        checkAuthor: createAccessCheck(accounts, request, 'administrator'),
      });
      if (outcome.ok) return reply.header(...NO_STORE).send(await createResponse(outcome.settings));
      return outcome.code === 'conflict'
        ? sendProblem(reply, 'conflict', { since: outcome.since })
        : sendProblem(reply, outcome.code);
    },
  );

  registerTryRoutes(app, parts, guarded);
  registerProviderRoutes(app, {
    ...parts,
    createResponse,
    isSetUp: () => listedEngines().some(({ name, configured }) => name === 'provider' && configured),
  });
};
