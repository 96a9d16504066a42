import type { Observation, Status, StatusPart, StatusState } from '#shared/contract/status.ts';
import { checkedText, medianText, STATUS_TEXT } from '#shared/section-messages.ts';

/** What the card says of each part. */
export const partsOf = ({ previews, downloads }: Status): Readonly<Record<StatusPart, Observation>> => ({
  ...previews,
  downloads,
});

/** The card's headline: never better than the worst part, and "everything" only when all are known to work. */
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

/** How long ago something was seen; below a minute in tens of seconds, so that the line is not always on the move. */
export function checkedAgo(milliseconds: number): string {
  if (milliseconds < TEN_SECONDS_MS) return checkedText.now;
  if (milliseconds < MINUTE_MS) return checkedText.seconds(Math.floor(milliseconds / TEN_SECONDS_MS) * 10);
  if (milliseconds < HOUR_MS) return checkedText.minutes(Math.floor(milliseconds / MINUTE_MS));
  return checkedText.hours(Math.floor(milliseconds / HOUR_MS));
}

/** The time column of a row; empty where nothing was measured. */
export const timeOf = ({ medianMs }: Observation): string => (medianMs === null ? '' : medianText(medianMs));
