import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

interface OpenDescriptor {
  readonly descriptor: number;
  users: number;
}

/** Open file of the database, read in parallel to SQLite. */
export interface SharedDescriptor {
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
export const shareDescriptor = (file: string): SharedDescriptor => {
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
