import { partName, planZip, type ZipPlan, zippedSize } from '../../../lib/set-plan.ts';
import { KEEP_MIN_BYTES } from '../file/save-file.ts';
import { uniqueName } from '../file/save-folder.ts';
import { createFailureFor, type FileOutcome, type PlacementResult } from '../file/save-request.ts';
import { PartialFile } from '../transfer/partial-file.ts';
import { createSetReader, type SetOutcome, type SetReader, type SetRequest } from './save-set.ts';

export interface ZipRequest extends SetRequest {
  readonly zipName: string;
}

/** File in the ZIP that is being filled. `index` is its position in the set. */
interface Entry {
  readonly index: number;
  readonly name: string;
  readonly input: Blob;
}

function uniqueNames(filenames: readonly string[]): readonly string[] {
  const takenNames = new Set<string>();
  return filenames.map((filename) => {
    const name = uniqueName(filename, takenNames);
    takenNames.add(name);
    return name;
  });
}

/** One attempt at downloading a set as ZIP files. Fills the ZIP files one after another and delivers each when it is full. */
class ZipRun {
  readonly #request: ZipRequest;
  readonly #reader: SetReader;
  readonly #plan: ZipPlan;
  /**
   * File names by index in the set. They are unique across all ZIP files, because parts unpacked into one folder must not overwrite each
   * other.
   */
  readonly #names: readonly string[];
  readonly #tooLarge: number[] = [];
  #entries: Entry[] = [];
  #zipBytes = 0;
  #downloadsStarted = 0;

  constructor(request: ZipRequest) {
    const bytes = request.sources.reduce((sum, { size }) => sum + size, 0);
    this.#plan = planZip(request.sources, request.maxBytes);
    const isSmall = this.#plan.sizesKnown && bytes < KEEP_MIN_BYTES;
    this.#request = isSmall ? { ...request, keep: async () => null } : request;
    this.#reader = createSetReader(this.#request);
    this.#names = uniqueNames(request.sources.map(({ filename }) => filename));
  }

  async run(): Promise<SetOutcome> {
    const end = await this.#deliverAll();
    await this.#reader.settle();
    return end;
  }

  async #deliverAll(): Promise<SetOutcome> {
    const { partialDownload, sources } = this.#request;
    const { delivered, failed } = partialDownload;
    const remainingIndexes = [...sources.keys()].filter((at) => !delivered.has(at) && !failed.has(at));
    for (const position of remainingIndexes.keys()) {
      const end = await this.#add(remainingIndexes.slice(position));
      if (end !== null) return end;
    }
    const end = await this.#close(true);
    if (end !== null) return end;
    for (const index of this.#tooLarge) {
      if (this.#isPressNeeded()) return { kind: 'press-needed' };
      const failure = await this.#deliver(index);
      if (failure !== null) return failure;
    }
    return [...failed.values()].at(-1) ?? { kind: 'delivered' };
  }

  #isPressNeeded(): boolean {
    return this.#downloadsStarted === this.#request.downloadsPerPress;
  }

  /** Returns whether a file of this size fits into the open ZIP. */
  #fits(bytes: number): boolean {
    return this.#zipBytes + zippedSize(bytes) <= this.#request.maxBytes;
  }

  /**
   * Delivers the open ZIP, so that the next one can begin. Returns null to continue, else the outcome, for example that a click is needed.
   */
  async #startNext(): Promise<SetOutcome | null> {
    return (await this.#close(false)) ?? (this.#isPressNeeded() ? { kind: 'press-needed' } : null);
  }

  /**
   * Fetches the file at the first index of `remainingIndexes` into the open ZIP, or into a new one if it does not fit; sets aside a file that no ZIP
   * can hold. Returns null to continue, else the outcome.
   */
  async #add(remainingIndexes: readonly number[]): Promise<SetOutcome | null> {
    const { maxBytes } = this.#request;
    const [index = 0] = remainingIndexes;
    const known = this.#reader.sizeOf(index);
    if (known !== null && zippedSize(known) > maxBytes) {
      this.#tooLarge.push(index);
      return null;
    }
    if (known !== null && !this.#fits(known)) {
      const end = await this.#startNext();
      if (end !== null) return end;
    }
    if (this.#entries.length === 0 && this.#isPressNeeded()) return { kind: 'press-needed' };
    return this.#addOutcome(index, await this.#fetch(remainingIndexes, 'zip', maxBytes - zippedSize(0)));
  }

  async #addOutcome(index: number, outcome: FileOutcome): Promise<SetOutcome | null> {
    switch (outcome.kind) {
      case 'collected': {
        const { blob, filename } = outcome;
        const end = this.#fits(blob.size) ? null : await this.#startNext();
        if (end !== null) return end;
        this.#entries.push({ index, name: this.#names[index] ?? filename, input: blob });
        this.#zipBytes += zippedSize(blob.size);
        return null;
      }
      case 'too-large':
        this.#tooLarge.push(index);
        return null;
      case 'handed-over':
        return null;
      case 'failed':
        this.#request.partialDownload.recordFailure(index, outcome);
        return this.#request.posts === undefined ? { ...outcome, ...this.#reader.progress() } : null;
      default:
        return outcome;
    }
  }

  #fetch(indexes: readonly number[], output: 'zip' | 'files', maxBytes: number): Promise<FileOutcome> {
    const roomBytes = this.#request.maxBytes - this.#zipBytes;
    return this.#reader.take(indexes, { output, maxBytes, roomBytes, maxFiles: indexes.length });
  }

  /**
   * Packs the collected files: on the disk if one of them lies there, else in memory. Loads client-zip on first use. Rejects if the disk
   * is full or the order is cancelled; the files have left the disk then, too.
   */
  async #pack(zip: PartialFile): Promise<Blob> {
    const { partialDownload, keep, control } = this.#request;
    const idOf = ({ index }: Entry): string | null => partialDownload.fileAt(index).diskId;
    const isOnDisk = this.#entries.some((entry) => idOf(entry) !== null);
    // The ZIP takes the room of the entries.
    const place = isOnDisk ? await keep({ id: null, bytes: 0, about: null }) : null;
    if (place === null || place === 'elsewhere') {
      const { downloadZip } = await import('client-zip');
      return downloadZip(this.#entries.map(({ name, input }) => ({ name, input, size: input.size }))).blob();
    }
    zip.keepAt(place);
    control.signal.throwIfAborted();
    const drop = () => place.discard();
    control.signal.addEventListener('abort', drop, { once: true });
    try {
      await place.pack(
        this.#entries.map((entry) => ({ name: entry.name, content: idOf(entry) ?? entry.input })),
      );
    } finally {
      control.signal.removeEventListener('abort', drop);
      for (const { index } of this.#entries) partialDownload.fileAt(index).clear('discard');
    }
    return new Blob([await zip.blob()], { type: 'application/zip' });
  }

  /**
   * Packs and delivers the collected files; does nothing without any. `isLast`: no ZIP follows this one. Returns null to continue, else the
   * outcome.
   */
  async #close(isLast: boolean): Promise<SetOutcome | null> {
    const { partialDownload, control, zipName, place, destination } = this.#request;
    const entries = this.#entries;
    if (entries.length === 0) return null;
    const zip = new PartialFile();
    const blob = await this.#pack(zip).catch(() => null);
    if (control.signal.aborted || blob === null) {
      zip.clear('discard');
      return control.signal.aborted
        ? { kind: 'cancelled' }
        : { ...createFailureFor('full'), ...this.#reader.progress() };
    }
    const isOnly = isLast && partialDownload.zips === 0;
    const planned = this.#plan.sizesKnown ? this.#plan.parts : null;
    const name = partName(zipName, partialDownload.zips + 1, isOnly ? 1 : planned);
    const placed: PlacementResult = await place(blob, name, entries.length);
    if (placed.kind !== 'placed') {
      zip.clear('discard');
      return placed;
    }
    zip.clear('release');
    for (const { index, input } of entries)
      partialDownload.recordDelivery(index, { destination, bytes: input.size });
    partialDownload.zips += 1;
    this.#downloadsStarted += 1;
    this.#entries = [];
    this.#zipBytes = 0;
    return null;
  }

  /** Downloads a file that is too large for a ZIP with the browser's own download. Returns null to continue, else the outcome. */
  async #deliver(index: number): Promise<SetOutcome | null> {
    const outcome = await this.#fetch([index], 'files', 0);
    if (outcome.kind === 'handed-over') this.#downloadsStarted += 1;
    return this.#addOutcome(index, outcome);
  }
}

/**
 * Delivers the files of a set in as few ZIP files of at most `maxBytes` as the order of the files allows. A failed file ends the attempt,
 * but among files of several posts is left out; delivered ZIP files stay delivered, and received bytes stay in `partialDownload` unless the disk is full. The files that are too large for a ZIP come last, with
 * the browser's own download.
 */
export const saveZips = (request: ZipRequest): Promise<SetOutcome> => new ZipRun(request).run();
