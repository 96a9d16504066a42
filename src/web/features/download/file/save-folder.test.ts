import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  canPickFolder,
  pickFolder,
  requestWriteAccess,
  type SaveFolder,
  writeToFolder,
} from './save-folder.ts';

const fault = (name: string): DOMException => new DOMException('', name);
const bytes = (count: number): Blob => new Blob([new Uint8Array(count)]);
const running = new AbortController().signal;

interface FakeFolder {
  /** Sizes of files by name; null for a folder. */
  readonly files: Map<string, number | null>;
  /** Names of files whose writing was aborted. */
  readonly aborted: readonly string[];
  readonly folder: SaveFolder;
}

interface Faults {
  /** Error thrown by a write. */
  readonly write?: unknown;
  readonly close?: unknown;
  /** Number of bytes lost while writing. */
  readonly lost?: number;
  /** Called when all bytes are written. */
  readonly written?: () => void;
}

/** Creates a fake directory handle of the File System Access API. */
function fakeFolder(before: Record<string, number | null> = {}, faults: Faults = {}): FakeFolder {
  const files = new Map(Object.entries(before));
  const aborted: string[] = [];
  const streamTo = (name: string) => {
    let size = 0;
    return {
      async write(blob: Blob) {
        if (faults.write !== undefined) throw faults.write;
        size = blob.size - (faults.lost ?? 0);
      },
      async close() {
        if (faults.close !== undefined) throw faults.close;
        files.set(name, size);
        faults.written?.();
      },
      abort: async () => void aborted.push(name),
    };
  };
  const folder = {
    name: 'Trip',
    async getFileHandle(name: string, { create = false } = {}) {
      if (files.get(name) === null) throw fault('TypeMismatchError');
      if (!files.has(name)) {
        if (!create) throw fault('NotFoundError');
        files.set(name, 0);
      }
      return {
        createWritable: async () => streamTo(name),
        getFile: async () => ({ size: files.get(name) }),
      };
    },
    async removeEntry(name: string) {
      files.delete(name);
    },
  };
  return { files, aborted, folder: folder as unknown as SaveFolder };
}

describe('writeToFolder', () => {
  it('writes the file under its name', async () => {
    const { folder, files } = fakeFolder();
    expect(await writeToFolder(folder, bytes(7), 'a.jpg', running)).toEqual({ kind: 'placed' });
    expect([...files]).toEqual([['a.jpg', 7]]);
  });

  it('overwrites neither a file nor a folder of that name', async () => {
    const { folder, files } = fakeFolder({ 'a.jpg': 1, 'a_2.jpg': null });
    expect(await writeToFolder(folder, bytes(7), 'a.jpg', running)).toEqual({ kind: 'placed' });
    expect([...files]).toEqual([
      ['a.jpg', 1],
      ['a_2.jpg', null],
      ['a_3.jpg', 7],
    ]);
  });

  it.each([
    ['the permission is gone', { write: fault('NotAllowedError') }, 'does not let this page write'],
    ['the disk is full', { write: fault('QuotaExceededError') }, 'not enough space'],
    ['the disk is full at the end', { close: fault('QuotaExceededError') }, 'not enough space'],
    ['the browser blocks the file', { close: fault('AbortError') }, 'could not be written'],
    ['bytes are missing afterwards', { lost: 1 }, 'could not be written'],
  ])('reports that %s and removes the partial file', async (_, faults, reason) => {
    const { folder, files, aborted } = fakeFolder({ 'other.jpg': 3 }, faults);
    const end = await writeToFolder(folder, bytes(7), 'a.jpg', running);
    expect(end).toMatchObject({ kind: 'failed', message: expect.stringContaining(reason) });
    expect([...files]).toEqual([['other.jpg', 3]]);
    // An open stream locks the file. A stream whose close failed counts as closed.
    expect(aborted).toEqual('write' in faults ? ['a.jpg'] : []);
  });

  it('reports a missing folder', async () => {
    const { folder } = fakeFolder();
    const gone = { ...folder, getFileHandle: async () => Promise.reject(fault('InvalidStateError')) };
    expect(await writeToFolder(gone, bytes(7), 'a.jpg', running)).toMatchObject({ kind: 'failed' });
  });

  it('removes a file that is written while the visitor cancels', async () => {
    const control = new AbortController();
    const { folder, files } = fakeFolder({}, { written: () => control.abort() });
    expect(await writeToFolder(folder, bytes(7), 'a.jpg', control.signal)).toEqual({ kind: 'cancelled' });
    expect(await writeToFolder(folder, bytes(7), 'a.jpg', control.signal)).toEqual({ kind: 'cancelled' });
    expect(files.size).toBe(0);
  });
});

describe('the folder picker', () => {
  afterEach(() => vi.unstubAllGlobals());
  const offers = (pick: () => Promise<unknown>): void => vi.stubGlobal('showDirectoryPicker', pick) as never;

  it('is available only in browsers that have one', async () => {
    expect(canPickFolder()).toBe(false);
    expect(await pickFolder()).toEqual({ kind: 'refused' });
    const { folder } = fakeFolder();
    offers(async () => folder);
    expect(canPickFolder()).toBe(true);
    expect(await pickFolder()).toEqual({ kind: 'picked', folder });
  });

  it('distinguishes a closed picker from a refused permission', async () => {
    offers(() => Promise.reject(fault('AbortError')));
    expect(await pickFolder()).toEqual({ kind: 'dismissed' });
    offers(() => Promise.reject(fault('NotAllowedError')));
    expect(await pickFolder()).toEqual({ kind: 'refused' });
  });

  it('requests permission again before another attempt', async () => {
    const { folder } = fakeFolder();
    const answering = (state: PermissionState): SaveFolder =>
      ({ ...folder, requestPermission: async () => state }) as SaveFolder;
    expect(await requestWriteAccess(answering('granted'))).toBe(true);
    expect(await requestWriteAccess(answering('denied'))).toBe(false);
    expect(await requestWriteAccess(folder)).toBe(true);
    const refusing = { ...folder, requestPermission: () => Promise.reject(fault('SecurityError')) };
    expect(await requestWriteAccess(refusing as SaveFolder)).toBe(true);
  });
});
