import type { Observation, Status, StatusPart, StatusState } from '#shared/contract/status.ts';
import { checkedText, medianText, STATUS_TEXT } from '#shared/section-messages.ts';

/** Returns the observation of each part that the status card shows. */
export const observationsByPart = ({
  previews,
  downloads,
}: Status): Readonly<Record<StatusPart, Observation>> => ({
  ...previews,
  downloads,
});

/**
 * Returns the headline of the status card on the home page. It is never better than the worst part, and says "everything
 * works" only if every part works.
 */
export function headlineOf(states: readonly StatusState[]): string {
  const { headlines } = STATUS_TEXT;
  const all = (state: StatusState): boolean => states.every((one) => one === state);
  const some = (state: StatusState): boolean => states.includes(state);
  if (all('failing')) return headlines.failing;
  if (some('failing')) return headlines.someFailing;
  if (some('slow')) return headlines.slow;
  if (all('working')) return headlines.working;
  return some('working') ? headlines.partly : headlines.unknown;
}

const TEN_SECONDS_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Formats how long ago something was observed; under a minute in steps of ten seconds, so that the line rarely changes.
 */
export function checkedAgo(milliseconds: number): string {
  if (milliseconds < TEN_SECONDS_MS) return checkedText.now;
  if (milliseconds < MINUTE_MS) return checkedText.seconds(Math.floor(milliseconds / TEN_SECONDS_MS) * 10);
  if (milliseconds < HOUR_MS) return checkedText.minutes(Math.floor(milliseconds / MINUTE_MS));
  return checkedText.hours(Math.floor(milliseconds / HOUR_MS));
}

/** Returns the text of a row's time column; empty without a measurement. */
export const timeOf = ({ medianMs }: Observation): string => (medianMs === null ? '' : medianText(medianMs));
