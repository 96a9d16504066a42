/**
 * Maximum number of downloads that the page starts per click: Chromium allows ten within a second and drops further downloads without an
 * error.
 */
export const DOWNLOADS_PER_PRESS = 10;
/** Maximum size of a file or a ZIP that the page holds in memory. Larger files use the browser's own download. */
export const BLOB_MAX_BYTES = 200 * 1024 * 1024;

/** Maximum size of a ZIP that the page makes on the disk. */
export const ZIP_ON_DISK_MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** Upper bound of a ZIP's headers for one file: 92 bytes plus its name twice, at most 255 bytes each. */
export const ZIP_ENTRY_MAX_OVERHEAD_BYTES = 1_024;

interface Sized {
  readonly size: number;
  readonly sizeKnown: boolean;
}

/** Returns the maximum number of bytes a file of this size takes in a ZIP. */
export const zippedSize = (size: number): number => size + ZIP_ENTRY_MAX_OVERHEAD_BYTES;

/** Number of ZIP files and separate files that a set needs. */
export type ZipPlan = Readonly<ReturnType<typeof planZip>>;

/**
 * Computes how many ZIP files of at most `maxBytes` hold these files in their order (`parts`), and how many files are too large for a ZIP
 * of that size (`separate`). If `sizesKnown` is false, both numbers are estimates.
 */
export function planZip(files: readonly Sized[], maxBytes: number) {
  let parts = 0;
  let separate = 0;
  let filled = maxBytes;
  for (const { size } of files) {
    const bytes = zippedSize(size);
    if (bytes > maxBytes) {
      separate += 1;
      continue;
    }
    if (filled + bytes > maxBytes) {
      parts += 1;
      filled = 0;
    }
    filled += bytes;
  }
  return { parts, separate, sizesKnown: files.every((file) => file.sizeKnown) };
}

/**
 * Returns the file name of a set's ZIP: `zipName` for the only ZIP, otherwise a name such as '{name}-part-2-of-3.zip'. `partNumber` counts
 * from 1. `partCount` is null if the number of ZIP files is only estimated; the name then omits this number.
 */
export function partName(zipName: string, partNumber: number, partCount: number | null): string {
  if (partCount === 1) return zipName;
  const stem = zipName.replace(/\.zip$/u, '');
  return partCount === null
    ? `${stem}-part-${partNumber}.zip`
    : `${stem}-part-${partNumber}-of-${partCount}.zip`;
}
