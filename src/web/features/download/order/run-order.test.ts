import { describe, expect, it } from 'vitest';
import type { Quality } from '#shared/contract/preview.ts';
import type { SaveFolder } from '../file/save-folder.ts';
import { TransferControl } from '../transfer/transfer-control.ts';
import { PartialDownload } from './partial-download.ts';
import { type DownloadOrder, type OrderRun, runOrder } from './run-order.ts';

const BYTES = 4;
const quality = (name: string): Quality => ({
  label: 'Original',
  mime: 'image/jpeg',
  size: BYTES,
  sizeKnown: true,
  url: `/api/media/${name}`,
  extension: 'jpg',
  quality: 'original',
  videoAvailable: false,
  audioAvailable: false,
  filename: `${name}.jpg`,
});
const qualities = (count: number): Quality[] =>
  Array.from({ length: count }, (_, index) => quality(`file${index + 1}`));
const large: Quality = { ...quality('large'), size: 1_000_000 };

function scene(
  files: readonly Quality[],
  saveAs: DownloadOrder['saveAs'] = 'separate',
  change: Partial<OrderRun> = {},
) {
  const saved: (string | null)[] = [];
  const broken = new Set<string>();
  const run: OrderRun = {
    order: { files, saveAs, platform: 'Instagram', zipName: 'set.zip', refresh: async () => null },
    folder: null,
    maxBytes: 100_000,
    zipBytes: 100_000,
    partialDownload: new PartialDownload(),
    control: new TransferControl(),
    connectivity: {
      isOnline: () => true,
      waitUntilOnline: async () => undefined,
      sleep: async () => undefined,
    },
    onHold: () => undefined,
    onSimulated: () => undefined,
    onProgress: () => undefined,
    mustShare: () => false,
    canShare: () => true,
    prefersLink: false,
    keep: async () => null,
    runJob: async () => ({ kind: 'failed', failure: 'fault', status: null }),
    onFallback: () => undefined,
    fetch: async (input) =>
      [...broken].some((name) => String(input).includes(name))
        ? Response.json({}, { status: 410 })
        : new Response(new Uint8Array(BYTES), { headers: { 'content-length': String(BYTES) } }),
    sinks: {
      saveBlob: (_, filename) => {
        saved.push(filename);
      },
      saveLink: (_, filename) => {
        saved.push(filename);
      },
      saveInTab: () => true,
      openTab: () => true,
      waitForSlot: async () => undefined,
    },
    ...change,
  };
  return { run, saved, broken };
}

/** Creates a folder that accepts every file. */
function openFolder(): { readonly folder: SaveFolder; readonly written: Map<string, number> } {
  const written = new Map<string, number>();
  const folder = {
    name: 'Trip',
    async getFileHandle(name: string, { create = false } = {}) {
      if (!create && !written.has(name)) throw new DOMException('', 'NotFoundError');
      return {
        createWritable: async () => ({
          write: async (blob: Blob) => void written.set(name, blob.size),
          close: async () => undefined,
        }),
        getFile: async () => ({ size: written.get(name) }),
      };
    },
  };
  return { folder: folder as unknown as SaveFolder, written };
}

describe('one file', () => {
  it('is saved, and its bytes are retained for the share sheet', async () => {
    const { run, saved } = scene([quality('a')]);
    const end = await runOrder(run);
    expect(end).toMatchObject({ phase: 'done', filename: 'a.jpg', location: 'device' });
    expect(end.phase === 'done' && end.blob.size).toBe(BYTES);
    expect(saved).toEqual(['a.jpg']);
  });

  it('is not saved where only the share sheet can take it', async () => {
    const { run, saved } = scene([quality('a')], 'separate', { mustShare: () => true });
    expect(await runOrder(run)).toMatchObject({ phase: 'done', location: 'page' });
    expect(saved).toEqual([]);
  });

  it("too large for the page's memory is handed over to the browser", async () => {
    const fetch: OrderRun['fetch'] = async () => new Response(null);
    const { run } = scene([large], 'separate', { fetch });
    expect(await runOrder(run)).toEqual({ phase: 'handed-over', tally: null, zip: null });
  });
});

describe('a set', () => {
  it('is handed over, not saved: the page cannot know whether the browser saved it', async () => {
    const { run, saved } = scene(qualities(3));
    expect(await runOrder(run)).toMatchObject({
      phase: 'handed-over',
      tally: { files: 3, handed: 3, unverified: 0, shared: 0, written: 0, zips: 0, failed: 0 },
      zip: null,
    });
    expect(saved).toEqual(['file1.jpg', 'file2.jpg', 'file3.jpg']);
  });

  it('of 45 files takes five clicks, the last for five files', async () => {
    const { run, saved } = scene(qualities(45));
    const ends = [];
    for (let press = 0; press < 5; press += 1) ends.push(await runOrder(run));
    expect(ends.map((end) => (end.phase === 'next' ? end.count : end.phase))).toEqual([
      ...[10, 10, 10, 5],
      'handed-over',
    ]);
    expect(ends.map((end) => 'tally' in end && end.tally?.handed)).toEqual([10, 20, 30, 40, 45]);
    expect(new Set(saved).size).toBe(45);
  });

  it('counts failed files, and the next attempt fetches only those', async () => {
    const { run, saved, broken } = scene(qualities(3));
    broken.add('file2');
    expect(await runOrder(run)).toMatchObject({ phase: 'failed', tally: { handed: 2, failed: 1 } });
    broken.clear();
    run.partialDownload.failed.clear();
    expect(await runOrder(run)).toMatchObject({ phase: 'handed-over', tally: { handed: 3, failed: 0 } });
    expect(saved).toEqual(['file1.jpg', 'file3.jpg', 'file2.jpg']);
  });

  it('waits until the browser accepts a download, and starts none after a cancel', async () => {
    const control = new TransferControl();
    let waits = 0;
    const saved: string[] = [];
    const sinks: OrderRun['sinks'] = {
      saveBlob: (_, filename) => void saved.push(filename),
      saveLink: () => undefined,
      saveInTab: () => true,
      openTab: () => true,
      waitForSlot: async () => {
        waits += 1;
        if (waits === 3) control.cancel();
      },
    };
    const { run } = scene(qualities(5), 'separate', { sinks, control });
    expect(await runOrder(run)).toEqual({ phase: 'cancelled' });
    expect([saved.length, run.partialDownload.delivered.size]).toEqual([2, 2]);
  });
});

describe('a set for the share sheet', () => {
  it('waits for a tap with as many files as the sheet takes, and continues with the others', async () => {
    const { run, saved } = scene(qualities(5), 'sheet', { canShare: (files) => files.length <= 2 });
    const rounds: string[][] = [];
    for (let tap = 0; tap < 3; tap += 1) {
      const { waitingFiles } = run.partialDownload;
      expect(await runOrder(run)).toMatchObject({ phase: 'next', sheet: 'ready', count: tap < 2 ? 2 : 1 });
      rounds.push([...waitingFiles.values()].map(({ name, size }) => `${name} ${size}`));
      run.partialDownload.recordShared(true);
    }
    expect(rounds).toEqual([['file1.jpg 4', 'file2.jpg 4'], ['file3.jpg 4', 'file4.jpg 4'], ['file5.jpg 4']]);
    expect(await runOrder(run)).toMatchObject({
      phase: 'handed-over',
      tally: { files: 5, shared: 5, handed: 0, unverified: 0 },
    });
    expect(saved).toEqual([]);
  });

  it('leaves to the browser what the sheet does not take', async () => {
    const { run, saved } = scene(qualities(2), 'sheet', {
      canShare: (files) => files.every(({ name }) => name !== 'file1.jpg'),
    });
    expect(await runOrder(run)).toMatchObject({ phase: 'next', sheet: 'ready', count: 1 });
    expect(saved).toEqual(['file1.jpg']);
  });

  it('passes on what has arrived before it reports a failed file', async () => {
    const { run, broken } = scene(qualities(3), 'sheet');
    broken.add('file2');
    expect(await runOrder(run)).toMatchObject({ phase: 'next', count: 2 });
    run.partialDownload.recordShared(true);
    expect(await runOrder(run)).toMatchObject({ phase: 'failed', tally: { shared: 2, failed: 1 } });
  });
});

describe('inside an app', () => {
  it('each file is a link of its own, one per tap, and none counts as received', async () => {
    const { run, saved } = scene(qualities(2), 'separate', {
      prefersLink: true,
      fetch: async () => new Response(null),
    });
    expect(await runOrder(run)).toMatchObject({ phase: 'next', sheet: null, count: 1 });
    expect(await runOrder(run)).toMatchObject({ phase: 'handed-over', tally: { handed: 2, unverified: 2 } });
    expect(saved).toEqual([null, null]);
  });
});

describe('a ZIP', () => {
  it('of all files is handed over, with its bytes for the share sheet', async () => {
    const { run, saved } = scene(qualities(20), 'zip');
    const end = await runOrder(run);
    expect(end).toMatchObject({ phase: 'handed-over', tally: { files: 20, handed: 20, zips: 1 } });
    expect(end.phase === 'handed-over' && end.zip?.filename).toBe('set.zip');
    expect(saved).toEqual(['set.zip']);
  });

  it.each([true, false])(
    'without a file that was too large is not reported as the whole set (size known beforehand: %s)',
    async (sizeKnown) => {
      const files = [{ ...large, size: sizeKnown ? large.size : BYTES, sizeKnown }, quality('a')];
      const { run, saved } = scene(files, 'zip', {
        mustShare: () => true,
        fetch: async (input) => {
          const size = String(input).includes('large') ? large.size : BYTES;
          return new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });
        },
      });
      expect(await runOrder(run)).toMatchObject({
        phase: 'handed-over',
        zip: null,
        tally: { handed: 2, unverified: 1, zips: 1 },
      });
      expect(saved).toEqual(['set.zip', 'large.jpg']);
    },
  );

  it('waits for the share sheet where only that can take the file', async () => {
    const { run, saved } = scene(qualities(2), 'zip', { mustShare: () => true });
    expect(await runOrder(run)).toMatchObject({ phase: 'done', filename: 'set.zip', location: 'page' });
    expect(saved).toEqual([]);
  });

  it('in parts waits for a click after ten of them and counts those that are left', async () => {
    const { run, saved } = scene(qualities(12), 'zip', { zipBytes: 1_100 });
    expect(await runOrder(run)).toMatchObject({
      phase: 'next',
      count: 2,
      tally: { handed: 10, zips: 10 },
    });
    expect(await runOrder(run)).toMatchObject({ phase: 'handed-over', zip: null, tally: { zips: 12 } });
    expect(saved.at(-1)).toBe('set-part-12-of-12.zip');
  });
});

describe('a folder', () => {
  it('receives all files without another click and is reported as stored', async () => {
    const { folder, written } = openFolder();
    const { run, saved } = scene(qualities(25), 'folder', { folder });
    expect(await runOrder(run)).toMatchObject({
      phase: 'stored',
      tally: { files: 25, written: 25, handed: 0, folder: 'Trip' },
    });
    expect([written.size, saved]).toEqual([25, []]);
  });

  it('is not reported as stored when a file was too large and went to the browser', async () => {
    const { folder } = openFolder();
    const { run, saved } = scene([quality('a'), large], 'folder', { folder });
    expect(await runOrder(run)).toMatchObject({
      phase: 'handed-over',
      tally: { written: 1, handed: 1, unverified: 1 },
    });
    expect(saved).toEqual(['large.jpg']);
  });
});

describe('an exception', () => {
  it('from the browser while saving is a failure', async () => {
    const sinks: OrderRun['sinks'] = {
      saveBlob: () => {
        throw new Error('refused');
      },
      saveLink: () => undefined,
      saveInTab: () => true,
      openTab: () => true,
      waitForSlot: async () => undefined,
    };
    const { run } = scene([quality('a')], 'separate', { sinks });
    expect(await runOrder(run)).toMatchObject({ phase: 'failed', tally: null });
    const set = scene(qualities(2), 'separate', { sinks });
    expect(await runOrder(set.run)).toMatchObject({ phase: 'failed', tally: { handed: 0 } });
  });

  it('after a cancel is a cancel', async () => {
    const control = new TransferControl();
    control.cancel();
    const fetch: OrderRun['fetch'] = async () => {
      throw new DOMException('stopped', 'AbortError');
    };
    const { run } = scene([quality('a')], 'separate', { control, fetch });
    expect(await runOrder(run)).toEqual({ phase: 'cancelled' });
  });
});
