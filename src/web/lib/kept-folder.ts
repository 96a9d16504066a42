/** Folder of the origin-private file system with the files that downloads keep on this device. */
const KEPT_FOLDER = 'saves';

/** Returns the name of the file that lies beside the file `id` and says what is needed to continue it. */
export const recordName = (id: string): string => `${id}.json`;

/** Opens the folder. Rejects where the browser has no such disk, such as in some private windows, and without `create` if there is none. */
export async function openKeptFolder(create = false): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(KEPT_FOLDER, { create });
}

/** Removes the folder if it is empty. Never rejects. */
export async function removeEmptyFolder(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(KEPT_FOLDER).catch(() => undefined);
}
