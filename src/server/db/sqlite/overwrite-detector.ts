import { crc32 } from 'node:zlib';
import { type SharedDescriptor, shareDescriptor } from './shared-descriptor.ts';

/** Detects that something other than SQLite has written to the main file of an open database. */
export interface OverwriteDetector {
  /**
   * Returns whether the file was overwritten; once true, it stays true. Takes microseconds, or after a checkpoint the
   * time to read the file.
   */
  isOverwritten(): boolean;
  /** Releases the files. Call this only after SQLite has closed its connections. */
  release(): void;
}

/** Only this many bytes from the beginning of the file are compared. */
const COMPARED_MAX_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/**
 * Positions of 32-bit numbers in the `-shm` file, in the machine's byte order (https://sqlite.org/walformat.html, 2.1).
 * SQLite locks the bytes between them, on Windows even against reading.
 */
const SALTS_AT = 32;
const BACKFILLED_AT = 96;
const ATTEMPTED_AT = 128;

/** Progress of copying the write-ahead log to the main file. */
interface CheckpointProgress {
  /** Equal for equal progress. */
  readonly key: string;
  /** True while a checkpoint is writing, or when one was interrupted. */
  readonly isUnderWay: boolean;
}

const numbersAt = (file: SharedDescriptor, position: number, count: number): Uint32Array => {
  const numbers = new Uint32Array(count);
  file.read(new Uint8Array(numbers.buffer), position);
  return numbers;
};

const readProgress = (sharedMemory: SharedDescriptor): CheckpointProgress => {
  // A restart of the log writes new salts and then resets both numbers. Read in the opposite order, a checkpoint that ends and
  // restarts the log between two reads shows in the salts; read first, the salts would be old and the numbers zero, as before it.
  const [attempted = 0] = numbersAt(sharedMemory, ATTEMPTED_AT, 1);
  const [backfilled = 0] = numbersAt(sharedMemory, BACKFILLED_AT, 1);
  const salts = numbersAt(sharedMemory, SALTS_AT, 2);
  return { key: [...salts, backfilled, attempted].join(), isUnderWay: attempted > backfilled };
};

const checksumOf = (file: SharedDescriptor): number => {
  const piece = new Uint8Array(PIECE_BYTES);
  let sum = 0;
  for (let position = 0; position < COMPARED_MAX_BYTES; position += PIECE_BYTES) {
    const length = file.read(piece, position);
    sum = crc32(piece.subarray(0, length), sum);
    if (length < PIECE_BYTES) break;
  }
  return sum;
};

/**
 * Creates a detector for a database in WAL mode that SQLite has just opened. SQLite, in any process, writes to the main
 * file only in a checkpoint and records each checkpoint in the `-shm` file before and after. A main file whose content
 * changed without a checkpoint was overwritten in place, as by `cp backup.db savelet.db`.
 */
export const detectOverwrite = (file: string): OverwriteDetector => {
  const main = shareDescriptor(file);
  const sharedMemory = shareDescriptor(`${file}-shm`);
  // The stored progress is always read before the file, and the progress compared with it after the file, so that a
  // checkpoint of another process in between shows as progress.
  let progress = readProgress(sharedMemory);
  let seen = main.stat();
  let checksum = checksumOf(main);
  let isOverwritten = false;

  const isWritten = (): boolean => {
    const { size, mtimeNs } = main.stat();
    return size !== seen.size || mtimeNs !== seen.mtimeNs;
  };
  const compareWithLastCheck = (): boolean => {
    const early = readProgress(sharedMemory);
    if (!isWritten()) {
      progress = early;
      return false;
    }
    const late = readProgress(sharedMemory);
    const wasCheckpointed = late.isUnderWay || late.key !== progress.key;
    const checksumBefore = checksum;
    progress = late;
    seen = main.stat();
    checksum = checksumOf(main);
    return !wasCheckpointed && checksum !== checksumBefore;
  };
  return {
    isOverwritten() {
      isOverwritten ||= compareWithLastCheck();
      return isOverwritten;
    },
    release() {
      main.release();
      sharedMemory.release();
    },
  };
};
