import { TICKET_LIFETIME_MS } from '#shared/limits.ts';
import { openKeptFolder, recordName, removeEmptyFolder } from '../../../lib/kept-folder.ts';
import { type KeptRecord, keptLock, readRecord } from './kept-record.ts';

/** No event says when a browser has copied a file that it was handed, so files without a record stay for this time. */
const HANDED_OVER_MS = 60 * 60 * 1_000;

/** File that an earlier page began. `received` is in bytes. */
export interface KeptSave {
  readonly id: string;
  readonly record: KeptRecord;
  readonly received: number;
  /** `expired`: its link has ended, and its bytes are deleted. */
  readonly state: 'ready' | 'elsewhere' | 'expired';
}

/** Deletes a file and its record. One that another tab writes stays. Never rejects. */
export async function deleteKept(id: string): Promise<void> {
  try {
    const folder = await openKeptFolder();
    await folder.removeEntry(id);
    await folder.removeEntry(recordName(id));
  } catch {
    // Gone already.
  }
}

async function readKept(folder: FileSystemDirectoryHandle, id: string): Promise<KeptSave | null> {
  const record = await readRecord(folder, id);
  const { size: received, lastModified } = await (await folder.getFileHandle(id)).getFile();
  const { held = [] } = await navigator.locks.query();
  const isElsewhere = held.some(({ name }) => name === keptLock(id));
  const keptUntil = record === null ? lastModified + HANDED_OVER_MS : record.started + TICKET_LIFETIME_MS;
  const isOver = !isElsewhere && Date.now() > keptUntil;
  if (isOver) await deleteKept(id);
  return record && { id, record, received, state: isOver ? 'expired' : isElsewhere ? 'elsewhere' : 'ready' };
}

/** Resolves when no tab writes the file; rejects with the signal. */
export const whenReleased = (id: string, signal: AbortSignal): Promise<void> =>
  navigator.locks.request(keptLock(id), { signal }, () => undefined);

/** Returns the files that earlier pages began, and deletes what is kept no longer. Never rejects. */
export async function listKept(): Promise<readonly KeptSave[]> {
  try {
    const folder = await openKeptFolder();
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    const ids = names.filter((name) => !name.endsWith('.json'));
    // The browser was killed between the removal of a file and that of its record.
    const lost = names.filter((name) => name.endsWith('.json') && !ids.some((id) => recordName(id) === name));
    await Promise.all(lost.map((name) => folder.removeEntry(name).catch(() => undefined)));
    const saves = await Promise.all(ids.map((id) => readKept(folder, id).catch(() => null)));
    await removeEmptyFolder();
    return saves.filter((save) => save !== null);
  } catch {
    return [];
  }
}
