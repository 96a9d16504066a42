import { openKeptFolder, recordName } from '../../../lib/kept-folder.ts';
import { type DiskStorage, openDiskFile } from '../../../workbench/target/disk-storage.ts';
import type { DiskMessage, DiskTask } from './disk-task.ts';
import type { KeptRecord } from './kept-record.ts';

const files = new Map<string, DiskStorage>();
/** Ends with the task before: tasks must not overtake each other. */
let before: Promise<void> = Promise.resolve();

async function writeRecord(id: string, record: KeptRecord): Promise<void> {
  const file = await openDiskFile(await openKeptFolder(), recordName(id));
  file.clear();
  file.write(new TextEncoder().encode(JSON.stringify(record)), 0);
  await file.close();
}

async function removeRecord(id: string): Promise<void> {
  await (await openKeptFolder()).removeEntry(recordName(id)).catch(() => undefined);
}

/** Returns the length of the task's file. Rejects if the disk is full or the file is gone. */
async function run(task: DiskTask): Promise<number> {
  const { id } = task;
  if (task.kind === 'open') files.set(id, await openDiskFile(await openKeptFolder(true), id));
  const file = files.get(id);
  if (file === undefined) throw new Error('The file is not open.');
  switch (task.kind) {
    case 'append':
      if (task.record !== null) await writeRecord(id, task.record);
      file.write(task.bytes, file.size());
      break;
    case 'clear':
      file.clear();
      break;
    case 'close':
      await removeRecord(id);
      await file.close();
      break;
    case 'discard':
      await removeRecord(id);
      await file.discard();
      break;
  }
  if (task.kind !== 'close' && task.kind !== 'discard') return file.size();
  files.delete(id);
  return 0;
}

addEventListener('message', ({ data: { task, port } }: MessageEvent<DiskMessage>) => {
  before = before
    .then(() => run(task))
    .then(
      (size) => port.postMessage(size),
      () => port.postMessage(null),
    );
});
