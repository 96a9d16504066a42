import type { DayState, Past } from '#shared/contract/status.ts';
import { STATUS_PAGE } from '#shared/status-page-messages.ts';
import { dayText } from './date-text.ts';
import styles from './status-page.module.css';

const STEP = 10;
const WIDTH = 8;
const HEIGHT = 36;
/** Bar heights: the worse the state, the lower the bar, so that states differ without colour. */
const HEIGHTS: Readonly<Record<DayState, number>> = { working: 36, disturbed: 22, failing: 12, unknown: 3 };

/** Returns the text of one day's bar: its state and, if known, the share of successful attempts. */
export const dayDescription = ({ states, shares }: Past, index: number): string => {
  const share = shares[index] ?? null;
  const word = STATUS_PAGE.dayStates[states[index] ?? 'unknown'];
  return share === null ? word : `${word}, ${STATUS_PAGE.share(share)}`;
};

const countStates = (states: readonly DayState[]): Record<DayState, number> => {
  const counts = { working: 0, disturbed: 0, failing: 0, unknown: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
};

/** Renders one bar per day, oldest first, with a text alternative for screen readers. */
export const DayBars = ({ name, days, past }: { name: string; days: readonly string[]; past: Past }) => (
  <svg
    className={styles.bars}
    viewBox={`0 0 ${String(days.length * STEP - (STEP - WIDTH))} ${String(HEIGHT)}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={STATUS_PAGE.bars(name, countStates(past.states))}
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
          <title>{`${dayText(day)}: ${dayDescription(past, index)}`}</title>
        </rect>
      );
    })}
  </svg>
);

/** Renders the legend of the heights and colours. */
export const BarsLegend = () => (
  <ul className={styles.key} aria-label={STATUS_PAGE.key}>
    {Object.entries(STATUS_PAGE.dayStates).map(([state, word]) => (
      <li key={state}>
        <svg viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} aria-hidden="true">
          <rect
            data-day={state}
            width={WIDTH}
            y={HEIGHT - HEIGHTS[state as DayState]}
            height={HEIGHTS[state as DayState]}
          />
        </svg>
        {word}
      </li>
    ))}
  </ul>
);
