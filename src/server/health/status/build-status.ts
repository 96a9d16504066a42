import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import {
  type PartStatus,
  STATUS_OUTCOMES_MAX,
  STATUS_PARTS,
  STATUS_RECENT_MS,
  type StatusPart,
  type StatusReport,
} from '#shared/contract/status.ts';
import { publicCause, SHOWN_CAUSES, type ShownCause } from '#shared/failures.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { CounterRow } from '../../base/db/tables.ts';
import {
  type CounterData,
  DURATIONS_STEP_MS,
  durationBoundOf,
  HOUR_MS,
  medianDuration,
  STEP_MS,
} from '../counters/counters.ts';
import type { FailedCheck } from './failed-checks.ts';
import { daysOf, firstDayOf, incidentsOf, pastDaysOf } from './past-days.ts';
import { type StepTally, stateOfTally, subjectOf, sumOfNewest, talliesBySubject } from './tallies.ts';

/** Median time in milliseconds above which previews count as slow. */
export const STATUS_SLOW_PREVIEW_MS = 6_000;
/** Median time in milliseconds of the first bytes of downloads above which downloads count as slow. */
export const STATUS_SLOW_FIRST_BYTE_MS = 3_000;

const STATUS_INCIDENTS_MAX = 20;
/** Number of the last attempts that decide the state. */
const STATUS_WINDOW_OUTCOMES = 10;
/** Number of the last failures that decide the cause. */
const CAUSE_FAILURES = 3;

/**
 * Facts that the status is built from: the counter rows since the start of the previous hour, the last times of events, in `past` the
 * earlier attempts by hour for each part of the service and each engine on a platform, and in `failedChecks` the failures in the last check
 * of each platform; null if it has no usable check (`failedChecksOf`).
 */
export interface StatusFacts extends CounterData {
  readonly past: ReturnType<typeof talliesBySubject>;
  readonly failedChecks: Readonly<Record<PlatformId, FailedCheck | null>>;
}

type CauseRow = Pick<CounterRow, 'step' | 'outcome' | 'count'>;

/** Cause of failures as the owner sees it; `host` is the domain suffix of a delivery host outside the allow list. */
export interface Cause {
  readonly cause: ShownCause;
  readonly host?: string;
}

export const UNKNOWN_STATUS: PartStatus = { state: 'unknown', medianMs: null, lastSeen: null };

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the rows of the newest steps that together count at least `eventCount` events, or all rows if they count fewer; newest first. */
const newestRows = <Row extends Pick<CounterRow, 'step' | 'count'>>(
  rows: readonly Row[],
  eventCount: number,
): Row[] => {
  const newest: Row[] = [];
  let passed = 0;
  for (const row of rows.toSorted((one, other) => other.step - one.step)) {
    if (passed >= eventCount && row.step !== newest.at(-1)?.step) break;
    newest.push(row);
    passed += row.count;
  }
  return newest;
};

const rankOf = (outcome: string): number =>
  (SHOWN_CAUSES as readonly string[]).indexOf(outcome.split(' ')[0] ?? '');

/**
 * Returns the most frequent cause of the newest counted failures; of equally frequent causes the newest, then the first in SHOWN_CAUSES.
 * Null without failures, or if that cause is unknown.
 */
export const commonCause = (rows: readonly CauseRow[]): Cause | null => {
  const counts = new Map<string, number>();
  const ranked = rows.toSorted((one, other) => rankOf(one.outcome) - rankOf(other.outcome));
  for (const { outcome, count } of newestRows(ranked, CAUSE_FAILURES))
    counts.set(outcome, (counts.get(outcome) ?? 0) + count);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  const [name, host] = most?.[0].split(' ') ?? [];
  const cause = SHOWN_CAUSES.find((known) => known === name);
  return cause === undefined ? null : { cause, ...(host === undefined ? {} : { host }) };
};

/** Returns the rows of a kind whose step ends within the last STATUS_RECENT_MS. `now` is in milliseconds since 1970. */
const recentRows = ({ rows }: CounterData, kind: string, now: number): CounterRow[] =>
  rows.filter(
    (row) =>
      row.kind === kind &&
      row.step > now - STATUS_RECENT_MS - (kind === 'run_ms' ? DURATIONS_STEP_MS : STEP_MS),
  );

/**
 * Returns the most frequent cause of a platform's newest failures in the last STATUS_RECENT_MS; null if there were none or the cause is
 * unknown. `now` is in milliseconds since 1970.
 */
export const recentCause = (facts: CounterData, platform: PlatformId, now: number): Cause | null =>
  commonCause(recentRows(facts, 'cause', now).filter((row) => row.platform === platform));

/** Returns the tallies of a platform's previews, oldest first: one per minute since the start of the previous hour, one per hour before. */
export const previewTallies = ({ past, rows }: StatusFacts, platform: PlatformId): readonly StepTally[] => {
  const subject = subjectOf(platform);
  return [...(past.get(subject) ?? []), ...(talliesBySubject(rows, STEP_MS).get(subject) ?? [])];
};

interface EngineOnPlatform {
  readonly engine: EngineName;
  readonly platform: PlatformId;
}

const ENGINES_ON_PLATFORMS: readonly EngineOnPlatform[] = PLATFORM_IDS.flatMap((platform) =>
  ENGINE_NAMES.map((engine) => ({ engine, platform })),
);

/** Creates functions that derive states, times and hourly attempts from the facts as of `now` (milliseconds since 1970). */
const createFactReader = (facts: StatusFacts, now: number) => {
  const lastHours = talliesBySubject(facts.rows, HOUR_MS);
  const minutes = talliesBySubject(recentRows(facts, 'judged', now), STEP_MS);
  const times = Map.groupBy(recentRows(facts, 'run_ms', now), (row) => subjectOf(row.platform, row.engine));

  const seenAt = (kind: string, part: string, engine = ''): number | null => {
    const own = facts.seen.filter(
      (row) => row.kind === kind && row.platform === part && row.engine === engine,
    );
    return own.length === 0 ? null : Math.max(...own.map(({ at }) => at));
  };

  /** Returns whether the service or program that an engine asks was replaced at the time `at` or later. */
  const isReplaced = (part: StatusPart, engine: string, at: number): boolean =>
    (seenAt('replaced', part, engine) ?? Number.NEGATIVE_INFINITY) >= at;

  /**
   * Returns the state from the counters; UNKNOWN_STATUS if nothing was counted in the last STATUS_RECENT_MS, or nothing since the engine's
   * service or program was replaced.
   */
  const counted = (part: StatusPart, engine = ''): PartStatus => {
    const subject = subjectOf(part, engine);
    const at = seenAt('judged', part, engine);
    if (at === null || now - at > STATUS_RECENT_MS || isReplaced(part, engine, at)) return UNKNOWN_STATUS;
    const slowMs = part === 'downloads' ? STATUS_SLOW_FIRST_BYTE_MS : STATUS_SLOW_PREVIEW_MS;
    const medianMs = medianDuration(newestRows(times.get(subject) ?? [], STATUS_OUTCOMES_MAX));
    const tally = sumOfNewest(minutes.get(subject) ?? [], STATUS_WINDOW_OUTCOMES);
    // Earlier successes say nothing about an engine that gets no requests since.
    const isSkipped = (seenAt('skipped', part, engine) ?? Number.NEGATIVE_INFINITY) >= at;
    const state = isSkipped ? 'failing' : stateOfTally(tally, medianMs, durationBoundOf(slowMs));
    return { state, medianMs, lastSeen: iso(at) };
  };

  /**
   * Returns the state after the last check. If it failed: 'failing' while the state is unknown or nothing was counted after the check.
   * Otherwise, and if `check` is null: the given state.
   */
  const checked = (seen: PartStatus, check: FailedCheck | null): PartStatus => {
    if (check === null) return seen;
    const lastSeen = Math.max(check.at, Date.parse(seen.lastSeen ?? iso(0)));
    if (seen.state !== 'unknown' && lastSeen > check.at) return seen;
    return { state: 'failing', medianMs: null, lastSeen: iso(lastSeen) };
  };

  const preview = (platform: PlatformId): PartStatus => {
    const check = facts.failedChecks[platform];
    return checked(counted(platform), check?.hasNoWorkingEngine === true ? check : null);
  };

  const engineOn = ({ engine, platform }: EngineOnPlatform): PartStatus => {
    const check = facts.failedChecks[platform];
    const ran = check !== null && (seenAt('judged', platform, engine) ?? 0) >= check.at;
    const failed = check !== null && (check.engines?.includes(engine) ?? ran);
    const hasFailed = failed && !isReplaced(platform, engine, check.at);
    return checked(counted(platform, engine), hasFailed ? check : null);
  };

  return {
    seenAt,
    preview,
    engineOn,
    downloads: () => counted('downloads'),
    hoursOf: (part: StatusPart, engine = ''): readonly StepTally[] => {
      const subject = subjectOf(part, engine);
      return [...(facts.past.get(subject) ?? []), ...(lastHours.get(subject) ?? [])];
    },
  };
};

/** Returns the public cause of a platform's failures, from the counters or else from the last check; null if none is known. */
const namedCause = (facts: StatusFacts, platform: PlatformId, now: number) =>
  publicCause(recentCause(facts, platform, now)?.cause ?? facts.failedChecks[platform]?.cause ?? null);

/**
 * Builds the status as of `now` (milliseconds since 1970). A platform that the owner has switched off has the state 'off', whatever it did
 * before. An incident of a part that works now is over, because a part can work again within the hour in which most attempts failed.
 */
export const buildStatus = (
  facts: StatusFacts,
  platformSwitches: Readonly<Record<PlatformId, boolean>>,
  now: number,
): StatusReport => {
  const { seenAt, preview, engineOn, downloads, hoursOf } = createFactReader(facts, now);
  const past = (part: StatusPart, engine?: EngineName) => pastDaysOf(hoursOf(part, engine), now);
  const seen = { ...byPlatform(preview), downloads: downloads() };
  const works = (part: StatusPart): boolean => ['working', 'slow'].includes(seen[part].state);
  const tested = (platform: PlatformId): string | null => {
    const at = seenAt('test', platform);
    return at === null || at < firstDayOf(now) ? null : iso(at);
  };
  return {
    previews: byPlatform((platform) =>
      platformSwitches[platform]
        ? seen[platform]
        : { ...seen[platform], state: 'off' as const, medianMs: null },
    ),
    downloads: seen.downloads,
    engines: ENGINES_ON_PLATFORMS.map((subject) => ({ ...engineOn(subject), ...subject })).filter(
      ({ lastSeen }) => lastSeen !== null,
    ),
    days: daysOf(now),
    past: {
      previews: byPlatform((platform) => past(platform)),
      downloads: past('downloads'),
      engines: ENGINES_ON_PLATFORMS.filter(
        ({ platform, engine }) => hoursOf(platform, engine).length > 0,
      ).map((subject) => ({ ...past(subject.platform, subject.engine), ...subject })),
    },
    used: STATUS_PARTS.filter((part) => seenAt('judged', part) !== null),
    incidents: STATUS_PARTS.flatMap((part) => incidentsOf(part, hoursOf(part), now))
      .map((incident) => ({ ...incident, over: incident.over || works(incident.part) }))
      .sort((one, other) => Date.parse(other.from) - Date.parse(one.from))
      .slice(0, STATUS_INCIDENTS_MAX),
    tested: byPlatform(tested),
    causes: byPlatform((platform) =>
      platformSwitches[platform] && seen[platform].state === 'failing'
        ? namedCause(facts, platform, now)
        : null,
    ),
  };
};
