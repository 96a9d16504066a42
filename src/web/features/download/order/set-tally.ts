import { downloadPanel } from '#messages/download-panel.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import type { FileDelivery, PartialDownload } from './partial-download.ts';

/** Numbers of delivered and failed files of an order, as far as the page can know them. */
export interface SetTally {
  readonly files: number;
  /** Number of files passed to the browser's download manager. Whether it saved them is unknown. */
  readonly handed: number;
  /** Number of these files that the browser downloads from a link itself. The page does not see their bytes. */
  readonly linked: number;
  /** Number of files that the share sheet took. */
  readonly shared: number;
  /** Number of files written to the folder and checked to be complete. */
  readonly written: number;
  /** Folder name; null if files go to the browser. */
  readonly folder: string | null;
  /** Number of ZIP files among the downloads; 0 for separate files. */
  readonly zips: number;
  readonly failed: number;
}

/**
 * Counts the delivered and failed files of an order. Returns null for a single file that goes to neither a ZIP, a folder nor the share
 * sheet.
 */
export function tallyOf(
  { files, saveAs }: { readonly files: readonly unknown[]; readonly saveAs: string },
  partialDownload: PartialDownload,
  folder: string | null,
): SetTally | null {
  if (files.length === 1 && saveAs === 'separate') return null;
  const deliveries = [...partialDownload.delivered.values()];
  const countFor = (wanted: FileDelivery['destination']): number =>
    deliveries.filter(({ destination }) => destination === wanted).length;
  const written = countFor('folder');
  return {
    files: files.length,
    handed: countFor('browser'),
    shared: countFor('sheet'),
    linked: deliveries.filter(({ bytes }) => bytes === null).length,
    written,
    folder,
    zips: partialDownload.zips,
    failed: partialDownload.failed.size,
  };
}

export const hasDelivered = ({ handed, shared, written }: SetTally): boolean => handed + shared + written > 0;

/** Returns whether this page has received every file whole and passed it on. */
export const isWhole = ({ files, handed, shared, written, linked }: SetTally): boolean =>
  linked === 0 && handed + shared + written === files;

/**
 * Returns how many files of the set have been delivered: '10 of 20 files saved to the folder "Trip"', or the number passed to the share
 * sheet or sent to the browser.
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

/** Returns the sentences below `tallyTitle`: other files, ZIP files, failed files. */
export const tallyDetails = ({
  handed,
  shared,
  linked,
  folder,
  zips,
  failed,
}: SetTally): readonly string[] => [
  ...(shared > 0 && handed > 0 ? [text(downloadPanel, 'handedToo', { count: handed })] : []),
  ...(folder !== null && handed > 0 ? [text(downloadPanel, 'largeHanded', { count: handed })] : []),
  ...(zips > 0 ? [zipsText(zips, linked)] : []),
  ...(failed > 0 ? [text(downloadPanel, 'failedFiles', { count: failed })] : []),
];

/** Returns where to find the files sent to the browser; null if there are none. */
export const whereToLook = ({ handed, linked }: SetTally): string | null => {
  if (handed === 0) return null;
  return linked === handed ? text(downloadPanel, 'handedOverHint') : text(downloadPanel, 'checkDownloads');
};
