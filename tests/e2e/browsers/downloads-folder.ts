import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';

/** Ends of the names of files that a browser is still writing. */
const UNFINISHED = /\.(?:part|wkdownload|crdownload)$/u;
/** `PK\x01\x02`, at the start of each entry of a ZIP's directory, and the lengths of its fixed part. */
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;

/** Empties the folder, so that no name of an earlier test is in the way. */
export const emptyDownloads = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    await rm(path.join(folder, name), { recursive: true, force: true });
};

/** Waits until the folder contains exactly one finished file; returns its name and bytes. */
export const onlyDownload = async (
  folder: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
  let seen = '';
  await expect
    .poll(
      async () => {
        const names = await readdir(folder);
        const sizes = await Promise.all(
          names.map(async (name) => (await readFile(path.join(folder, name))).length),
        );
        const now = names.map((name, index) => `${name}: ${String(sizes[index])}`);
        const isWritten = now.join() === seen && !sizes.includes(0);
        const isOnly = names.length === 1 && !names.some((name) => UNFINISHED.test(name));
        seen = now.join();
        return isOnly && isWritten ? 'one finished file' : now;
      },
      { interval: 150 },
    )
    .toBe('one finished file');
  const [name = ''] = await readdir(folder);
  return { name, bytes: await readFile(path.join(folder, name)) };
};

/** Returns the files of a ZIP that stores them uncompressed. */
export const zipEntries = (zip: Buffer): readonly { readonly name: string; readonly bytes: Buffer }[] => {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(DIRECTORY_ENTRY);
  const entries = [];
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + DIRECTORY_ENTRY_BYTES)) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    if (method !== 0) throw new Error('the ZIP is compressed');
    const nameBytes = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + LOCAL_HEADER_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const name = zip.toString('utf8', at + DIRECTORY_ENTRY_BYTES, at + DIRECTORY_ENTRY_BYTES + nameBytes);
    entries.push({ name, bytes: zip.subarray(start, start + size) });
  }
  return entries;
};
