import { checkRequestSchema, checkSchema } from '#shared/contract/check.ts';
import {
  type AdminEngines,
  adminEnginesSchema,
  alertTestSchema,
  type EngineHealth,
  type EngineSettingsDocument,
  type EngineSettingsSave,
  engineConflictSchema,
  engineSettingsSaveSchema,
  type ListedEngine,
} from '#shared/contract/engines.ts';
import type { Status } from '#shared/contract/status.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';
import type { Config } from '../../base/config/config.ts';
import { whileConnected } from '../../http/find-requester.ts';
import { authorOf, callerOf, type GuardOptions, type RequireRole } from '../../http/guard.ts';
import { detailOf, sendProblem } from '../../http/problem.ts';
import { type HttpServer, problemOf, routeOf } from '../../http/route-schema.ts';
import type { Limits } from '../../limits/account-limits.ts';
import type { Accounts } from '../../people/accounts.ts';
import type { EngineRecord } from '../../posts/engine-health.ts';
import type { Preview } from '../../posts/preview.ts';
import {
  type EngineSettings,
  type ShownEngines,
  withEngineSwitched,
} from '../../site/settings/engine-settings.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Checks } from '../check/checks.ts';
import type { LastCheck, ScheduledChecks } from '../check/scheduled-checks.ts';
import { durationBoundOf } from '../counters/counters.ts';

interface EnginesParts {
  readonly accounts: Accounts;
  readonly engineSettings: EngineSettings;
  readonly preview: Pick<Preview, 'health'>;
  /** Returns the description of every engine. */
  readonly listedEngines: () => readonly ListedEngine[];
  readonly status: () => Promise<Pick<Status, 'engines' | 'previews'>>;
  readonly scheduledChecks: Pick<ScheduledChecks, 'last'>;
  readonly checks: Pick<Checks, 'run' | 'runFor' | 'last'>;
  readonly limits: Limits;
  readonly sendTestAlert: Alerts['sendTest'];
}

const isoTimeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/**
 * Converts records of engine health to the form of the panel's response. `state` comes from the public status; it is 'off' while previews
 * of the platform are switched off, and 'unknown' if the status does not list the engine.
 */
export const presentHealth = (
  records: readonly EngineRecord[],
  { engines, previews }: Pick<Status, 'engines' | 'previews'>,
): EngineHealth[] =>
  records.map(({ engine, platform, breaker, lately, budget, failures, medianMs, p95Ms, ...record }) => ({
    engine,
    platform,
    breaker,
    lately,
    medianMs: medianMs === null ? null : durationBoundOf(medianMs),
    p95Ms: p95Ms === null ? null : durationBoundOf(p95Ms),
    state:
      previews[platform].state === 'off'
        ? ('off' as const)
        : (engines.find((one) => one.engine === engine && one.platform === platform)?.state ??
          ('unknown' as const)),
    openUntil: isoTimeOf(record.openUntil),
    limitedUntil: isoTimeOf(record.limitedUntil),
    pace: budget && { starts: budget.starts, free: budget.freePerHour, gapSeconds: budget.gapMs / 1_000 },
    lastSeen: isoTimeOf(record.lastSeen),
    lastSuccess: isoTimeOf(record.lastSuccess),
    failures: failures.map(({ at, code, reason, ...shown }) => ({
      ...shown,
      code,
      at: new Date(at).toISOString(),
      // What a visitor would read.
      sentence: detailOf(code, reason),
    })),
  }));

/** Converts the last scheduled check of each platform to the form of the panel's response. */
const presentChecks = (lastChecks: Readonly<Record<PlatformId, LastCheck>>): AdminEngines['checks'] =>
  byPlatform((platform) => {
    const { lastAt, worked } = lastChecks[platform];
    return { lastAt: isoTimeOf(lastAt), worked };
  });

/**
 * Registers `POST /api/admin/engines/check`, which reads posts from the platforms immediately. With `switches`, it also switches the
 * checked engine on or off by the result.
 */
const registerCheckRoute = (
  app: HttpServer,
  { accounts, checks, engineSettings, limits }: EnginesParts,
  guarded: GuardOptions,
): void => {
  app.post(
    '/api/admin/engines/check',
    routeOf(guarded, 'Checks whether this server can read posts, with each engine on each route', {
      body: checkRequestSchema,
      response: { 200: checkSchema },
      errors: ['link_invalid', 'rate_limited'],
    }),
    async (request, reply) => {
      const { body } = request;
      if (body.url === undefined && body.engine === undefined) {
        const checked = await checks.run();
        if ('retryAfter' in checked) return sendProblem(reply, 'rate_limited', checked);
        return reply.send(checked);
      }
      const admission = await limits.linkTry(callerOf(request).account.id);
      if (!admission.ok) return sendProblem(reply, 'rate_limited', admission);
      const made = await whileConnected(reply, async (signal) => ({
        // Null means no link here and a caller who has left there.
        check: await checks.runFor(body, signal),
      }));
      if (made === null) return reply.hijack();
      if (made.check === null) return sendProblem(reply, 'link_invalid');
      const { engine, switches } = body;
      if (engine !== undefined && switches === true) {
        const { revision, engines } = (await engineSettings.refresh()).settings;
        const isRead = made.check.platforms.some((one) => ['all', 'some'].includes(reachShare(one)));
        await engineSettings.save({
          revision,
          change: { engines: withEngineSwitched(engines, engine, isRead) },
          ...authorOf(accounts, request),
        });
      }
      return reply.send(made.check);
    },
  );
};

/** Registers `POST /api/admin/engines/alerts/test`, which sends a test message to the saved webhook. */
const registerAlertTestRoute = (
  app: HttpServer,
  { engineSettings, limits, sendTestAlert }: EnginesParts,
  guarded: GuardOptions,
): void => {
  app.post(
    '/api/admin/engines/alerts/test',
    routeOf(guarded, 'Sends a test message to the saved webhook', {
      response: { 200: alertTestSchema },
      errors: ['webhook_invalid', 'rate_limited'],
    }),
    async (request, reply) => {
      const { webhook } = (await engineSettings.refresh()).settings.alerts;
      if (webhook === null) return sendProblem(reply, 'webhook_invalid');
      const admission = await limits.linkTry(callerOf(request).account.id);
      if (!admission.ok) return sendProblem(reply, 'rate_limited', admission);
      const delivered = await whileConnected(reply, (signal) => sendTestAlert(webhook, signal));
      return delivered === null ? reply.hijack() : reply.send({ delivered });
    },
  );
};

/**
 * Returns whether a change confirms a webhook in the local network that the saved settings do not confirm. Only the owner may confirm one.
 */
const confirmsLan = ({ change }: EngineSettingsSave, { alerts }: EngineSettingsDocument): boolean => {
  const wanted = change['alerts'] as Partial<typeof alerts> | null | undefined;
  return wanted?.lan === true && !(alerts.lan === true && alerts.webhook === wanted.webhook);
};

/**
 * Registers `/api/admin/engines`, the engine settings and the engine health, and below it the check of the engines and the test of the
 * alerts.
 */
export const registerEnginesRoutes = (
  app: HttpServer,
  parts: EnginesParts & {
    readonly config: Pick<Config, 'areEnginesGiven'>;
    readonly requireRole: RequireRole;
  },
): void => {
  const { config, accounts, engineSettings, preview, listedEngines, status, scheduledChecks, checks } = parts;
  const guarded = parts.requireRole('administrator');
  const createResponse = async (shown: ShownEngines): Promise<AdminEngines> => ({
    ...shown,
    variableSet: config.areEnginesGiven,
    engines: [...listedEngines()],
    health: presentHealth(preview.health(), await status()),
    checks: presentChecks(await scheduledChecks.last()),
    reach: await checks.last(),
  });

  app.get(
    '/api/admin/engines',
    routeOf(guarded, 'Returns the engine settings and the health of the engines', {
      response: { 200: adminEnginesSchema },
    }),
    async () => createResponse(await engineSettings.refresh()),
  );

  app.patch(
    '/api/admin/engines',
    routeOf(guarded, 'Saves changed engine settings', {
      body: engineSettingsSaveSchema,
      response: { 200: adminEnginesSchema, 409: problemOf(engineConflictSchema, 'conflict') },
      errors: [
        'conflict',
        'canary_invalid',
        'canary_duplicate',
        'webhook_invalid',
        'provider_invalid',
        'provider_key_missing',
        'role_forbidden',
      ],
    }),
    async (request, reply) => {
      // Refreshed, because another instance may have taken back what this one still remembers as confirmed.
      const { settings } = await engineSettings.refresh();
      const role = confirmsLan(request.body, settings) ? 'owner' : 'administrator';
      const outcome = await engineSettings.save({ ...request.body, ...authorOf(accounts, request, role) });
      if (outcome.ok) return reply.send(await createResponse(outcome.settings));
      return sendProblem(reply, outcome.code, outcome);
    },
  );

  registerCheckRoute(app, parts, guarded);
  registerAlertTestRoute(app, parts, guarded);
};
