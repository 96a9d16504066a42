import { useState, useSyncExternalStore } from 'react';
import { LOCALE } from '#messages/language.ts';
import { overviewSection } from '#messages/overview-section.ts';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../ui/button.tsx';
import { DayTable } from '../../ui/day-table.tsx';
import styles from './day-chart.module.css';
import panel from './panel-styles.module.css';

/**
 * Returns the values at the three grid lines: zero, half of the top, and the top. The top is a round number, at least 2 and at least
 * `highestValue`, the value of the highest bar.
 */
export function chartLines(highestValue: number): readonly [number, number, number] {
  if (highestValue <= 2) return [0, 1, 2];
  const magnitude = 10 ** Math.floor(Math.log10(highestValue));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * magnitude >= highestValue) ?? 10;
  const top = Math.max(2, step * magnitude);
  return [0, top / 2, top];
}

const SHORT_DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const NARROW_SCREEN = '(max-width: 640px)';
/** Width of the drawing on a wide and on a narrow screen. All lengths here are in units of the view box of the drawing. */
const DRAWING_WIDTH = { wide: 860, narrow: 400 } as const;
const HEIGHT = 190;
const START = 64;
const TOP = 20;
const FLOOR = 165;
/** Width that is reserved for a date label below the bars. */
const LABEL_WIDTH = 130;
/** Minimum number of days from one date label to the next. The last day always has a label; the label before it may be half as far away. */
const DAYS_PER_LABEL = 10;

const dayText = (day: string): string => SHORT_DAY.format(new Date(day));

function subscribeNarrow(changed: () => void): () => void {
  const query = matchMedia(NARROW_SCREEN);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

interface DayChartProps<Day> {
  heading: string;
  /** All days that are kept, oldest first. */
  days: readonly Day[];
  /** Number of days that the chart shows on a wide and on a narrow screen: the newest ones. The table shows all days. */
  shown: Readonly<Record<'wide' | 'narrow', number>>;
  amountOf: (day: Day) => number;
  /** Formats a value for a grid line or for the tooltip of a bar. */
  write: (value: number) => string;
  /** Returns the text alternative of a chart of these days. */
  labelOf: (shown: readonly Day[]) => string;
  emptyText: (days: number) => string;
  /** Whether the button that switches between chart and table is shown. */
  isCounted: boolean;
  /** Columns of the table after the day: the name of each, and the function that returns the text of its cell for a day. */
  columns: readonly (readonly [name: string, cell: (day: Day) => string])[];
}

type Dated = { readonly day: string };

function Bars<Day extends Dated>({
  days,
  width,
  amountOf,
  write,
}: Pick<DayChartProps<Day>, 'days' | 'amountOf' | 'write'> & { width: number }) {
  const lines = chartLines(Math.max(...days.map(amountOf)));
  const heightOf = (value: number): number => ((FLOOR - TOP) * value) / lines[2];
  const step = (width - START) / days.length;
  const last = days.length - 1;
  const perLabel = Math.max(DAYS_PER_LABEL, Math.ceil((days.length * LABEL_WIDTH) / width));
  return (
    <>
      {lines.map((line) => (
        <g key={line}>
          <line
            className={styles.line}
            x1={START}
            x2={width}
            y1={FLOOR - heightOf(line)}
            y2={FLOOR - heightOf(line)}
          />
          <text className={styles.mark} x={START - 12} y={FLOOR - heightOf(line) + 4} textAnchor="end">
            {write(line)}
          </text>
        </g>
      ))}
      {days.map((one, index) => (
        <g key={one.day}>
          <rect
            className={index === last ? styles.barToday : styles.bar}
            x={START + index * step + step * 0.16}
            width={step * 0.68}
            y={FLOOR - heightOf(amountOf(one))}
            height={heightOf(amountOf(one))}
            rx={Math.min(3, step / 5, heightOf(amountOf(one)) / 2)}
          >
            <title>{`${dayText(one.day)}: ${write(amountOf(one))}`}</title>
          </rect>
          {(index === last || (index % perLabel === 0 && last - index >= perLabel / 2)) && (
            <text
              className={styles.mark}
              x={index === last ? width : START + (index + 0.5) * step}
              y={HEIGHT - 4}
              textAnchor={index === last ? 'end' : 'middle'}
            >
              {index === last ? text(overviewSection, 'today') : dayText(one.day)}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function Chart<Day extends Dated>({
  days: all,
  shown,
  labelOf,
  emptyText,
  ...bars
}: Omit<DayChartProps<Day>, 'heading' | 'isCounted' | 'columns'>) {
  const isNarrow = useSyncExternalStore(subscribeNarrow, () => matchMedia(NARROW_SCREEN).matches);
  const days = all.slice(-shown[isNarrow ? 'narrow' : 'wide']);
  const width = DRAWING_WIDTH[isNarrow ? 'narrow' : 'wide'];
  if (days.every((one) => bars.amountOf(one) === 0))
    return <p className={panel.empty}>{emptyText(days.length)}</p>;
  return (
    <div className={panel.box}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
        role="img"
        aria-label={labelOf(days)}
      >
        <Bars days={days} width={width} {...bars} />
      </svg>
    </div>
  );
}

/**
 * Renders a value per day as bars, or `emptyText` if all shown values are zero. If `isCounted`, a button switches to a table of all days,
 * and back to the chart.
 */
export function DayChart<Day extends Dated>({ heading, isCounted, columns, ...chart }: DayChartProps<Day>) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={panel.part}>
      <div className={panel.partHead}>
        <h2 className={panel.heading}>{heading}</h2>
        <span className={panel.faint}>
          {text(overviewSection, 'retention', { count: COUNTS_RETENTION_DAYS })}
        </span>
      </div>
      {asTable ? (
        <DayTable
          label={heading}
          head={[text(overviewSection, 'columns.day'), ...columns.map(([name]) => name)]}
          rows={chart.days
            .toReversed()
            .map((one) => [dayText(one.day), ...columns.map(([, cell]) => cell(one))])}
          className={styles.table}
        />
      ) : (
        <Chart {...chart} />
      )}
      {isCounted && (
        <Button size="small" onClick={() => setAsTable(!asTable)}>
          {asTable ? text(overviewSection, 'asChart') : text(overviewSection, 'asTable')}
        </Button>
      )}
    </section>
  );
}
