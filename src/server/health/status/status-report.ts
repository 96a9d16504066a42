import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import {
  type DayState,
  type Incident,
  type Observation,
  type Past,
  STATUS_FAILURES_MIN,
  STATUS_PARTS,
  STATUS_RECENT_MS,
  type Status,
  type StatusPart,
  type StatusReport,
} from '#shared/contract/status.ts';
import { type Finding, publicFinding } from '#shared/findings.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import { assessTally, stateOfTally, type Tally } from './assess-tally.ts';
import { UNKNOWN } from './series.ts';
import {
  firstDayOf,
  firstRecentHourOf,
  type HourTally,
  STATUS_DAYS,
  type StatusHistory,
  type StatusSubject,
} from './status-history.ts';
import { medianStep } from './time-steps.ts';
import { STATUS_SLOW_FIRST_BYTE_MS, STATUS_SLOW_PREVIEW_MS } from './work-log.ts';

const STATUS_INCIDENTS_MAX = 20;
/** The shared observation replaces an instance's own when it is newer by more than this. */
const STATUS_OWN_STALE_MS = 5 * 60_000;

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** Failing hours further apart than this are separate incidents, even with no success between them. */
const INCIDENT_GAP_MS = DAY_MS;

const iso = (ms: number): string => new Date(ms).toISOString();
const isSubject =
  ({ platform, engine }: StatusSubject) =>
  (other: StatusSubject): boolean =>
    other.platform === platform && other.engine === engine;

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce<Tally>(
    (sum, { worked, failed }) => ({ worked: sum.worked + worked, failed: sum.failed + failed }),
    { worked: 0, failed: 0 },
  );

const dayStateOf = (hours: readonly HourTally[]): DayState => {
  const works = assessTally(sumOf(hours));
  if (works === null) return 'unknown';
  if (!works) return 'failing';
  return hours.some((hour) => assessTally(hour) === false) ? 'disturbed' : 'working';
};

const shareOf = ({ worked, failed }: Tally): number => Math.floor((worked * 100) / (worked + failed));

const pastOf = (hours: readonly HourTally[], now: number): Past => {
  const first = firstDayOf(now);
  const days = Array.from({ length: STATUS_DAYS }, (_, index) => {
    const begins = first + index * DAY_MS;
    const own = hours.filter(({ hour }) => hour >= begins && hour < begins + DAY_MS);
    const state = dayStateOf(own);
    return { state, share: state === 'unknown' ? null : shareOf(sumOf(own)) };
  });
  return { states: days.map(({ state }) => state), shares: days.map(({ share }) => share) };
};

/** Returns the incidents in the hours (oldest first) of a part. The first working hour after incidents marks all of them as over. */
const incidentsOf = (part: StatusPart, hours: readonly HourTally[], now: number): Incident[] => {
  let incidents: Incident[] = [];
  for (const hour of hours) {
    const works = assessTally(hour);
    const last = incidents.at(-1);
    if (works === null) continue;
    if (works) {
      incidents = incidents.map((incident) => ({ ...incident, over: true }));
      continue;
    }
    const until = iso(Math.min(hour.hour + HOUR_MS, now));
    const isContinuation =
      last !== undefined && !last.over && hour.hour - Date.parse(last.until) < INCIDENT_GAP_MS;
    if (isContinuation) incidents[incidents.length - 1] = { ...last, until };
    else incidents.push({ part, from: iso(hour.hour), until, over: false });
  }
  return incidents;
};

const seenAt = ({ seen }: StatusHistory, kind: string, subject: StatusSubject): number | null =>
  seen.filter((row) => row.kind === kind).find(isSubject(subject))?.at ?? null;

/** Returns the tally of the newest hour, or of all hours while the newest has fewer than STATUS_FAILURES_MIN attempts. */
const latestOf = (hours: readonly HourTally[]): Tally => {
  const newest = hours.at(-1);
  return newest !== undefined && newest.worked + newest.failed >= STATUS_FAILURES_MIN ? newest : sumOf(hours);
};

/** Returns a subject's current state from the counters of all instances; UNKNOWN if nothing was assessed lately. */
const sharedObservation = (
  history: StatusHistory,
  subject: StatusSubject,
  slowMs: number,
  now: number,
): Observation => {
  const at = seenAt(history, 'judged', subject);
  if (at === null || now - at > STATUS_RECENT_MS) return UNKNOWN;
  const from = firstRecentHourOf(now);
  const tally = latestOf(history.hours.filter(({ hour }) => hour >= from).filter(isSubject(subject)));
  const medianMs = medianStep(history.timeSteps.filter(isSubject(subject)));
  return { state: stateOfTally(tally, medianMs, slowMs), medianMs, lastSeen: iso(at) };
};

const isEngine = (name: string): name is EngineName => (ENGINE_NAMES as readonly string[]).includes(name);

const isPlatform = (name: string): name is PlatformId => (PLATFORM_IDS as readonly string[]).includes(name);

interface EngineOnPlatform {
  readonly engine: EngineName;
  readonly platform: PlatformId;
}

const rankOf = ({ engine, platform }: EngineOnPlatform): number =>
  STATUS_PARTS.indexOf(platform) * ENGINE_NAMES.length + ENGINE_NAMES.indexOf(engine);

/** Returns every engine with attempts in the history, sorted by platform, then in the order of ENGINE_NAMES. */
const enginesOf = ({ hours }: StatusHistory): EngineOnPlatform[] => {
  const used = hours.flatMap(({ engine, platform }) =>
    isEngine(engine) && isPlatform(platform)
      ? [[`${platform} ${engine}`, { engine, platform }] as const]
      : [],
  );
  return [...new Map(used).values()].sort((one, other) => rankOf(one) - rankOf(other));
};

/** Builds the status from the counters of all instances, as of `now` (milliseconds since 1970). */
export const buildStatusReport = (history: StatusHistory, now: number): StatusReport => {
  const part = (platform: StatusPart): StatusSubject => ({ platform, engine: '' });
  const past = (subject: StatusSubject): Past => pastOf(history.hours.filter(isSubject(subject)), now);
  const present = (subject: StatusSubject): Observation =>
    sharedObservation(
      history,
      subject,
      subject.platform === 'downloads' ? STATUS_SLOW_FIRST_BYTE_MS : STATUS_SLOW_PREVIEW_MS,
      now,
    );
  const engines = enginesOf(history);
  const first = firstDayOf(now);
  const tested = (platform: PlatformId): string | null => {
    const at = seenAt(history, 'test', part(platform));
    return at === null || at < first ? null : iso(at);
  };
  return {
    previews: byPlatform((platform) => present(part(platform))),
    downloads: present(part('downloads')),
    engines: engines
      .map((subject) => ({ ...present(subject), ...subject }))
      .filter(({ lastSeen }) => lastSeen !== null),
    days: Array.from({ length: STATUS_DAYS }, (_, index) => iso(first + index * DAY_MS).slice(0, 10)),
    past: {
      previews: byPlatform((platform) => past(part(platform))),
      downloads: past(part('downloads')),
      engines: engines.map((subject) => ({ ...past(subject), ...subject })),
    },
    used: STATUS_PARTS.filter((name) => seenAt(history, 'judged', part(name)) !== null),
    incidents: STATUS_PARTS.flatMap((name) =>
      incidentsOf(name, history.hours.filter(isSubject(part(name))), now),
    )
      .sort((one, other) => Date.parse(other.from) - Date.parse(one.from))
      .slice(0, STATUS_INCIDENTS_MAX),
    tested: byPlatform(tested),
    causes: byPlatform(() => null),
  };
};

const timeOf = ({ lastSeen }: Observation): number =>
  lastSeen === null ? Number.NEGATIVE_INFINITY : Date.parse(lastSeen);

/**
 * Chooses between an instance's own observation, which is more precise, and the shared one. The shared one is used if its state
 * is known and the own state is unknown or more than STATUS_OWN_STALE_MS older: a part that works again on other instances must
 * not stay failing on this one. `lastSeen` is the later of the two.
 */
const preferFresher = (own: Observation, shared: Observation): Observation => {
  const isSharedNewer = timeOf(shared) - timeOf(own) > STATUS_OWN_STALE_MS;
  const chosen = shared.state !== 'unknown' && (own.state === 'unknown' || isSharedNewer) ? shared : own;
  return { ...chosen, lastSeen: timeOf(shared) > timeOf(own) ? shared.lastSeen : own.lastSeen };
};

/** Merges an instance's own status into the shared report. An incident of a part that works now is over. */
export const overlayOwnStatus = (own: Status, shared: StatusReport): StatusReport => {
  const keyOf = ({ engine, platform }: EngineOnPlatform): string => `${platform} ${engine}`;
  const engines = new Map(shared.engines.map((seen) => [keyOf(seen), seen]));
  for (const seen of own.engines)
    engines.set(keyOf(seen), { ...seen, ...preferFresher(seen, engines.get(keyOf(seen)) ?? UNKNOWN) });
  const previews = byPlatform((platform) => preferFresher(own.previews[platform], shared.previews[platform]));
  const now: Readonly<Record<StatusPart, Observation>> = {
    ...previews,
    downloads: preferFresher(own.downloads, shared.downloads),
  };
  const works = (part: StatusPart): boolean => now[part].state === 'working' || now[part].state === 'slow';
  return {
    ...shared,
    previews,
    downloads: now.downloads,
    engines: [...engines.values()],
    used: STATUS_PARTS.filter((part) => shared.used.includes(part) || now[part].lastSeen !== null),
    // A part can work again within the hour in which most attempts failed.
    incidents: shared.incidents.map((incident) => ({
      ...incident,
      over: incident.over || works(incident.part),
    })),
  };
};

/**
 * Returns the report with the given engines marked as failing, whatever their counters show: earlier successes say nothing about
 * an engine that currently gets no requests.
 */
export const overlayFailingEngines = (
  report: StatusReport,
  failing: readonly Pick<EngineOnPlatform, 'engine' | 'platform'>[],
): StatusReport => ({
  ...report,
  engines: report.engines.map((seen) =>
    failing.some(({ engine, platform }) => engine === seen.engine && platform === seen.platform)
      ? { ...seen, state: 'failing' as const }
      : seen,
  ),
});

/** Returns the report with the platforms that the owner has switched off as off, whatever they did before. */
export const overlaySwitches = (
  report: StatusReport,
  isOn: Readonly<Record<PlatformId, boolean>>,
): StatusReport => ({
  ...report,
  previews: byPlatform((platform) => {
    const seen = report.previews[platform];
    return isOn[platform] ? seen : { ...seen, state: 'off' as const, medianMs: null };
  }),
});

/** Returns the report with the cause of each platform whose previews fail. `causeOf` returns null while none is known. */
export const overlayCauses = (
  report: StatusReport,
  causeOf: (platform: PlatformId) => Finding | null,
): StatusReport => ({
  ...report,
  causes: byPlatform((platform) =>
    report.previews[platform].state === 'failing' ? publicFinding(causeOf(platform)) : null,
  ),
});
