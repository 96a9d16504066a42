import { downloadFailedBecause, SAVE_FAILURES } from '#shared/result-messages.ts';
import type { Placed } from './save-set.ts';
import { uniqueName } from './save-zip.ts';

/** A folder of the visitor's that the browser lets this page write to (File System Access, Chromium on computers). */
export interface SaveFolder extends FileSystemDirectoryHandle {
  readonly requestPermission?: (descriptor: { readonly mode: 'readwrite' }) => Promise<PermissionState>;
}

type Picker = (options: {
  readonly id: string;
  readonly mode: 'readwrite';
  readonly startIn: 'downloads';
}) => Promise<SaveFolder>;

const picker = (): Picker | null => {
  const { showDirectoryPicker } = globalThis as { showDirectoryPicker?: Picker };
  return typeof showDirectoryPicker === 'function' ? showDirectoryPicker.bind(globalThis) : null;
};

/** Whether this browser has a folder picker. It has none on insecure origins. */
export const canPickFolder = (): boolean => picker() !== null;

export type PickedFolder =
  | { readonly kind: 'picked'; readonly folder: SaveFolder }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused' };

const isNamed = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof DOMException && names.includes(error.name);

/** Asks the visitor for a folder and the permission to write to it; must be called inside a press. */
export async function pickFolder(): Promise<PickedFolder> {
  try {
    const folder = await picker()?.({ id: 'posts', mode: 'readwrite', startIn: 'downloads' });
    return folder === undefined ? { kind: 'refused' } : { kind: 'picked', folder };
  } catch (error) {
    return { kind: isNamed(error, 'AbortError') ? 'dismissed' : 'refused' };
  }
}

/** Asks for the permission again, which a browser takes back after a while; must be called inside a press. */
export async function mayStillWrite(folder: SaveFolder): Promise<boolean> {
  try {
    return (await folder.requestPermission?.({ mode: 'readwrite' })) !== 'denied';
  } catch {
    // Not called inside a press, as the browser sees it: the write itself will tell.
    return true;
  }
}

async function exists(folder: SaveFolder, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    // A folder has this name.
    if (isNamed(error, 'TypeMismatchError')) return true;
    if (isNamed(error, 'NotFoundError')) return false;
    throw error;
  }
}

/** Finds a name that no file of the folder has. */
async function freeName(folder: SaveFolder, filename: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = uniqueName(filename, taken);
    if (!(await exists(folder, name))) return name;
    taken.add(name);
  }
}

const failureOf = (error: unknown): string => {
  if (isNamed(error, 'NotAllowedError', 'SecurityError')) return SAVE_FAILURES.folderRefused;
  return isNamed(error, 'QuotaExceededError') ? SAVE_FAILURES.folderFull : SAVE_FAILURES.folderUnwritable;
};

/** Writes the bytes into a file that this page has created, and checks that all of them are there. */
async function writeWhole(file: FileSystemFileHandle, blob: Blob): Promise<void> {
  const stream = await file.createWritable();
  try {
    await stream.write(blob);
  } catch (error) {
    await stream.abort().catch(() => undefined);
    throw error;
  }
  // Only the close puts the bytes where the name points, after the browser's own checks.
  await stream.close();
  if ((await file.getFile()).size !== blob.size)
    throw new Error('The file is shorter than what was written.');
}

/**
 * Writes a file into the folder, under another name where its own is taken: nothing of the visitor's is overwritten. A
 * write that fails, or is cancelled, leaves no file behind.
 */
export async function writeToFolder(
  folder: SaveFolder,
  blob: Blob,
  filename: string,
  signal: AbortSignal,
): Promise<Placed> {
  let created: string | null = null;
  try {
    const name = await freeName(folder, filename);
    if (signal.aborted) return { kind: 'cancelled' };
    const file = await folder.getFileHandle(name, { create: true });
    created = name;
    await writeWhole(file, blob);
    if (!signal.aborted) return { kind: 'placed' };
    await folder.removeEntry(name);
    return { kind: 'cancelled' };
  } catch (error) {
    if (created !== null) await folder.removeEntry(created).catch(() => undefined);
    if (signal.aborted) return { kind: 'cancelled' };
    const message = downloadFailedBecause(failureOf(error));
    return { kind: 'failed', message, received: 0, total: blob.size };
  }
}
