import { LANGUAGE } from '#messages/language.ts';
import { overviewSection } from '#messages/overview-section.ts';
import type { DayCounts, Overview } from '#shared/contract/overview.ts';
import type { Delivery } from '#shared/contract/site.ts';
import type { FailureCode } from '#shared/failures.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { medianText } from '../../../../lib/status-facts.ts';
import { Figures } from '../../figures.tsx';

const NUMBER = new Intl.NumberFormat(LANGUAGE);
const SHARE = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 });

const FAILURE_PARTS = ['private', 'gone', 'unread', 'other'] as const;
type FailurePart = (typeof FAILURE_PARTS)[number];

/** Part of the summary in which each kind of failure is counted. */
const PART_OF: Readonly<Record<FailureCode | 'download', FailurePart>> = {
  private: 'private',
  gone: 'gone',
  rate_limited: 'other',
  no_media: 'unread',
  failed: 'unread',
  network: 'unread',
  link_invalid: 'other',
  download: 'other',
};

/**
 * Returns a list in words of how many previews and downloads failed today, by kind and without zeros. Codes that this version does not know
 * count as other failures.
 */
export function failureParts(failures: Overview['today']['failures']): string {
  const counts: Record<FailurePart, number> = { private: 0, gone: 0, unread: 0, other: 0 };
  for (const [code, count] of Object.entries(failures)) counts[ownEntry(PART_OF, code) ?? 'other'] += count;
  return listWithCommas(
    FAILURE_PARTS.filter((part) => counts[part] > 0).map((part) =>
      text(overviewSection, `failureParts.${part}`, {
        count: counts[part],
        shown: NUMBER.format(counts[part]),
      }),
    ),
  );
}

const succeeded = ({ previews, previewsFailed }: DayCounts): string =>
  previews === 0
    ? text(overviewSection, 'none')
    : text(overviewSection, 'succeeded', { share: SHARE.format((previews - previewsFailed) / previews) });

export function KeyFigures({ overview, delivery }: { overview: Overview; delivery: Delivery }) {
  const { today, days } = overview;
  const counts = days.at(-1);
  if (counts === undefined) return null;
  const failedCount = Object.values(today.failures).reduce((sum, count) => sum + count, 0);
  const figures = [
    [text(overviewSection, 'previews'), NUMBER.format(counts.previews), succeeded(counts)],
    [
      text(overviewSection, 'downloads'),
      NUMBER.format(counts.downloads),
      text(overviewSection, delivery === 'direct' ? 'sentHere' : 'sent', { size: formatBytes(today.bytes) }),
    ],
    [
      text(overviewSection, 'median'),
      medianText({ medianMs: today.medianPreviewMs }) || '–',
      today.medianPreviewMs === null ? text(overviewSection, 'unknown') : text(overviewSection, 'medianNote'),
    ],
    [
      text(overviewSection, 'failures'),
      NUMBER.format(failedCount),
      failedCount === 0 ? text(overviewSection, 'none') : failureParts(today.failures),
    ],
  ] as const;
  return <Figures figures={figures} />;
}
