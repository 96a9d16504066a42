import { statusPage } from '#messages/status-page.ts';
import type { DayState, Past } from '#shared/contract/status.ts';
import { listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { utcDayText } from './date-text.ts';
import styles from './status-page.module.css';

const STEP = 10;
const WIDTH = 8;
const HEIGHT = 36;
/** Heights of the bars. The worse the state, the lower the bar, so that states differ even without colour. */
const HEIGHTS: Readonly<Record<DayState, number>> = { working: 36, disturbed: 22, failing: 12, unknown: 3 };

/** Returns the text of one day's bar: its state and, if known, the share of successful attempts. */
export const dayDescription = ({ states, shares }: Past, index: number): string => {
  const share = shares[index] ?? null;
  const word = text(statusPage, `dayStates.${states[index] ?? 'unknown'}`);
  return share === null ? word : `${word}, ${text(statusPage, 'share', { percent: share })}`;
};

const DAY_STATES = ['working', 'disturbed', 'failing', 'unknown'] as const satisfies readonly DayState[];

/** Returns the text alternative of a part's bars: 'Downloads, the last 30 days: 29 days worked, 1 day without data.' */
const barsText = (part: string, states: readonly DayState[]): string => {
  const counts = DAY_STATES.map((state) => ({ state, count: states.filter((one) => one === state).length }));
  const days = counts
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => text(statusPage, `barDays.${state}`, { count }));
  return text(statusPage, 'bars', { part, days: listWithCommas(days) });
};

/** Renders one bar per day, oldest first, with a text alternative for screen readers. */
export const DayBars = ({ name, days, past }: { name: string; days: readonly string[]; past: Past }) => (
  <svg
    className={styles.bars}
    viewBox={`0 0 ${String(days.length * STEP - (STEP - WIDTH))} ${String(HEIGHT)}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={barsText(name, past.states)}
  >
    {days.map((day, index) => {
      const state = past.states[index] ?? 'unknown';
      return (
        <rect
          key={day}
          data-day={state}
          x={index * STEP}
          width={WIDTH}
          y={HEIGHT - HEIGHTS[state]}
          height={HEIGHTS[state]}
        >
          <title>{`${utcDayText(day)}: ${dayDescription(past, index)}`}</title>
        </rect>
      );
    })}
  </svg>
);

export const BarsLegend = () => (
  <ul className={styles.key} aria-label={text(statusPage, 'key')}>
    {DAY_STATES.map((state) => (
      <li key={state}>
        <svg viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} aria-hidden="true">
          <rect data-day={state} width={WIDTH} y={HEIGHT - HEIGHTS[state]} height={HEIGHTS[state]} />
        </svg>
        {text(statusPage, `dayStates.${state}`)}
      </li>
    ))}
  </ul>
);
