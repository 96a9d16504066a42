import { builtScript } from '../../../lib/built-script.ts';
import { BLOB_MAX_BYTES, ZIP_ON_DISK_MAX_BYTES } from '../../../lib/set-plan.ts';
import { canMakeFiles } from '../../../workbench/device.ts';
import type { DiskAnswer, DiskMessage, DiskTask } from './disk-task.ts';
import diskWorkerUrl from './disk-worker.ts?worker&url';

/** A browser that has not written a byte to its disk by then has none for pages. */
const PROBE_MS = 2_000;

/** Rejects if the task failed. */
export type Disk = (task: DiskTask) => Promise<DiskAnswer>;

const ask = (worker: Worker, task: DiskTask): Promise<DiskAnswer> =>
  new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<DiskAnswer | null>) => {
      port1.close();
      if (data === null) reject(new Error('The disk has failed.'));
      else resolve(data);
    };
    const message: DiskMessage = { task, port: port2 };
    worker.postMessage(message, task.kind === 'append' ? [port2, task.bytes.buffer] : [port2]);
  });

/** Starts the worker, and writes and deletes one byte. */
async function probeDisk(): Promise<Disk | null> {
  if (!canMakeFiles() || navigator.storage === undefined) return null;
  await navigator.storage.getDirectory();
  const worker = new Worker(builtScript(diskWorkerUrl), { type: 'module' });
  const disk: Disk = (task) => ask(worker, task);
  const id = crypto.randomUUID();
  const write = async (): Promise<boolean> => {
    await disk({ kind: 'open', id });
    await disk({ kind: 'append', id, bytes: new Uint8Array(1), record: null });
    await disk({ kind: 'discard', id });
    return true;
  };
  const late = new Promise<false>((resolve) => setTimeout(resolve, PROBE_MS, false));
  if (await Promise.race([write().catch(() => false), late])) return disk;
  worker.terminate();
  return null;
}

let found: Promise<Disk | null> | null = null;

/** Returns the disk of this page; null if the browser has none that works. Asks once in a page. Never rejects. */
export const findDisk = (): Promise<Disk | null> => {
  found ??= probeDisk().catch(() => null);
  return found;
};

/** Returns the size of the largest file that the disk has room for twice, because the browser copies it. */
export async function roomOnDisk(): Promise<number> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return Math.floor((quota - usage) / 2);
}

/** Returns the size of the largest ZIP that this page can make. */
export async function findZipLimit(): Promise<number> {
  const room = (await findDisk()) === null ? 0 : await roomOnDisk();
  return Math.max(BLOB_MAX_BYTES, Math.min(ZIP_ON_DISK_MAX_BYTES, room));
}
