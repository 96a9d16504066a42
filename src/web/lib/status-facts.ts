import { statusCard } from '#messages/status-card.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { PartStatus, Status, StatusPart, StatusReport, StatusState } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';

/** Returns the present state of every part by its name: the previews of each platform, and downloads. */
export const observationsByPart = ({
  previews,
  downloads,
}: Status): Readonly<Record<StatusPart, PartStatus>> => ({
  ...previews,
  downloads,
});

/**
 * Returns the present state of an engine on a platform: 'off' while the platform is switched off, 'unknown' for an engine without recent
 * use.
 */
export function observationOf(
  { engines, previews }: Status,
  { engine, platform }: { readonly engine: EngineName; readonly platform: PlatformId },
): PartStatus {
  if (previews[platform].state === 'off') return { state: 'off', medianMs: null, lastSeen: null };
  const seen = engines.find((one) => one.engine === engine && one.platform === platform);
  return seen ?? { state: 'unknown', medianMs: null, lastSeen: null };
}

/**
 * Returns the overall state of the site, ignoring parts that are switched off. 'off': all platforms are switched off. 'failing': all parts
 * fail. 'someFailing': some fail. 'slow': none fails, some are slow. 'working': all parts work; 'exceptOff': all that are on. 'partly':
 * some work, the state of others is unknown. For only unknown states, 'few': parts were used recently, but not often enough to tell;
 * 'none': no part was used recently; 'never': no part was ever used.
 */
export function summaryOf(report: Status & Pick<StatusReport, 'used'>) {
  if (PLATFORM_IDS.every((platform) => report.previews[platform].state === 'off')) return 'off';
  const seen = Object.values(observationsByPart(report));
  const parts = seen.filter(({ state }) => state !== 'off');
  const states = parts.map(({ state }) => state);
  const all = (state: StatusState): boolean => states.every((one) => one === state);
  const some = (state: StatusState): boolean => states.includes(state);
  if (all('failing')) return 'failing';
  if (some('failing')) return 'someFailing';
  if (some('slow')) return 'slow';
  if (all('working')) return parts.length < seen.length ? 'exceptOff' : 'working';
  if (some('working')) return 'partly';
  if (parts.some(({ lastSeen }) => lastSeen !== null)) return 'few';
  return report.used.length === 0 ? 'never' : 'none';
}

/** Returns the headline of the status card and the status page for the state from `summaryOf`. */
export const headlineOf = (report: Parameters<typeof summaryOf>[0]): string =>
  text(statusCard, `headlines.${summaryOf(report)}`);

/**
 * Returns the sentence that says when the status will be known; null if any part has been used recently or all platforms are switched off.
 */
export const waitingLine = (report: Parameters<typeof summaryOf>[0]): string | null => {
  const summary = summaryOf(report);
  return summary === 'never' || summary === 'none' ? text(statusCard, `waiting.${summary}`) : null;
};

/** Returns the words for the state of a part. For an unknown state after recent use, the words say that there were too few uses to tell. */
export const stateText = ({ state, lastSeen }: Pick<PartStatus, 'state' | 'lastSeen'>): string =>
  text(statusCard, state === 'unknown' && lastSeen !== null ? 'states.few' : `states.${state}`);

const TEN_SECONDS_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Returns a text that says how long ago the status was observed; under a minute in steps of ten seconds, so that the text rarely changes.
 */
export function observationAgeText(ageMs: number): string {
  if (ageMs < TEN_SECONDS_MS) return text(statusCard, 'checked.now');
  if (ageMs < MINUTE_MS)
    return text(statusCard, 'checked.seconds', { count: Math.floor(ageMs / TEN_SECONDS_MS) * 10 });
  if (ageMs < HOUR_MS) return text(statusCard, 'checked.minutes', { count: Math.floor(ageMs / MINUTE_MS) });
  return text(statusCard, 'checked.hours', { count: Math.floor(ageMs / HOUR_MS) });
}

/** Medians below this time are not shown exactly. */
const SHORT_MEDIAN_MS = 100;

/** Returns the median time as text: '1.4 s', or 'under 0.1 s'; empty without a measurement. */
export function medianText({ medianMs }: Pick<PartStatus, 'medianMs'>): string {
  if (medianMs === null) return '';
  return medianMs < SHORT_MEDIAN_MS
    ? text(statusCard, 'median.short')
    : text(statusCard, 'median.seconds', { seconds: (medianMs / 1000).toFixed(1) });
}
