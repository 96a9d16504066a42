import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { sha256 } from './public-page.ts';

const UNFINISHED = /\.crdownload$/;

/** A folder on disk into which Chromium itself saves a page's downloads. */
export class DiskFolder {
  readonly path: string;

  private constructor(folder: string) {
    this.path = folder;
  }

  /**
   * Makes the browser save the downloads of this page's context under their own names, with the browser's own limits.
   */
  static async of(page: Page): Promise<DiskFolder> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-downloads-'));
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
    });
    return new DiskFolder(folder);
  }

  /** Returns the names of the complete files, sorted. */
  async names(): Promise<string[]> {
    const names = await readdir(this.path);
    return names.some((name) => UNFINISHED.test(name)) ? [] : names.toSorted();
  }

  async sha256Of(name: string): Promise<string> {
    return sha256(await this.read(name));
  }

  read(name: string): Promise<Buffer> {
    return readFile(path.join(this.path, name));
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

const LOCAL_HEADER = 0x04034b50;
const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');

/** Reads names and SHA-256 of the files in an uncompressed ZIP from its central directory. */
export function storedFiles(zip: Buffer): [name: string, sha256: string][] {
  const end = zip.lastIndexOf(END_RECORD);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const size = zip.readUInt32LE(at + 24);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== LOCAL_HEADER)
      throw new Error(`${name} does not begin where the ZIP says`);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return [name, sha256(zip.subarray(data, data + size))];
  });
}
