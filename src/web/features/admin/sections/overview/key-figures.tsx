import { LANGUAGE } from '#messages/language.ts';
import { overviewSection } from '#messages/overview-section.ts';
import type { DayCounts, Overview } from '#shared/contract/overview.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import styles from './overview.module.css';

const NUMBER = new Intl.NumberFormat(LANGUAGE);
const SHARE = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 });

const secondsOf = (ms: number): string =>
  text(overviewSection, 'seconds', { value: (ms / 1_000).toFixed(1) });

/** Returns today's failures by reason without zeros: private and deleted posts first, then all others. */
export function failureParts(failures: Overview['today']['failures']): string {
  const { private: hidden = 0, gone = 0, ...rest } = failures;
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  const parts = [
    [hidden, 'private'],
    [gone, 'gone'],
    [others, 'other'],
  ] as const;
  return listWithCommas(
    parts
      .filter(([count]) => count > 0)
      .map(([count, part]) => `${NUMBER.format(count)} ${text(overviewSection, `failureParts.${part}`)}`),
  );
}

const succeeded = ({ previews, previewsFailed }: DayCounts): string =>
  previews === 0
    ? text(overviewSection, 'none')
    : text(overviewSection, 'succeeded', { share: SHARE.format((previews - previewsFailed) / previews) });

/** Renders today's four key figures. */
export function KeyFigures({ overview }: { overview: Overview }) {
  const { today, days } = overview;
  const counts = days.at(-1);
  if (counts === undefined) return null;
  const failed = Object.values(today.failures).reduce((sum, count) => sum + count, 0);
  const figures = [
    [text(overviewSection, 'previews'), NUMBER.format(counts.previews), succeeded(counts)],
    [
      text(overviewSection, 'downloads'),
      NUMBER.format(counts.downloads),
      text(overviewSection, 'sent', { size: formatBytes(today.bytes) }),
    ],
    [
      text(overviewSection, 'median'),
      today.medianPreviewMs === null ? '–' : secondsOf(today.medianPreviewMs),
      today.medianPreviewMs === null ? text(overviewSection, 'unknown') : text(overviewSection, 'medianNote'),
    ],
    [
      text(overviewSection, 'failures'),
      NUMBER.format(failed),
      failed === 0 ? text(overviewSection, 'none') : failureParts(today.failures),
    ],
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
