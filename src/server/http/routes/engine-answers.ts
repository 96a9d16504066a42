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

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** What the panel is told of how the engines did; the state is the one visitors are told of. */
export const healthAnswer = (
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
      openUntil: timeOf(openUntil),
      limitedUntil: timeOf(limitedUntil),
      pace: budget && { starts: budget.starts, free: budget.free, gapSeconds: budget.gapMs / 1_000 },
      lastSeen: timeOf(lastSeen),
      lastSuccess: timeOf(lastSuccess),
      failures: failures.map(({ at, host, ...failure }) => ({
        at: new Date(at).toISOString(),
        ...presentFailure(failure),
        ...(host === undefined ? {} : { host }),
      })),
    }),
  );

/** What an engine said of a link, without anything of the link or its files. */
export const triedAnswer = ({ engine, ms, outcome }: Attempt, type: TryType): TriedEngine => {
  const whole = { engine, ms: Math.round(ms) };
  if (!outcome.ok) return { ...whole, found: null, problem: presentFailure(outcome) };
  const { post } = outcome;
  const isVideo = post.items.some(({ kind }) => kind === 'video');
  return {
    ...whole,
    found: {
      type: post.type,
      items: post.items.length,
      qualities: (post.items[0]?.renditions ?? []).map(({ label }) => label),
      matches: type === 'video' ? isVideo : post.items.some(({ kind }) => kind !== 'video'),
    },
    problem: null,
  };
};

const lastCheck = ({ lastAt, worked, againAt }: LastTry): LastCheck => ({
  lastAt: timeOf(lastAt),
  worked,
  againAt: timeOf(againAt),
});

/** When each platform was last checked, and may be again. */
export const checksAnswer = ({
  instagram,
  tiktok,
}: Readonly<Record<SwitchedPlatform, LastTry>>): AdminEngines['checks'] => ({
  instagram: lastCheck(instagram),
  tiktok: lastCheck(tiktok),
});

/** What a check came to, without anything of the post. */
export const checkedAnswer = ({ ms, outcome }: Tried): CheckedPlatform => ({
  ms: Math.round(ms),
  problem: outcome.ok ? null : presentFailure(outcome),
});
