import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

interface OpenDescriptor {
  readonly descriptor: number;
  users: number;
}

/** An open file of the database, read beside SQLite. */
export interface SharedDescriptor {
  /** Size in bytes and time of the last write in nanoseconds. */
  stat(): { readonly size: bigint; readonly mtimeNs: bigint };
  /** Fills the buffer from a position; gives the number of bytes read, less than its length only at the end of the file. */
  read(into: Uint8Array, position: number): number;
  /** May be called only after SQLite has closed its connections to the file; a second call does nothing. */
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
 * Opens a file that SQLite has open too. POSIX frees all locks of a process on a file when the process closes any descriptor of it,
 * SQLite's locks included: a file is opened once however often it is asked for, and closed with its last user.
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
