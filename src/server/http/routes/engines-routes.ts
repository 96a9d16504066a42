import type { FastifyInstance } from 'fastify';
import {
  type AdminEngines,
  engineSettingsSaveSchema,
  type ListedEngine,
  type TriedLink,
  tryLinkSchema,
} from '#shared/contract/engines.ts';
import type { Status } from '#shared/contract/status.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Preview } from '../../preview/preview.ts';
import type { EngineSettings, ShownEngines } from '../../settings/engine-settings.ts';
import { callerOf, mayStill, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import { whileConnected } from '../while-connected.ts';
import { healthAnswer, triedAnswer } from './engine-answers.ts';

export interface EnginesParts {
  readonly accounts: Accounts;
  readonly engineSettings: EngineSettings;
  readonly preview: Pick<Preview, 'health' | 'attempt'>;
  /** What there is to know of every engine. */
  readonly listedEngines: () => readonly ListedEngine[];
  readonly status: () => Promise<Pick<Status, 'engines'>>;
  readonly limits: Limits;
}

const NO_STORE = ['cache-control', 'no-store'] as const;

/** `/api/admin/engines`: how posts are fetched, how that goes, and a way to try it. */
export const registerEnginesRoutes = (
  app: FastifyInstance,
  parts: EnginesParts & { readonly requireRole: RequireRole },
): void => {
  const { accounts, engineSettings, preview, listedEngines, status, limits } = parts;
  const guarded = parts.requireRole('administrator');
  const answerOf = async (shown: ShownEngines): Promise<AdminEngines> => ({
    ...shown,
    engines: [...listedEngines()],
    health: healthAnswer(preview.health(), await status()),
  });

  app.get('/api/admin/engines', guarded, async (_request, reply) =>
    reply.header(...NO_STORE).send(await answerOf(await engineSettings.shown())),
  );

  app.patch('/api/admin/engines', guarded, async (request, reply) => {
    const body = engineSettingsSaveSchema.safeParse(request.body);
    if (!body.success) return sendProblem(reply, 'body_invalid');
    const { id, name } = callerOf(request).account;
    const outcome = await engineSettings.save({
      ...body.data,
      author: { id, name },
      mayStill: mayStill(accounts, request, 'administrator'),
    });
    if (outcome.ok) return reply.header(...NO_STORE).send(await answerOf(outcome.shown));
    return outcome.code === 'conflict'
      ? sendProblem(reply, 'conflict', { since: outcome.since })
      : sendProblem(reply, outcome.code);
  });

  app.post('/api/admin/engines/try', guarded, async (request, reply) => {
    const body = tryLinkSchema.safeParse(request.body);
    if (!body.success) {
      const aboutLink = body.error.issues.every(({ path }) => path[0] === 'url');
      return sendProblem(reply, aboutLink ? 'link_invalid' : 'body_invalid');
    }
    const verdict = await limits.linkTry(callerOf(request).account.id);
    if (!verdict.ok) return sendProblem(reply, 'rate_limited', verdict);
    const { url, type, engine } = body.data;
    const outcome = await whileConnected(reply, (signal) => preview.attempt(url, { engine, signal }));
    if (outcome === null) return reply.hijack();
    if (!outcome.ok) return sendProblem(reply, outcome.code, outcome);
    const answer: TriedLink = { attempts: outcome.attempts.map((attempt) => triedAnswer(attempt, type)) };
    return reply.header(...NO_STORE).send(answer);
  });
};
