import type { AdminEngines, EngineHealth } from '#shared/contract/engines.ts';
import type { Status } from '#shared/contract/status.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import { detailOf } from '../../http/problem.ts';
import type { EngineRecord } from '../../posts/engine-health-registry.ts';
import type { LastCheck } from '../check/scheduled-checks.ts';
import { timeStepOf } from '../counters/time-steps.ts';

const isoTimeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/**
 * Converts records of engine health to the form of the panel's response. `state` comes from the public status; it is 'off' while previews
 * of the platform are switched off.
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
    medianMs: medianMs === null ? null : timeStepOf(medianMs),
    p95Ms: p95Ms === null ? null : timeStepOf(p95Ms),
    state:
      previews[platform].state === 'off'
        ? ('off' as const)
        : (engines.find((one) => one.engine === engine && one.platform === platform)?.state ??
          ('unknown' as const)),
    openUntil: isoTimeOf(record.openUntil),
    limitedUntil: isoTimeOf(record.limitedUntil),
    pace: budget && { starts: budget.starts, free: budget.free, gapSeconds: budget.gapMs / 1_000 },
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
export const presentChecks = (last: Readonly<Record<PlatformId, LastCheck>>): AdminEngines['checks'] =>
  byPlatform((platform) => {
    const { lastAt, worked } = last[platform];
    return { lastAt: isoTimeOf(lastAt), worked };
  });
