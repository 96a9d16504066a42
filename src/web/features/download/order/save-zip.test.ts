import { describe, expect, it, vi } from 'vitest';
import { ZIP_ENTRY_MAX_OVERHEAD_BYTES as OVERHEAD } from '../../../lib/set-plan.ts';
import { uniqueName } from '../file/save-folder.ts';
import type { SaveSource } from '../file/save-request.ts';
import {
  type BytesPlace,
  createMemoryPlace,
  type DiskEntry,
  type KeepFile,
} from '../transfer/bytes-place.ts';
import { TransferControl } from '../transfer/transfer-control.ts';
import { PartialDownload } from './partial-download.ts';
import { saveZips, type ZipRequest } from './save-zip.ts';

const MAX = 10_000;
const file = (name: string, size: number, sizeKnown = true): SaveSource => ({
  url: `/api/media/${name}`,
  filename: `${name}.jpg`,
  size,
  sizeKnown,
});
const THREE = [file('a', 10), file('b', 20), file('c', 30)];
/** Creates a file that fills half of a ZIP. */
const half = (name: string): SaveSource => file(name, MAX / 2 - OVERHEAD);

function setUp(sources: readonly SaveSource[], change: Partial<ZipRequest> = {}) {
  const zips = new Map<string, Blob>();
  const handedOver: string[] = [];
  const requests: string[] = [];
  /** `broken`: names of files that fail. `real`: actual sizes of files that are larger than estimated. */
  const server = { broken: new Set<string>(), real: new Map<string, number>() };
  const request: ZipRequest = {
    sources,
    zipName: 'set.zip',
    downloadsPerPress: 10,
    maxBytes: MAX,
    partialDownload: new PartialDownload(),
    destination: 'browser',
    prefersLink: false,
    keep: async () => null,
    runJob: async () => ({ kind: 'failed', failure: 'fault', status: null }),
    onFallback: () => undefined,
    sheetTakes: null,
    control: new TransferControl(),
    connectivity: {
      isOnline: () => true,
      waitUntilOnline: async () => undefined,
      sleep: async () => undefined,
    },
    onHold: () => undefined,
    onSimulated: () => undefined,
    onProgress: () => undefined,
    place: async (blob, filename) => {
      zips.set(filename, blob);
      return { kind: 'placed' };
    },
    refresh: async () => null,
    fetch: async (input, init) => {
      const name = /media\/(.+)\?/u.exec(String(input))?.[1] ?? '';
      requests.push(`${init?.method ?? 'GET'} ${name}`);
      if (server.broken.has(name)) return Response.json({}, { status: 410 });
      const size =
        server.real.get(name) ?? sources.find(({ filename }) => filename === `${name}.jpg`)?.size ?? 0;
      return new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });
    },
    sinks: {
      saveBlob: () => undefined,
      saveLink: (_url, filename) => {
        handedOver.push(filename ?? '');
      },
      saveInTab: () => true,
      openTab: () => true,
      waitForSlot: async () => undefined,
    },
    ...change,
  };
  return { request, zips, handedOver, requests, server };
}

/** Creates a place that copies chunks, as that on the disk does. */
const copyingPlace = (): BytesPlace => {
  const memory = createMemoryPlace();
  return { ...memory, append: (chunk, identity) => memory.append(chunk.slice(), identity) };
};

const textOf = async (blob: Blob | undefined): Promise<string> =>
  new TextDecoder('latin1').decode(await blob?.arrayBuffer());

describe('saveZips', () => {
  it('packs on the disk what lies there, with what the page wrote, and keeps nothing of it', async () => {
    const packed: DiskEntry[][] = [];
    const log: string[] = [];
    let opened = 0;
    const keep: KeepFile = async () => {
      opened += 1;
      const id = `place ${opened}`;
      return {
        ...copyingPlace(),
        id,
        size: 0,
        identity: null,
        pack: async (entries) => void packed.push([...entries]),
        discard: () => void log.push(`discard ${id}`),
        release: () => void log.push(`release ${id}`),
      };
    };
    const size = 15 * 1024 * 1024;
    const content = new Blob(['details']);
    const written: SaveSource = { ...file('d', 7), url: '', content };
    const sources = [file('a', size), file('b', size), written];
    const { request, zips } = setUp(sources, { keep, maxBytes: 10 * size });
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect(packed).toEqual([
      [
        { name: 'a.jpg', content: 'place 1' },
        { name: 'b.jpg', content: 'place 2' },
        { name: 'd.jpg', content },
      ],
    ]);
    expect([...zips.keys()]).toEqual(['set.zip']);
    expect(log).toEqual(['discard place 1', 'discard place 2', 'release place 3']);
  });

  it('packs nothing after a cancel, and says when the disk is full', async () => {
    for (const isCancelled of [true, false]) {
      const log: string[] = [];
      const control = new TransferControl();
      const keep: KeepFile = async ({ bytes }) => {
        // The place of the ZIP.
        if (bytes === 0 && isCancelled) control.cancel();
        return {
          ...copyingPlace(),
          id: 'a',
          size: 0,
          identity: null,
          async pack() {
            log.push('pack');
            throw new Error('full');
          },
          discard: () => void log.push('discard'),
        };
      };
      const { request, zips } = setUp([file('a', 30 * 1024 * 1024)], { keep, control, maxBytes: 1e9 });
      const end = await saveZips(request);
      expect(end.kind).toBe(isCancelled ? 'cancelled' : 'failed');
      expect([zips.size, log]).toEqual([0, isCancelled ? ['discard'] : ['pack', 'discard', 'discard']]);
    }
  });

  it('leaves out a file that fails among those of several posts, and delivers it after a retry', async () => {
    const { request, zips, server } = setUp(THREE, { posts: ['one', 'two', 'three'] });
    server.broken.add('b');
    expect(await saveZips(request)).toMatchObject({ kind: 'failed' });
    const first = await textOf(zips.get('set.zip'));
    expect(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => first.includes(name))).toEqual([true, false, true]);
    server.broken.clear();
    request.partialDownload.failed.clear();
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    const second = await textOf(zips.get('set.zip'));
    expect(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => second.includes(name))).toEqual([false, true, false]);
  });

  it('packs all files uncompressed into one ZIP', async () => {
    const { request, zips } = setUp(THREE);
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect([...zips.keys()]).toEqual(['set.zip']);
    const text = await textOf(zips.get('set.zip'));
    expect(text.slice(0, 4)).toBe('PK\x03\x04');
    // Compression method 0 in the first local header: stored.
    expect(text.charCodeAt(8)).toBe(0);
    for (const { filename } of THREE) expect(text).toContain(filename);
    expect([request.partialDownload.delivered.size, request.partialDownload.zips]).toEqual([3, 1]);
  });

  it('splits a larger set into numbered ZIP files within the limit, without losing a file', async () => {
    const sources = ['a', 'b', 'c', 'd', 'e'].map(half);
    const { request, zips } = setUp(sources);
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect([...zips.keys()]).toEqual(['set-part-1-of-3.zip', 'set-part-2-of-3.zip', 'set-part-3-of-3.zip']);
    const texts = await Promise.all([...zips.values()].map(textOf));
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(MAX);
    const parts = texts.map((text) => sources.filter(({ filename }) => text.includes(filename)).length);
    expect(parts).toEqual([2, 2, 1]);
  });

  it('gives every file of a set a unique name across all ZIP files', async () => {
    const sources = ['a', 'b', 'c', 'd'].map((name) => ({ ...half(name), filename: 'photo.jpg' }));
    const { request, zips } = setUp(sources, {
      fetch: async () => {
        const size = MAX / 2 - OVERHEAD;
        return new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });
      },
    });
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    const texts = await Promise.all([...zips.values()].map(textOf));
    const names = texts.map((text) => [...new Set(text.match(/photo\w*\.jpg/gu))]);
    expect(names).toEqual([
      ['photo.jpg', 'photo_2.jpg'],
      ['photo_3.jpg', 'photo_4.jpg'],
    ]);
  });

  it('stays within the limit with file names of maximum length', async () => {
    const sources = Array.from({ length: 8 }, (_, index) => file(`${index}${'ä'.repeat(115)}`, 40));
    const { request, zips } = setUp(sources, { maxBytes: 8 * (40 + OVERHEAD) });
    await saveZips(request);
    expect([...zips.keys()]).toEqual(['set.zip']);
    expect(zips.get('set.zip')?.size).toBeLessThanOrEqual(request.maxBytes);
  });

  it('hands a file that is too large for a ZIP to the browser, after the ZIP files', async () => {
    const { request, zips, handedOver } = setUp([file('a', 10), file('large', MAX), file('b', 10)]);
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect([[...zips.keys()], handedOver]).toEqual([['set.zip'], ['large.jpg']]);
    expect(request.partialDownload.delivered.get(1)).toEqual({ destination: 'browser', bytes: null });
  });

  it('starts another ZIP, named without a total count, when a file is larger than estimated', async () => {
    const { request, zips, handedOver, server } = setUp([
      file('a', 10),
      file('b', 10, false),
      file('c', 10, false),
    ]);
    server.real.set('b', MAX - OVERHEAD);
    server.real.set('c', MAX);
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect([...zips.keys()]).toEqual(['set-part-1.zip', 'set-part-2.zip']);
    expect(handedOver).toEqual(['c.jpg']);
    for (const zip of zips.values()) expect(zip.size).toBeLessThanOrEqual(MAX);
  });

  it('requires a click after the maximum number of downloads and fetches nothing before it', async () => {
    const sources = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(half);
    const { request, zips, requests } = setUp(sources, { downloadsPerPress: 2 });
    expect(await saveZips(request)).toEqual({ kind: 'press-needed' });
    expect([zips.size, requests.length, request.partialDownload.delivered.size]).toEqual([2, 4, 4]);
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect([...zips.keys()].at(-1)).toBe('set-part-4-of-4.zip');
    expect(requests).toHaveLength(7);
  });

  it('counts large files towards the downloads per click', async () => {
    const large = Array.from({ length: 3 }, (_, index) => file(`large${index}`, MAX));
    const { request, zips, handedOver } = setUp([file('a', 1), ...large], { downloadsPerPress: 2 });
    expect(await saveZips(request)).toEqual({ kind: 'press-needed' });
    expect([zips.size, handedOver.length]).toEqual([1, 1]);
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect(handedOver).toHaveLength(3);
  });

  it('keeps complete ZIP files and received bytes when a file fails, and fetches neither again', async () => {
    const { request, zips, requests, server } = setUp(['a', 'b', 'c', 'd'].map(half));
    server.broken.add('d');
    const whole = 4 * (MAX / 2 - OVERHEAD);
    expect(await saveZips(request)).toMatchObject({ kind: 'failed', received: whole * 0.75, total: whole });
    expect([...zips.keys()]).toEqual(['set-part-1-of-2.zip']);
    expect([...request.partialDownload.failed.keys()]).toEqual([3]);
    server.broken.clear();
    requests.length = 0;
    request.partialDownload.failed.clear();
    expect(await saveZips(request)).toEqual({ kind: 'delivered' });
    expect([requests, [...zips.keys()].at(-1)]).toEqual([['GET d'], 'set-part-2-of-2.zip']);
  });

  it('does not deliver a ZIP that was cancelled while packing', async () => {
    const control = new TransferControl();
    const { request, zips, requests } = setUp(THREE, { control });
    const { stream } = Blob.prototype;
    // The packer reads the files as streams.
    const packing = vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
      control.cancel();
      return stream.call(this);
    });
    expect(await saveZips(request)).toEqual({ kind: 'cancelled' });
    packing.mockRestore();
    expect([requests.length, zips.size, request.partialDownload.delivered.size]).toEqual([3, 0, 0]);
  });
});

describe('uniqueName', () => {
  it('numbers a name that is taken, before its extension', () => {
    const taken = new Set(['a.jpg', 'a_2.jpg', 'plain']);
    expect(uniqueName('b.jpg', taken)).toBe('b.jpg');
    expect(uniqueName('a.jpg', taken)).toBe('a_3.jpg');
    expect(uniqueName('plain', taken)).toBe('plain_2');
  });
});
