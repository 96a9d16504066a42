import { useState, useSyncExternalStore } from 'react';
import { LANGUAGE, LOCALE } from '#messages/language.ts';
import { overviewSection } from '#messages/overview-section.ts';
import type { DayCounts } from '#shared/contract/overview.ts';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import panel from '../../panel-styles.module.css';
import styles from './overview.module.css';

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

const NUMBER = new Intl.NumberFormat(LANGUAGE);
const SHORT_DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Number of days that the chart shows on a wide screen. A phone has space for fewer. The table contains all days. */
const WIDE_DAYS = 30;
const NARROW_SCREEN = '(max-width: 640px)';
const NARROW_DAYS = 14;
/** Size of the drawing and its edges, in units of its view box. */
const DRAWING_WIDTH = { wide: 860, narrow: 400 } as const;
const HEIGHT = 190;
const START = 50;
const TOP = 20;
const FLOOR = 165;
/** Number of days between two date labels. The last day always has a label. */
const DAYS_PER_LABEL = 10;

const dayText = (day: string): string => SHORT_DAY.format(new Date(day));

function subscribeNarrow(changed: () => void): () => void {
  const query = matchMedia(NARROW_SCREEN);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

function Bars({ days, width }: { days: readonly DayCounts[]; width: number }) {
  const lines = chartLines(Math.max(...days.map(({ downloads }) => downloads)));
  const heightOf = (count: number): number => ((FLOOR - TOP) * count) / lines[2];
  const step = (width - START) / days.length;
  const last = days.length - 1;
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
            {NUMBER.format(line)}
          </text>
        </g>
      ))}
      {days.map(({ day, downloads }, index) => (
        <g key={day}>
          <rect
            className={index === last ? styles.barToday : styles.bar}
            x={START + index * step + step * 0.16}
            width={step * 0.68}
            y={FLOOR - heightOf(downloads)}
            height={heightOf(downloads)}
            rx={Math.min(3, heightOf(downloads) / 2)}
          >
            <title>{`${dayText(day)}: ${NUMBER.format(downloads)}`}</title>
          </rect>
          {(index === last || (index % DAYS_PER_LABEL === 0 && last - index >= DAYS_PER_LABEL / 2)) && (
            <text
              className={styles.mark}
              x={index === last ? width : START + (index + 0.5) * step}
              y={HEIGHT - 4}
              textAnchor={index === last ? 'end' : 'middle'}
            >
              {index === last ? text(overviewSection, 'today') : dayText(day)}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function Chart({ days: all }: { days: readonly DayCounts[] }) {
  const isNarrow = useSyncExternalStore(subscribeNarrow, () => matchMedia(NARROW_SCREEN).matches);
  const days = all.slice(isNarrow ? -NARROW_DAYS : -WIDE_DAYS);
  const width = DRAWING_WIDTH[isNarrow ? 'narrow' : 'wide'];
  const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
  if (total === 0)
    return <p className={styles.empty}>{text(overviewSection, 'empty', { days: days.length })}</p>;
  return (
    <div className={styles.box}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
        role="img"
        aria-label={text(overviewSection, 'chartLabel', { days: days.length, total: NUMBER.format(total) })}
      >
        <Bars days={days} width={width} />
      </svg>
    </div>
  );
}

function Table({ days }: { days: readonly DayCounts[] }) {
  return (
    <div className={styles.box}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={styles.tableBox} aria-label={text(overviewSection, 'chart')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text(overviewSection, 'columns.day')}</th>
              <th scope="col">{text(overviewSection, 'columns.previews')}</th>
              <th scope="col">{text(overviewSection, 'columns.downloads')}</th>
              <th scope="col">{text(overviewSection, 'columns.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, previews, previewsFailed, downloads, downloadsFailed }) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                <td>{NUMBER.format(previews)}</td>
                <td>{NUMBER.format(downloads)}</td>
                <td>{NUMBER.format(previewsFailed + downloadsFailed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/**
 * Renders the downloads per day as bars, or a sentence if there are none. If anything was counted, a button shows all counts as a table
 * instead.
 */
export function DayChart({ days }: { days: readonly DayCounts[] }) {
  const [asTable, setAsTable] = useState(false);
  const isCounted = days.some(({ previews, downloads }) => previews + downloads > 0);
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2 className={panel.heading}>{text(overviewSection, 'chart')}</h2>
        <span className={panel.faint}>
          {text(overviewSection, 'retention', { count: COUNTS_RETENTION_DAYS })}
        </span>
      </div>
      {asTable ? <Table days={days} /> : <Chart days={days} />}
      {isCounted && (
        <Button size="small" onClick={() => setAsTable(!asTable)}>
          {asTable ? text(overviewSection, 'asChart') : text(overviewSection, 'asTable')}
        </Button>
      )}
    </section>
  );
}
