import { openKeptFolder, recordName } from '../../../lib/kept-folder.ts';
import { type DiskStorage, openDiskFile } from '../../../workbench/target/disk-storage.ts';
import type { DiskAnswer, DiskMessage, DiskTask } from './disk-task.ts';
import type { KeptRecord } from './kept-record.ts';
import { packZip } from './pack-zip.ts';

const files = new Map<string, DiskStorage>();
/** Files whose task to be discarded waits. */
const discarded = new Set<string>();
/** Each ends with the last task of a file: tasks of one file must not overtake each other. */
const lastTasks = new Map<string, Promise<void>>();

function openFile(id: string): DiskStorage {
  const file = files.get(id);
  if (file === undefined) throw new Error('The file is not open.');
  return file;
}

async function writeRecord(folder: FileSystemDirectoryHandle, id: string, record: KeptRecord): Promise<void> {
  const file = await openDiskFile(folder, recordName(id));
  file.clear();
  file.write(new TextEncoder().encode(JSON.stringify(record)), 0);
  await file.close();
}

async function remove(id: string): Promise<void> {
  const file = openFile(id);
  files.delete(id);
  await file.discard();
}

async function* filesToPack({ entries }: Extract<DiskTask, { kind: 'pack' }>) {
  for (const { name, content } of entries) {
    yield { name, content: content instanceof Blob ? content : openFile(content) };
    if (!(content instanceof Blob)) await remove(content);
  }
}

/** Lets messages arrive. Rejects if one of them discards the file. */
async function pauseFor(id: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (discarded.has(id)) throw new Error('The file is to be discarded.');
}

/** Returns the length of the task's file. Rejects if the disk is full or the file is gone. */
async function run(task: DiskTask): Promise<number> {
  const { id, kind } = task;
  const folder = await openKeptFolder(true);
  if (kind === 'open') files.set(id, await openDiskFile(folder, id));
  const file = openFile(id);
  if (kind === 'append' && task.record !== null) await writeRecord(folder, id, task.record);
  if (kind === 'append') file.write(task.bytes, file.size());
  if (kind === 'pack') await packZip(file, filesToPack(task), () => pauseFor(id));
  if (kind === 'clear') file.clear();
  if (kind !== 'close' && kind !== 'discard') return file.size();
  await folder.removeEntry(recordName(id)).catch(() => undefined);
  if (kind === 'discard') await remove(id);
  else await file.close();
  files.delete(id);
  return 0;
}

addEventListener('message', ({ data: { task, port } }: MessageEvent<DiskMessage>) => {
  const answer = (size: number): void => {
    const buffer = task.kind === 'append' ? task.bytes.buffer : null;
    const done: DiskAnswer = { size, buffer };
    port.postMessage(done, buffer ? [buffer] : []);
  };
  const { id, kind } = task;
  if (kind === 'discard') discarded.add(id);
  const done = (lastTasks.get(id) ?? Promise.resolve())
    .then(() => run(task))
    .then(answer, () => port.postMessage(null))
    .then(() => {
      if (kind === 'discard') discarded.delete(id);
      if (lastTasks.get(id) === done) lastTasks.delete(id);
    });
  lastTasks.set(id, done);
});
