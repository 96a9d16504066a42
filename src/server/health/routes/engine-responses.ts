import type { AdminEngines, EngineHealth } from '#shared/contract/engines.ts';
import type { Status } from '#shared/contract/status.ts';
import type { FailureCode, FailureReason } from '#shared/errors.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import { detailOf } from '../../http/problem.ts';
import type { EngineRecord } from '../../posts/engine-health-registry.ts';
import type { LastCheck } from '../status/monitor/scheduled-checks.ts';
import { timeStepOf } from '../status/time-steps.ts';

interface ShownFailure {
  readonly code: FailureCode;
  readonly reason?: FailureReason;
}

/** Adds the sentence a visitor would read to a failure. */
const presentFailure = ({ code, reason }: ShownFailure): { code: FailureCode; sentence: string } => ({
  code,
  sentence: detailOf(code, reason),
});

const isoTimeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Creates the engine health in the panel's response. `state` is the one shown on the status page. */
export const presentHealth = (
  records: readonly EngineRecord[],
  { engines, previews }: Pick<Status, 'engines' | 'previews'>,
): EngineHealth[] =>
  records.map(
    ({
      engine,
      platform,
      hangs: _hangs,
      openUntil,
      limitedUntil,
      budget,
      lastSeen,
      lastSuccess,
      failures,
      medianMs,
      p95Ms,
      ...rest
    }) => ({
      ...rest,
      medianMs: medianMs === null ? null : timeStepOf(medianMs),
      p95Ms: p95Ms === null ? null : timeStepOf(p95Ms),
      engine,
      platform,
      state:
        previews[platform].state === 'off'
          ? ('off' as const)
          : (engines.find((one) => one.engine === engine && one.platform === platform)?.state ??
            ('unknown' as const)),
      openUntil: isoTimeOf(openUntil),
      limitedUntil: isoTimeOf(limitedUntil),
      pace: budget && { starts: budget.starts, free: budget.free, gapSeconds: budget.gapMs / 1_000 },
      lastSeen: isoTimeOf(lastSeen),
      lastSuccess: isoTimeOf(lastSuccess),
      failures: failures.map(({ at, code, reason, ...shown }) => ({
        ...shown,
        at: new Date(at).toISOString(),
        ...presentFailure({ code, ...(reason === undefined ? {} : { reason }) }),
      })),
    }),
  );

/** Creates what is known of the last check of each platform by the timer. */
export const presentChecks = (lastTests: Readonly<Record<PlatformId, LastCheck>>): AdminEngines['checks'] =>
  byPlatform((platform) => ({ ...lastTests[platform], lastAt: isoTimeOf(lastTests[platform].lastAt) }));
