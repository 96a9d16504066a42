import { JobStop } from '../job-stop.ts';
import type { Storage } from './storage.ts';

/** Folder of the workbench in the origin-private file system. */
const FOLDER = 'workbench';
/** No event says when a browser has copied a file that it was handed, so files stay for this time. */
const KEPT_MS = 60 * 60 * 1000;

/** What only workers have, and so the DOM's types lack. */
interface SyncHandle {
  getSize(): number;
  read(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  truncate(size: number): void;
  close(): void;
}
interface SyncFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

/** Removes the files of earlier jobs. One that another tab writes cannot be removed, and stays. */
async function removeOldFiles(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const entry of folder.values()) {
    if (entry.kind !== 'file') continue;
    const { lastModified } = await (entry as FileSystemFileHandle).getFile();
    if (Date.now() - lastModified > KEPT_MS) await folder.removeEntry(entry.name).catch(() => undefined);
  }
}

/** File that is written in a folder of the origin-private file system. */
export interface DiskStorage extends Storage {
  /** Returns its length in bytes. */
  size(): number;
  /** Fills `bytes` from a position on. Returns how many there were. Throws if the disk fails. */
  read(bytes: Uint8Array<ArrayBuffer>, position: number): number;
  /** Removes all of its bytes. */
  clear(): void;
}

/** Opens or creates a file. Rejects if another tab writes it. */
export async function openDiskFile(folder: FileSystemDirectoryHandle, name: string): Promise<DiskStorage> {
  const file = await folder.getFileHandle(name, { create: true });
  const handle = await (file as SyncFileHandle).createSyncAccessHandle();
  return {
    size: () => handle.getSize(),
    read(bytes, position) {
      const count = handle.read(bytes, { at: position });
      if (count > bytes.length) throw new Error(`The disk cannot be read: ${count}.`);
      return count;
    },
    clear: () => handle.truncate(0),
    write(bytes, position) {
      // Without room, Chromium returns an error number (2 ** 32 - 8) instead of throwing an error.
      if (handle.write(bytes, { at: position }) !== bytes.length) throw new JobStop('full');
    },
    async close() {
      handle.close();
      return file.getFile();
    },
    async discard() {
      handle.close();
      await folder.removeEntry(name);
    },
  };
}

/**
 * Opens a file of a random name in the origin-private file system. Rejects where the browser has none, such as in some private windows, or
 * has no room for one byte.
 */
export async function openDiskStorage(): Promise<Storage> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  await removeOldFiles(folder).catch(() => undefined);
  const storage = await openDiskFile(folder, crypto.randomUUID());
  storage.write(new Uint8Array(1), 0);
  storage.clear();
  return storage;
}
