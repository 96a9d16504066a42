import { downloadPanel } from '#messages/download-panel.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import type { FileDelivery, PartialDownload } from './partial-download.ts';

/**
 * Counts the delivered and failed files of an order. `folder` is the name of the target folder, or null. Returns null for a single file
 * that is saved without a ZIP, a folder or the share sheet.
 */
export function tallyOf(
  { files, saveAs }: { readonly files: readonly unknown[]; readonly saveAs: string },
  partialDownload: PartialDownload,
  folder: string | null,
) {
  if (files.length === 1 && saveAs === 'separate') return null;
  const deliveries = [...partialDownload.delivered.values()];
  const countFor = (destinationToCount: FileDelivery['destination']): number =>
    deliveries.filter(({ destination }) => destination === destinationToCount).length;
  return {
    files: files.length,
    /** Number of files passed to the browser's download manager. Whether it saved them is unknown. */
    handed: countFor('browser'),
    /** Number of files that the share sheet took. */
    shared: countFor('sheet'),
    /**
     * Number of delivered files that may be incomplete: the browser downloads them itself, or the share sheet did not report its success.
     */
    unverified: deliveries.filter(({ bytes }) => bytes === null).length,
    /** Number of files written to the folder and checked to be complete. */
    written: countFor('folder'),
    /** Folder name; null if the files go to the browser or the share sheet. */
    folder,
    /** Number of ZIP files among the downloads; 0 for separate files. */
    zips: partialDownload.zips,
    failed: partialDownload.failed.size,
  };
}

/** Numbers of delivered and failed files of an order. */
export type SetTally = Readonly<NonNullable<ReturnType<typeof tallyOf>>>;

export const hasDelivered = ({ handed, shared, written }: SetTally): boolean => handed + shared + written > 0;

/** Returns whether this page has received every file of the order completely and passed it on. */
export const isWhole = ({ files, handed, shared, written, unverified }: SetTally): boolean =>
  unverified === 0 && handed + shared + written === files;

/**
 * Returns the text with the number of files that were written to the folder: '10 of 20 files saved to the folder "Trip"'. Without a folder,
 * it counts the files passed to the share sheet or, if there are none, those sent to the browser.
 */
export const tallyTitle = ({ files, handed, shared, written, folder }: SetTally): string => {
  if (folder !== null) return text(downloadPanel, 'inFolder', { saved: written, files, folder });
  return shared > 0
    ? text(downloadPanel, 'shared', { shared, files })
    : text(downloadPanel, 'handed', { handed, files });
};

/** Returns the panel's title after a set was written to a folder: 'Folder "Trip": 10 of 10 files'. */
export const storedTitle = ({ files, written, folder }: SetTally): string =>
  text(downloadPanel, 'stored', { saved: written, files, folder: folder ?? '' });

/** Returns 'In 2 ZIP files and 1 separate file.' */
const zipsText = (zips: number, separate: number): string =>
  text(downloadPanel, 'inParts', {
    parts: listWithAnd([
      text(downloadPanel, 'zips', { count: zips }),
      ...(separate > 0 ? [text(downloadPanel, 'separate', { count: separate })] : []),
    ]),
  });

/**
 * Returns the sentences that follow `tallyTitle`. They count the files sent to the browser, if the title does not count them, the ZIP
 * files, and the failed files.
 */
export const tallyDetails = ({
  handed,
  shared,
  unverified,
  folder,
  zips,
  failed,
}: SetTally): readonly string[] => [
  ...(shared > 0 && handed > 0 ? [text(downloadPanel, 'handedToo', { count: handed })] : []),
  ...(folder !== null && handed > 0 ? [text(downloadPanel, 'largeHanded', { count: handed })] : []),
  ...(zips > 0 ? [zipsText(zips, unverified)] : []),
  ...(failed > 0 ? [text(downloadPanel, 'failedFiles', { count: failed })] : []),
];

/** Returns the sentence that says where to find the files sent to the browser; null if there are none. */
export const whereToLook = ({ handed, unverified }: SetTally): string | null => {
  if (handed === 0) return null;
  return unverified === handed
    ? text(downloadPanel, 'handedOverHint')
    : text(downloadPanel, 'checkDownloads');
};
