import type { DayState, Past } from '#shared/contract/status.ts';
import { STATUS_PAGE } from '#shared/status-page-messages.ts';
import { dayText } from './moments.ts';
import styles from './status-page.module.css';

const STEP = 10;
const WIDTH = 8;
const HEIGHT = 36;
/** The worse, the lower: the colours are not needed to tell them apart. */
const HEIGHTS: Readonly<Record<DayState, number>> = { working: 36, disturbed: 22, failing: 12, unknown: 3 };

/** What one bar says. */
export const dayWords = ({ states, shares }: Past, index: number): string => {
  const share = shares[index] ?? null;
  const word = STATUS_PAGE.dayStates[states[index] ?? 'unknown'];
  return share === null ? word : `${word}, ${STATUS_PAGE.share(share)}`;
};

const countStates = (states: readonly DayState[]): Record<DayState, number> => {
  const counts = { working: 0, disturbed: 0, failing: 0, unknown: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
};

/** A bar for each day, oldest first; in words for who cannot see them. */
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
          <title>{`${dayText(day)}: ${dayWords(past, index)}`}</title>
        </rect>
      );
    })}
  </svg>
);

/** What the heights and colours stand for. */
export const BarsKey = () => (
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
