import { openKeptFolder, recordName } from '../../../lib/kept-folder.ts';
import { type DiskStorage, openDiskFile } from '../../../workbench/target/disk-storage.ts';
import type { DiskAnswer, DiskMessage, DiskTask } from './disk-task.ts';
import type { KeptRecord } from './kept-record.ts';

const files = new Map<string, DiskStorage>();
/** Ends with the task before: tasks must not overtake each other. */
let before: Promise<void> = Promise.resolve();

async function writeRecord(folder: FileSystemDirectoryHandle, id: string, record: KeptRecord): Promise<void> {
  const file = await openDiskFile(folder, recordName(id));
  file.clear();
  file.write(new TextEncoder().encode(JSON.stringify(record)), 0);
  await file.close();
}

/** Returns the length of the task's file. Rejects if the disk is full or the file is gone. */
async function run(task: DiskTask): Promise<number> {
  const { id, kind } = task;
  const folder = await openKeptFolder(true);
  if (kind === 'open') files.set(id, await openDiskFile(folder, id));
  const file = files.get(id);
  if (file === undefined) throw new Error('The file is not open.');
  if (kind === 'append' && task.record !== null) await writeRecord(folder, id, task.record);
  if (kind === 'append') file.write(task.bytes, file.size());
  if (kind === 'clear') file.clear();
  if (kind !== 'close' && kind !== 'discard') return file.size();
  files.delete(id);
  await folder.removeEntry(recordName(id)).catch(() => undefined);
  await file[kind]();
  return 0;
}

addEventListener('message', ({ data: { task, port } }: MessageEvent<DiskMessage>) => {
  const answer = (size: number): void => {
    const buffer = task.kind === 'append' ? task.bytes.buffer : null;
    const done: DiskAnswer = { size, buffer };
    port.postMessage(done, buffer ? [buffer] : []);
  };
  before = before.then(() => run(task)).then(answer, () => port.postMessage(null));
});
