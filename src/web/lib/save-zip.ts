import type { SaveOutcome } from './save-file.ts';
import {
  createSetReader,
  type Placed,
  type SetOutcome,
  type SetReader,
  type SetRequest,
} from './save-set.ts';
import { partName, planZip, type ZipPlan, zippedSize } from './zip-plan.ts';

export interface ZipRequest extends SetRequest {
  readonly zipName: string;
}

interface Entry {
  readonly index: number;
  readonly name: string;
  readonly input: Blob;
}

/** Two files of one name in a ZIP, or in a folder, overwrite each other. */
export function uniqueName(filename: string, taken: ReadonlySet<string>): string {
  if (!taken.has(filename)) return filename;
  const dot = filename.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
  let number = 2;
  while (taken.has(`${stem}_${number}${extension}`)) number += 1;
  return `${stem}_${number}${extension}`;
}

function uniqueNames(filenames: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return filenames.map((filename) => {
    const name = uniqueName(filename, taken);
    taken.add(name);
    return name;
  });
}

/** Loads the packer when the first ZIP is made. Uncompressed: pictures and clips do not shrink. */
async function pack(entries: readonly Entry[]): Promise<Blob> {
  const { downloadZip } = await import('client-zip');
  return downloadZip(entries.map(({ name, input }) => ({ name, input, size: input.size }))).blob();
}

/** One try at the ZIP files of a set: fills one after the other and delivers each when it is full. */
class ZipRun {
  readonly #request: ZipRequest;
  readonly #reader: SetReader;
  readonly #plan: ZipPlan;
  /** Names inside the ZIP files, by index: parts that are unpacked into one folder must not overwrite each other's files. */
  readonly #names: readonly string[];
  readonly #separate: number[] = [];
  #entries: Entry[] = [];
  #filled = 0;
  #given = 0;

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
    for (const index of this.#separate) {
      if (this.#isPressNeeded()) return { kind: 'press-needed' };
      const failure = await this.#deliver(index);
      if (failure !== null) return failure;
    }
    return { kind: 'delivered' };
  }

  #isPressNeeded(): boolean {
    return this.#given === this.#request.perPress;
  }

  /** Fetches a file into the open ZIP, or into a new one where it does not fit. Null to go on. */
  async #add(index: number): Promise<SetOutcome | null> {
    const { maxBytes } = this.#request;
    const known = this.#reader.sizeOf(index);
    if (known !== null && zippedSize(known) > maxBytes) {
      this.#separate.push(index);
      return null;
    }
    if (known !== null && this.#filled + zippedSize(known) > maxBytes) {
      const end = await this.#close(false);
      if (end !== null) return end;
    }
    if (this.#entries.length === 0 && this.#isPressNeeded()) return { kind: 'press-needed' };
    return this.#take(index, await this.#fetch(index, 'zip', this.#freeBytes()));
  }

  /** Bytes a file may have to fit into the open ZIP. */
  #freeBytes(): number {
    return this.#request.maxBytes - this.#filled - zippedSize(0);
  }

  async #take(index: number, outcome: SaveOutcome): Promise<SetOutcome | null> {
    switch (outcome.kind) {
      case 'collected': {
        this.#entries.push({ index, name: this.#names[index] ?? outcome.filename, input: outcome.blob });
        this.#filled += zippedSize(outcome.blob.size);
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

  /** A file whose size nobody had told does not fit: it begins the next ZIP, or is too large for any. */
  async #afterOverflow(index: number): Promise<SetOutcome | null> {
    if (this.#entries.length === 0) {
      this.#separate.push(index);
      return null;
    }
    return (await this.#close(false)) ?? this.#add(index);
  }

  #fetch(index: number, into: 'zip' | 'files', maxBytes: number): Promise<SaveOutcome> {
    const before = this.#request.partialDownload.delivered.size + this.#entries.length;
    return this.#reader.fetch(index, { into, maxBytes, before });
  }

  /** Packs and delivers what is collected. Null to go on. */
  async #close(isLast: boolean): Promise<SetOutcome | null> {
    const { partialDownload, control, zipName, place, to } = this.#request;
    const entries = this.#entries;
    if (entries.length === 0) return null;
    const blob = await pack(entries);
    if (control.signal.aborted) return { kind: 'cancelled' };
    const only = isLast && partialDownload.zips === 0;
    const planned = this.#plan.sizesKnown ? this.#plan.parts : null;
    const name = partName(zipName, partialDownload.zips + 1, only ? 1 : planned);
    const placed: Placed = await place(blob, name, entries.length);
    if (placed.kind !== 'placed') return placed;
    for (const { index, input } of entries) partialDownload.deliver(index, { to, bytes: input.size });
    partialDownload.zips += 1;
    this.#given += 1;
    this.#entries = [];
    this.#filled = 0;
    return null;
  }

  /** A file too large for a ZIP takes the way of a single large file: the browser's own download. */
  async #deliver(index: number): Promise<SetOutcome | null> {
    const { partialDownload } = this.#request;
    const outcome = await this.#fetch(index, 'files', 0);
    if (outcome.kind === 'handed-over') {
      partialDownload.deliver(index, { to: 'browser', bytes: null });
      this.#given += 1;
      return null;
    }
    return this.#take(index, outcome);
  }
}

/**
 * Delivers the files of a set in ZIP files of at most `maxBytes` each, in as few as their order allows. A file that fails
 * ends the try; complete ZIP files stay delivered, and what has arrived of the others stays in `keep`.
 */
export const saveZips = (request: ZipRequest): Promise<SetOutcome> => new ZipRun(request).run();
