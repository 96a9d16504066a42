import { describe, expect, it } from 'vitest';
import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { PartialDownload } from './partial-download.ts';
import { hasDelivered, isWhole, tallyDetails, tallyOf, tallyTitle, whereToLook } from './set-tally.ts';

const FAILURE = { kind: 'failed', message: 'no', received: 0, total: null } as const;
const files = (count: number) => ({ files: Array.from({ length: count }), saveAs: 'separate' });

/** Returns the counts of a set of 20 after these deliveries. */
const tallied = (
  { handed = 0, unverified = 0, shared = 0, written = 0, zips = 0, failed = 0 },
  folder: string | null = null,
) => {
  const partialDownload = new PartialDownload();
  const deliveries = [
    ...Array.from({ length: handed }, () => ({ destination: 'browser', bytes: 1 }) as const),
    ...Array.from({ length: unverified }, () => ({ destination: 'browser', bytes: null }) as const),
    ...Array.from({ length: shared }, () => ({ destination: 'sheet', bytes: 1 }) as const),
    ...Array.from({ length: written }, () => ({ destination: 'folder', bytes: 1 }) as const),
  ];
  for (const [index, delivery] of deliveries.entries()) partialDownload.recordDelivery(index, delivery);
  for (let index = 0; index < failed; index += 1) partialDownload.failed.set(19 - index, FAILURE);
  partialDownload.zips = zips;
  const tally = tallyOf(files(20), partialDownload, folder);
  if (tally === null) throw new Error('a set has counts');
  return tally;
};
const words = (tally: ReturnType<typeof tallied>) => [tallyTitle(tally), ...tallyDetails(tally)];

describe('the texts of a set', () => {
  it('state only that the files were sent to the browser', () => {
    expect(words(tallied({ handed: 10 }))).toEqual(['10 of 20 files sent to your browser']);
    expect(words(tallied({ handed: 17, failed: 1, zips: 2 }))).toEqual([
      '17 of 20 files sent to your browser',
      'In 2 ZIP files.',
      '1 file failed.',
    ]);
    expect(words(tallied({ handed: 17, unverified: 1, zips: 2 }))).toEqual([
      '18 of 20 files sent to your browser',
      'In 2 ZIP files and 1 separate file.',
    ]);
    expect(words(tallied({ handed: 17, unverified: 2, zips: 1 }))[1]).toBe(
      'In 1 ZIP file and 2 separate files.',
    );
  });

  it('count the files in the folder and those sent to the browser', () => {
    expect(words(tallied({ written: 18, unverified: 1, failed: 2 }, 'Trip'))).toEqual([
      '18 of 20 files saved to the folder "Trip"',
      '1 large file sent to your browser.',
      '2 files failed.',
    ]);
  });

  it('count the files that the share sheet took, and those that it did not', () => {
    expect(words(tallied({ shared: 18, handed: 2 }))).toEqual([
      '18 of 20 files passed to the share sheet',
      '2 files sent to your browser.',
    ]);
  });

  it('are those of a whole set only if this page has received every file', () => {
    const whole = [{ handed: 20 }, { written: 20 }, { shared: 18, handed: 2 }];
    expect(whole.map((counts) => isWhole(tallied(counts)))).toEqual([true, true, true]);
    const others = [{ handed: 19 }, { handed: 19, unverified: 1 }, { handed: 19, failed: 1 }];
    expect(others.map((counts) => isWhole(tallied(counts)))).toEqual([false, false, false]);
  });

  it('say where to find the files the browser has', () => {
    expect(whereToLook(tallied({ handed: 3, unverified: 1 }))).toBe(text(downloadPanel, 'checkDownloads'));
    expect(whereToLook(tallied({ unverified: 2 }))).toBe(text(downloadPanel, 'handedOverHint'));
    expect(whereToLook(tallied({ written: 2 }, 'Trip'))).toBeNull();
  });

  it('do not exist for a single file', () => {
    expect(tallyOf(files(1), new PartialDownload(), null)).toBeNull();
    expect([hasDelivered(tallied({})), hasDelivered(tallied({ written: 1 }))]).toEqual([false, true]);
  });
});
