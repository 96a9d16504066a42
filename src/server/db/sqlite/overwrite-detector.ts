import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';

interface OpenDescriptor {
  readonly descriptor: number;
  users: number;
}

/** Open file of the database, read in parallel to SQLite. */
interface SharedDescriptor {
  /** Returns the size in bytes and the time of the last write in nanoseconds. */
  stat(): { readonly size: bigint; readonly mtimeNs: bigint };
  /**
   * Fills the buffer from a position and returns the number of bytes read, which is less than the buffer's length only
   * at the end of the file.
   */
  read(into: Uint8Array, position: number): number;
  /**
   * Releases the file. Call this only after SQLite has closed its connections to the file; a second call does nothing.
   */
  release(): void;
}

const descriptors = new Map<string, OpenDescriptor>();

const acquire = (key: string, file: string): OpenDescriptor => {
  const open = descriptors.get(key) ?? { descriptor: openSync(file, 'r'), users: 0 };
  descriptors.set(key, open);
  open.users += 1;
  return open;
};

/**
 * Opens a file that SQLite also has open. Closing any descriptor of a file frees all POSIX locks of the process on that
 * file, including SQLite's. All callers therefore share one descriptor, which is closed when the last one releases it.
 * Throws the file system's error.
 */
const shareDescriptor = (file: string): SharedDescriptor => {
  const { dev, ino } = statSync(file, { bigint: true });
  const key = `${dev}:${ino}`;
  const open = acquire(key, file);
  let isReleased = false;
  return {
    stat: () => fstatSync(open.descriptor, { bigint: true }),
    read: (into, position) => readSync(open.descriptor, into, 0, into.byteLength, position),
    release() {
      if (isReleased) return;
      isReleased = true;
      open.users -= 1;
      if (open.users > 0) return;
      descriptors.delete(key);
      closeSync(open.descriptor);
    },
  };
};

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
