import type { FastifyInstance } from 'fastify';
import {
  type AdminEngines,
  checkPlatformSchema,
  engineSettingsSaveSchema,
  type ListedEngine,
  type TriedLink,
  tryLinkSchema,
} from '#shared/contract/engines.ts';
import type { Status } from '#shared/contract/status.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Preview } from '../../preview/preview.ts';
import type { Requester } from '../../preview/requester.ts';
import type { EngineSettings, ShownEngines } from '../../settings/engine-settings.ts';
import type { Monitor } from '../../status/monitor/monitor.ts';
import { callerOf, createAccessCheck, type Guarded, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import { whileConnected } from '../while-connected.ts';
import { presentAttempt, presentCheck, presentChecks, presentHealth } from './engine-responses.ts';

export interface EnginesParts {
  readonly accounts: Accounts;
  readonly engineSettings: EngineSettings;
  readonly preview: Pick<Preview, 'health' | 'attempt'>;
  /** Returns the description of every engine. */
  readonly listedEngines: () => readonly ListedEngine[];
  readonly status: () => Promise<Pick<Status, 'engines'>>;
  readonly monitor: Pick<Monitor, 'runNow' | 'last'>;
  readonly limits: Limits;
}

const NO_STORE = ['cache-control', 'no-store'] as const;

/** Registers the calls that send a request to a platform immediately. */
const registerTryRoutes = (
  app: FastifyInstance,
  { preview, monitor, limits }: Pick<EnginesParts, 'preview' | 'monitor' | 'limits'>,
  guarded: Guarded,
): void => {
  app.post('/api/admin/engines/try', guarded, async (request, reply) => {
    const body = tryLinkSchema.safeParse(request.body);
    if (!body.success) {
      const aboutLink = body.error.issues.every(({ path }) => path[0] === 'url');
      return sendProblem(reply, aboutLink ? 'link_invalid' : 'body_invalid');
    }
    const { account } = callerOf(request);
    const admission = await limits.linkTry(account.id);
    if (!admission.ok) return sendProblem(reply, 'rate_limited', admission);
    const { url, type, engine } = body.data;
    const requester: Requester = { network: String(account.id), budget: 'operator' };
    const outcome = await whileConnected(reply, (signal) =>
      preview.attempt(url, { requester, engine, signal }),
    );
    if (outcome === null) return reply.hijack();
    if (!outcome.ok) return sendProblem(reply, outcome.code, outcome);
    const answer: TriedLink = { attempts: outcome.attempts.map((attempt) => presentAttempt(attempt, type)) };
    return reply.header(...NO_STORE).send(answer);
  });

  app.post('/api/admin/engines/check', guarded, async (request, reply) => {
    const body = checkPlatformSchema.safeParse(request.body);
    if (!body.success) return sendProblem(reply, 'body_invalid');
    const tried = await monitor.runNow(body.data.platform);
    if (tried === 'unwanted') return sendProblem(reply, 'check_unwanted');
    if ('retryAfter' in tried) return sendProblem(reply, 'rate_limited', tried);
    return reply.header(...NO_STORE).send(presentCheck(tried));
  });
};

/** Registers `/api/admin/engines`: engine settings, engine health, and test calls. */
export const registerEnginesRoutes = (
  app: FastifyInstance,
  parts: EnginesParts & { readonly requireRole: RequireRole },
): void => {
  const { accounts, engineSettings, preview, listedEngines, status, monitor } = parts;
  const guarded = parts.requireRole('administrator');
  const createResponse = async (shown: ShownEngines): Promise<AdminEngines> => ({
    ...shown,
    engines: [...listedEngines()],
    health: presentHealth(preview.health(), await status()),
    checks: presentChecks(await monitor.last()),
  });

  app.get('/api/admin/engines', guarded, async (_request, reply) =>
    reply.header(...NO_STORE).send(await createResponse(await engineSettings.shown())),
  );

  app.patch('/api/admin/engines', guarded, async (request, reply) => {
    const body = engineSettingsSaveSchema.safeParse(request.body);
    if (!body.success) return sendProblem(reply, 'body_invalid');
    const { id, name } = callerOf(request).account;
    const outcome = await engineSettings.save({
      ...body.data,
      author: { id, name },
      checkAuthor: createAccessCheck(accounts, request, 'administrator'),
    });
    if (outcome.ok) return reply.header(...NO_STORE).send(await createResponse(outcome.shown));
    return outcome.code === 'conflict'
      ? sendProblem(reply, 'conflict', { since: outcome.since })
      : sendProblem(reply, outcome.code);
  });

  registerTryRoutes(app, parts, guarded);
};
