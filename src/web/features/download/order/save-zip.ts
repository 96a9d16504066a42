import { partName, planZip, type ZipPlan, zippedSize } from '../../../lib/set-plan.ts';
import { uniqueName } from '../file/save-folder.ts';
import type { PlacementResult, SaveOutcome } from '../file/save-request.ts';
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
  const taken = new Set<string>();
  return filenames.map((filename) => {
    const name = uniqueName(filename, taken);
    taken.add(name);
    return name;
  });
}

/**
 * Packs the entries into an uncompressed ZIP, because pictures and clips do not shrink. Loads client-zip on first use.
 */
async function pack(entries: readonly Entry[]): Promise<Blob> {
  const { downloadZip } = await import('client-zip');
  return downloadZip(entries.map(({ name, input }) => ({ name, input, size: input.size }))).blob();
}

/** One attempt at downloading a set as ZIP files: fills them one after another and delivers each when it is full. */
class ZipRun {
  readonly #request: ZipRequest;
  readonly #reader: SetReader;
  readonly #plan: ZipPlan;
  /** File names by index, unique across all ZIP files: parts unpacked into one folder must not overwrite each other. */
  readonly #names: readonly string[];
  readonly #tooLarge: number[] = [];
  #entries: Entry[] = [];
  #zipBytes = 0;
  #downloadsStarted = 0;

  constructor(request: ZipRequest) {
    this.#request = request;
    this.#reader = createSetReader(request);
    this.#plan = planZip(request.sources, request.maxBytes);
    this.#names = uniqueNames(request.sources.map(({ filename }) => filename));
  }

  async run(): Promise<SetOutcome> {
    const { partialDownload, sources } = this.#request;
    for (const index of sources.keys()) {
      const end = partialDownload.delivered.has(index) ? null : await this.#add(index);
      if (end !== null) return end;
    }
    const end = await this.#close(true);
    if (end !== null) return end;
    for (const index of this.#tooLarge) {
      if (this.#isPressNeeded()) return { kind: 'press-needed' };
      const failure = await this.#deliver(index);
      if (failure !== null) return failure;
    }
    return { kind: 'delivered' };
  }

  #isPressNeeded(): boolean {
    return this.#downloadsStarted === this.#request.downloadsPerPress;
  }

  /**
   * Fetches a file into the open ZIP, or into a new one if it does not fit. Returns null to continue, else the outcome.
   */
  async #add(index: number): Promise<SetOutcome | null> {
    const { maxBytes } = this.#request;
    const known = this.#reader.sizeOf(index);
    if (known !== null && zippedSize(known) > maxBytes) {
      this.#tooLarge.push(index);
      return null;
    }
    if (known !== null && this.#zipBytes + zippedSize(known) > maxBytes) {
      const end = await this.#close(false);
      if (end !== null) return end;
    }
    if (this.#entries.length === 0 && this.#isPressNeeded()) return { kind: 'press-needed' };
    return this.#addOutcome(index, await this.#fetch(index, 'zip', this.#freeBytes()));
  }

  /** Returns the maximum size of a file that still fits into the open ZIP, in bytes. */
  #freeBytes(): number {
    return this.#request.maxBytes - this.#zipBytes - zippedSize(0);
  }

  async #addOutcome(index: number, outcome: SaveOutcome): Promise<SetOutcome | null> {
    switch (outcome.kind) {
      case 'collected': {
        this.#entries.push({ index, name: this.#names[index] ?? outcome.filename, input: outcome.blob });
        this.#zipBytes += zippedSize(outcome.blob.size);
        return null;
      }
      case 'too-large':
        return this.#afterOverflow(index);
      case 'handed-over':
        return null;
      case 'failed':
        this.#request.partialDownload.failed.set(index, outcome);
        return { ...outcome, ...this.#reader.progress() };
      default:
        return outcome;
    }
  }

  /**
   * Handles a file of unknown size that does not fit: starts the next ZIP, or marks the file as too large for any ZIP.
   */
  async #afterOverflow(index: number): Promise<SetOutcome | null> {
    if (this.#entries.length === 0) {
      this.#tooLarge.push(index);
      return null;
    }
    return (await this.#close(false)) ?? this.#add(index);
  }

  #fetch(index: number, output: 'zip' | 'files', maxBytes: number): Promise<SaveOutcome> {
    const before = this.#request.partialDownload.delivered.size + this.#entries.length;
    return this.#reader.fetch(index, { output, maxBytes, before });
  }

  /** Packs and delivers the collected files. Returns null to continue, else the outcome. */
  async #close(isLast: boolean): Promise<SetOutcome | null> {
    const { partialDownload, control, zipName, place, destination } = this.#request;
    const entries = this.#entries;
    if (entries.length === 0) return null;
    const blob = await pack(entries);
    if (control.signal.aborted) return { kind: 'cancelled' };
    const only = isLast && partialDownload.zips === 0;
    const planned = this.#plan.sizesKnown ? this.#plan.parts : null;
    const name = partName(zipName, partialDownload.zips + 1, only ? 1 : planned);
    const placed: PlacementResult = await place(blob, name, entries.length);
    if (placed.kind !== 'placed') return placed;
    for (const { index, input } of entries)
      partialDownload.recordDelivery(index, { destination, bytes: input.size });
    partialDownload.zips += 1;
    this.#downloadsStarted += 1;
    this.#entries = [];
    this.#zipBytes = 0;
    return null;
  }

  /** Downloads a file that is too large for a ZIP with the browser's own download. */
  async #deliver(index: number): Promise<SetOutcome | null> {
    const { partialDownload } = this.#request;
    const outcome = await this.#fetch(index, 'files', 0);
    if (outcome.kind === 'handed-over') {
      partialDownload.recordDelivery(index, { destination: 'browser', bytes: null });
      this.#downloadsStarted += 1;
      return null;
    }
    return this.#addOutcome(index, outcome);
  }
}

/**
 * Delivers the files of a set in ZIP files of at most `maxBytes` each, as few as the order of the files allows. A failed
 * file ends the attempt; complete ZIP files stay delivered, and received bytes stay in `partialDownload`.
 */
export const saveZips = (request: ZipRequest): Promise<SetOutcome> => new ZipRun(request).run();
