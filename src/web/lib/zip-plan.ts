/** More than a ZIP's headers and directory take for one file: 92 bytes and its name twice, of 255 bytes at most. */
export const ZIP_ENTRY_MAX_OVERHEAD_BYTES = 1_024;

interface Sized {
  readonly size: number;
  readonly sizeKnown: boolean;
}

export interface ZipPlan {
  /** ZIP files needed, each within the limit. */
  readonly parts: number;
  /** Files larger than a whole ZIP may be. They are saved separately. */
  readonly separate: number;
  /** Whether every size is known; else the count is an estimate. */
  readonly sizesKnown: boolean;
}

/** Bytes a file takes within a ZIP, at most. */
export const zippedSize = (size: number): number => size + ZIP_ENTRY_MAX_OVERHEAD_BYTES;

/** Plans how many ZIP files of at most `maxBytes` hold these files, in their order. */
export function planZip(files: readonly Sized[], maxBytes: number): ZipPlan {
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

/** '{name}.zip', or '{name}-part-2-of-3.zip'; without the count where it is only estimated (`parts` is null). */
export function partName(zipName: string, part: number, parts: number | null): string {
  if (parts === 1) return zipName;
  const stem = zipName.replace(/\.zip$/u, '');
  return parts === null ? `${stem}-part-${part}.zip` : `${stem}-part-${part}-of-${parts}.zip`;
}
