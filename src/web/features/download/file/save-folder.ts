import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import type { PlacementResult } from './save-request.ts';

/** Folder that the visitor lets this page write to (File System Access API, Chromium on desktop). */
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

/** Returns whether this browser has a folder picker; it has none on insecure origins. */
export const canPickFolder = (): boolean => picker() !== null;

/** Result of the folder picker. `dismissed`: the visitor closed it. `refused`: the browser has none or denied access. */
export type PickedFolder =
  | { readonly kind: 'picked'; readonly folder: SaveFolder }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused' };

const hasName = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof DOMException && names.includes(error.name);

/**
 * Asks the visitor for a folder and for permission to write to it. Must be called in a click or key handler. Never rejects; a browser
 * without a folder picker results in `refused`.
 */
export async function pickFolder(): Promise<PickedFolder> {
  try {
    const folder = await picker()?.({ id: 'posts', mode: 'readwrite', startIn: 'downloads' });
    return folder === undefined ? { kind: 'refused' } : { kind: 'picked', folder };
  } catch (error) {
    return { kind: hasName(error, 'AbortError') ? 'dismissed' : 'refused' };
  }
}

/**
 * Asks for write permission again, because a browser revokes it after a while. Returns false only if the permission is denied. Returns true
 * also if the browser could not ask; writing may then fail. Must be called in a click or key handler.
 */
export async function requestWriteAccess(folder: SaveFolder): Promise<boolean> {
  try {
    return (await folder.requestPermission?.({ mode: 'readwrite' })) !== 'denied';
  } catch {
    // The browser saw no user gesture. The write itself will fail if the permission is missing.
    return true;
  }
}

async function exists(folder: SaveFolder, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    // A folder has this name, so it is taken too.
    if (hasName(error, 'TypeMismatchError')) return true;
    if (hasName(error, 'NotFoundError')) return false;
    throw error;
  }
}

/** Returns the file name; if `takenNames` contains it, with the lowest free number before its extension. */
export function uniqueName(filename: string, takenNames: ReadonlySet<string>): string {
  if (!takenNames.has(filename)) return filename;
  const dot = filename.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
  let number = 2;
  while (takenNames.has(`${stem}_${number}${extension}`)) number += 1;
  return `${stem}_${number}${extension}`;
}

/** Returns the file name, numbered if the folder already has an entry of that name. */
async function freeName(folder: SaveFolder, filename: string): Promise<string> {
  const takenNames = new Set<string>();
  for (;;) {
    const name = uniqueName(filename, takenNames);
    if (!(await exists(folder, name))) return name;
    takenNames.add(name);
  }
}

const describeFailure = (error: unknown): string => {
  if (hasName(error, 'NotAllowedError', 'SecurityError'))
    return text(downloadPanel, 'failures.folderRefused');
  return hasName(error, 'QuotaExceededError')
    ? text(downloadPanel, 'failures.folderFull')
    : text(downloadPanel, 'failures.folderUnwritable');
};

/** Writes the bytes to a file that this page has created. Throws when the write fails or the file ends up with another size. */
async function writeCompletely(file: FileSystemFileHandle, blob: Blob): Promise<void> {
  const stream = await file.createWritable();
  try {
    await stream.write(blob);
  } catch (error) {
    await stream.abort().catch(() => undefined);
    throw error;
  }
  // The browser moves the bytes to the named file only on close, after its own checks.
  await stream.close();
  if ((await file.getFile()).size !== blob.size)
    throw new Error('The file is shorter than what was written.');
}

/**
 * Writes a file to the folder. Numbers the file name if the folder already has an entry of that name, so that no file is overwritten.
 * Removes the file when the write fails or is cancelled. Never rejects.
 */
export async function writeToFolder(
  folder: SaveFolder,
  blob: Blob,
  filename: string,
  signal: AbortSignal,
): Promise<PlacementResult> {
  let created: string | null = null;
  try {
    const name = await freeName(folder, filename);
    if (signal.aborted) return { kind: 'cancelled' };
    const file = await folder.getFileHandle(name, { create: true });
    created = name;
    await writeCompletely(file, blob);
    if (!signal.aborted) return { kind: 'placed' };
    await folder.removeEntry(name);
    return { kind: 'cancelled' };
  } catch (error) {
    if (created !== null) await folder.removeEntry(created).catch(() => undefined);
    if (signal.aborted) return { kind: 'cancelled' };
    const message = text(downloadPanel, 'failedBecause', { reason: describeFailure(error) });
    return { kind: 'failed', message, received: 0, total: blob.size };
  }
}
