import type {
  AdminEngines,
  CheckedPlatform,
  EngineHealth,
  LastCheck,
  SwitchedPlatform,
  TriedEngine,
  TryType,
} from '#shared/contract/engines.ts';
import type { Status } from '#shared/contract/status.ts';
import type { FailureCode, FailureReason } from '#shared/errors.ts';
import { ERROR_DETAILS, fetchFailed } from '#shared/problem-messages.ts';
import type { Attempt } from '../../preview/attempt-engines.ts';
import type { EngineRecord } from '../../preview/engine-health-registry.ts';
import type { LastTry, Tried } from '../../status/monitor/self-test.ts';

interface ShownFailure {
  readonly code: FailureCode;
  readonly reason?: FailureReason;
}

/** A failure with the sentence a visitor would read. */
const presentFailure = ({ code, reason }: ShownFailure): { code: FailureCode; sentence: string } => ({
  code,
  sentence: code === 'failed' ? fetchFailed(reason ?? 'upstream_error') : ERROR_DETAILS[code],
});

const isoTimeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** What the panel is told of how the engines did; the state is the one visitors are told of. */
export const presentHealth = (
  records: readonly EngineRecord[],
  { engines }: Pick<Status, 'engines'>,
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
      ...rest
    }) => ({
      ...rest,
      engine,
      platform,
      state:
        engines.find((one) => one.engine === engine && one.platform === platform)?.state ??
        ('unknown' as const),
      openUntil: isoTimeOf(openUntil),
      limitedUntil: isoTimeOf(limitedUntil),
      pace: budget && { starts: budget.starts, free: budget.free, gapSeconds: budget.gapMs / 1_000 },
      lastSeen: isoTimeOf(lastSeen),
      lastSuccess: isoTimeOf(lastSuccess),
      failures: failures.map(({ at, host, ...failure }) => ({
        at: new Date(at).toISOString(),
        ...presentFailure(failure),
        ...(host === undefined ? {} : { host }),
      })),
    }),
  );

/** What an engine said of a link, without anything of the link or its files. */
export const presentAttempt = ({ engine, ms, outcome }: Attempt, type: TryType): TriedEngine => {
  const common = { engine, ms: Math.round(ms) };
  if (!outcome.ok) return { ...common, found: null, problem: presentFailure(outcome) };
  const { post } = outcome;
  const isVideo = post.items.some(({ kind }) => kind === 'video');
  return {
    ...common,
    found: {
      type: post.type,
      items: post.items.length,
      qualities: (post.items[0]?.renditions ?? []).map(({ label }) => label),
      matches: type === 'video' ? isVideo : post.items.some(({ kind }) => kind !== 'video'),
    },
    problem: null,
  };
};

const presentLastCheck = ({ lastAt, worked, againAt }: LastTry): LastCheck => ({
  lastAt: isoTimeOf(lastAt),
  worked,
  againAt: isoTimeOf(againAt),
});

/** When each platform was last checked, and may be again. */
export const presentChecks = ({
  instagram,
  tiktok,
}: Readonly<Record<SwitchedPlatform, LastTry>>): AdminEngines['checks'] => ({
  instagram: presentLastCheck(instagram),
  tiktok: presentLastCheck(tiktok),
});

/** What a check came to, without anything of the post. */
export const presentCheck = ({ ms, outcome }: Tried): CheckedPlatform => ({
  ms: Math.round(ms),
  problem: outcome.ok ? null : presentFailure(outcome),
});
