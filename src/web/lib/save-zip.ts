import { fetchSet, type SetOutcome, type SetRequest } from './save-set.ts';

export type ZipRequest = Omit<SetRequest, 'onFile' | 'startAt' | 'into'>;
export type ZipOutcome =
  | { readonly kind: 'zipped'; readonly blob: Blob }
  | Exclude<SetOutcome, { kind: 'collected' }>;

interface ZipEntry {
  readonly name: string;
  readonly input: Blob;
}

/** Two files of one name in a ZIP overwrite each other when it is unpacked. */
export function uniqueName(filename: string, taken: ReadonlySet<string>): string {
  if (!taken.has(filename)) return filename;
  const dot = filename.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
  let number = 2;
  while (taken.has(`${stem}_${number}${extension}`)) number += 1;
  return `${stem}_${number}${extension}`;
}

/**
 * Fetches the files of a set and packs them, uncompressed, into one ZIP: pictures and clips do not shrink. The
 * packer is loaded when the first ZIP is made. Throws only if that load or the packing itself fails.
 */
export async function fetchZip(request: ZipRequest): Promise<ZipOutcome> {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  const packer = import('client-zip');
  // Awaited only after the files; until then a failed load must not count as unhandled.
  packer.catch(() => undefined);
  const outcome = await fetchSet({
    ...request,
    startAt: 0,
    into: 'zip',
    onFile: (blob, filename) => {
      const name = uniqueName(filename, names);
      names.add(name);
      entries.push({ name, input: blob });
    },
  });
  if (outcome.kind !== 'collected') return outcome;
  const { downloadZip } = await packer;
  const blob = await downloadZip(
    entries.map(({ name, input }) => ({ name, input, size: input.size })),
  ).blob();
  return request.control.signal.aborted ? { kind: 'cancelled' } : { kind: 'zipped', blob };
}
