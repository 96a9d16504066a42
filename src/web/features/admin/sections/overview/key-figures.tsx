import type { DayCounts, Overview } from '#shared/contract/overview.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { OVERVIEW } from '#shared/operate-messages.ts';
import styles from './overview.module.css';

const NUMBER = new Intl.NumberFormat('en');
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const secondsOf = (ms: number): string => OVERVIEW.seconds((ms / 1_000).toFixed(1));

/** Returns today's failures by reason without zeros: private and deleted posts first, then all others. */
export function failureParts(failures: Overview['today']['failures']): string {
  const { private: hidden = 0, gone = 0, ...rest } = failures;
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  const { failureParts: names } = OVERVIEW;
  return [[hidden, names.private] as const, [gone, names.gone] as const, [others, names.other] as const]
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${NUMBER.format(count)} ${name}`)
    .join(', ');
}

const succeeded = ({ previews, previewsFailed }: DayCounts): string =>
  previews === 0 ? OVERVIEW.none : OVERVIEW.succeeded(SHARE.format((previews - previewsFailed) / previews));

/** Renders today's four key figures. */
export function KeyFigures({ overview }: { overview: Overview }) {
  const { today, days } = overview;
  const counts = days.at(-1);
  if (counts === undefined) return null;
  const failed = Object.values(today.failures).reduce((sum, count) => sum + count, 0);
  const figures = [
    [OVERVIEW.previews, NUMBER.format(counts.previews), succeeded(counts)],
    [OVERVIEW.downloads, NUMBER.format(counts.downloads), OVERVIEW.sent(formatBytes(today.bytes))],
    [
      OVERVIEW.median,
      today.medianPreviewMs === null ? '–' : secondsOf(today.medianPreviewMs),
      today.medianPreviewMs === null ? OVERVIEW.unknown : OVERVIEW.medianNote,
    ],
    [OVERVIEW.failures, NUMBER.format(failed), failed === 0 ? OVERVIEW.none : failureParts(today.failures)],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
