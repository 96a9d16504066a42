import { describe, expect, it } from 'vitest';
import { SAVE_MESSAGES } from '#shared/result-messages.ts';
import { PartialDownload } from './partial-download.ts';
import type { SaveSource } from './save-file.ts';
import { type Placed, type SaveProgress, type SetRequest, saveFiles } from './save-set.ts';
import { TransferControl } from './transfer-control.ts';

const file = (name: string, size: number): SaveSource => ({
  url: `/api/media/${name}`,
  filename: `${name}.jpg`,
  size,
  sizeKnown: true,
});
const FILES = [file('a', 10), file('b', 20), file('c', 30)];
const MANY = Array.from({ length: 25 }, (_, index) => file(`file${index + 1}`, 10));
const DELIVERED = { kind: 'delivered' };

function scene(change: Partial<SetRequest> = {}, broken = new Set<string>()) {
  const saved: string[] = [];
  const progress: SaveProgress[] = [];
  const handed: string[] = [];
  const asked: string[] = [];
  let refreshes = 0;
  const sources = change.sources ?? FILES;
  const request: SetRequest = {
    sources,
    perPress: 10,
    maxBytes: 1_000,
    partialDownload: new PartialDownload(),
    to: 'browser',
    control: new TransferControl(),
    connectivity: { isOnline: () => true, untilOnline: async () => undefined, sleep: async () => undefined },
    onHold: () => undefined,
    onProgress: (each) => progress.push(each),
    place: async (blob, filename): Promise<Placed> => {
      saved.push(`${filename} ${blob.size}`);
      return { kind: 'placed' };
    },
    refresh: async () => {
      refreshes += 1;
      return sources.map((each) => ({ ...each, url: each.url.replace('media/', 'media/fresh-') }));
    },
    fetch: async (input, init) => {
      asked.push(`${init?.method ?? 'GET'} ${String(input)}`);
      const name = /media\/(.+)\?/u.exec(String(input))?.[1] ?? '';
      if (broken.has(name)) return Response.json({}, { status: 410 });
      const size = sources.find((each) => each.url.endsWith(`/${name.replace('fresh-', '')}`))?.size ?? 0;
      return new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });
    },
    sinks: {
      saveBlob: () => undefined,
      saveLink: (url) => {
        handed.push(url);
      },
      openTab: () => true,
      untilFree: async () => undefined,
    },
    ...change,
  };
  return { request, saved, progress, handed, asked, refreshes: () => refreshes };
}

describe('saveFiles', () => {
  it('delivers the files in order and adds their bytes up', async () => {
    const { request, saved, progress } = scene();
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(saved).toEqual(['a.jpg 10', 'b.jpg 20', 'c.jpg 30']);
    expect(progress).toContainEqual({ received: 10, total: 60, file: 2, files: 3 });
    expect(progress.at(-1)).toEqual({ received: 60, total: 60, file: 3, files: 3 });
  });

  it('knows no total while a later size is only estimated', async () => {
    const sources = [FILES[0]!, { ...FILES[1]!, sizeKnown: false }];
    const { request, progress } = scene({ sources });
    await saveFiles(request);
    expect(progress[0]?.total).toBeNull();
    expect(progress.at(-1)?.total).toBe(30);
  });

  it('makes fresh links once for all files of the post', async () => {
    const { request, saved, refreshes } = scene({}, new Set(['a', 'b', 'c']));
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect([saved.length, refreshes()]).toEqual([3, 1]);
  });

  it('does not count the bytes of a file that the browser fetches by itself', async () => {
    const { request, saved, handed, progress } = scene({ maxBytes: 25 });
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect([saved.length, handed]).toEqual([2, ['/api/media/c?download=next']]);
    expect(request.partialDownload.delivered.get(2)).toEqual({ to: 'browser', bytes: null });
    expect(progress.at(-1)).toMatchObject({ received: 30 });
  });

  it('takes what the browser fetches by itself out of the total', async () => {
    const sources = [FILES[2]!, FILES[0]!];
    const { request, progress } = scene({ sources, maxBytes: 25 });
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(progress.at(-1)).toEqual({ received: 10, total: 10, file: 2, files: 2 });
  });

  it('delivers no file that was cancelled while it waited for its turn', async () => {
    const control = new TransferControl();
    const { request } = scene({ control, place: async () => ({ kind: 'cancelled' }) });
    expect(await saveFiles(request)).toEqual({ kind: 'cancelled' });
    expect(request.partialDownload.delivered.size).toBe(0);
  });
});

describe('a set of more files than the browser takes at one press', () => {
  it('ends after each ten, goes on where it ended, and delivers each file once', async () => {
    const { request, saved, progress, asked } = scene({ sources: MANY });
    const ends = [];
    for (let press = 0; press < 3; press += 1) {
      ends.push((await saveFiles(request)).kind, saved.length);
    }
    expect(ends).toEqual(['press-needed', 10, 'press-needed', 20, 'delivered', 25]);
    expect(saved).toEqual(MANY.map(({ filename }) => `${filename} 10`));
    expect(progress.at(-1)).toEqual({ received: 250, total: 250, file: 25, files: 25 });
    // All but the first belong to a set that has begun: maintenance lets them pass.
    expect(asked.filter((call) => !call.endsWith('?download=next'))).toEqual([
      'GET /api/media/file1?download',
    ]);
  });

  it('needs no press for exactly ten, and none for files that failed', async () => {
    const ten = scene({ sources: MANY.slice(0, 10) });
    expect(await saveFiles(ten.request)).toEqual(DELIVERED);
    const broken = new Set(['file4', 'fresh-file4']);
    const eleven = scene({ sources: MANY.slice(0, 11) }, broken);
    expect((await saveFiles(eleven.request)).kind).toBe('failed');
    expect(eleven.saved).toHaveLength(10);
  });

  it('counts what the browser fetches by itself as well', async () => {
    const { request, handed } = scene({ sources: MANY, maxBytes: 5 });
    expect(await saveFiles(request)).toEqual({ kind: 'press-needed' });
    expect(handed).toHaveLength(10);
  });
});

describe('a file that fails', () => {
  it('is left out, and only it is fetched at the next try', async () => {
    const broken = new Set(['file3', 'fresh-file3']);
    const { request, saved, asked } = scene({ sources: MANY.slice(0, 6) }, broken);
    const end = await saveFiles(request);
    expect(end).toMatchObject({ kind: 'failed', message: SAVE_MESSAGES.downloadFailed });
    expect([...request.partialDownload.failed.keys()]).toEqual([2]);
    expect(saved).toHaveLength(5);

    broken.clear();
    asked.length = 0;
    request.partialDownload.failed.clear();
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(asked).toEqual(['GET /api/media/fresh-file3?download=next']);
    expect(saved).toHaveLength(6);
  });

  it('is not tried again by the press for the next ten', async () => {
    const broken = new Set(['file3', 'fresh-file3']);
    const { request, asked } = scene({ sources: MANY.slice(0, 15) }, broken);
    expect(await saveFiles(request)).toEqual({ kind: 'press-needed' });
    broken.clear();
    asked.length = 0;
    expect((await saveFiles(request)).kind).toBe('failed');
    expect(asked.some((call) => call.includes('file3'))).toBe(false);
    expect(request.partialDownload.delivered.size).toBe(14);
  });

  it('ends the try when the next one fails as well', async () => {
    const names = ['file2', 'file3'].flatMap((name) => [name, `fresh-${name}`]);
    const { request, saved } = scene({ sources: MANY.slice(0, 6) }, new Set(names));
    expect((await saveFiles(request)).kind).toBe('failed');
    expect(saved).toEqual(['file1.jpg 10']);
    expect([...request.partialDownload.failed.keys()]).toEqual([1, 2]);
  });

  it('does not end the try when a file has arrived in between', async () => {
    const names = ['file2', 'file4'].flatMap((name) => [name, `fresh-${name}`]);
    const { request } = scene({ sources: MANY.slice(0, 6) }, new Set(names));
    expect((await saveFiles(request)).kind).toBe('failed');
    expect([[...request.partialDownload.failed.keys()], request.partialDownload.delivered.size]).toEqual([
      [1, 3],
      4,
    ]);
  });

  it('ends the try at once when it arrived whole and could not be put where it belongs', async () => {
    const failure: Placed = { kind: 'failed', message: 'Download failed: full.', received: 0, total: 10 };
    const places: Placed[] = [{ kind: 'placed' }, failure];
    const { request, asked } = scene({
      to: 'folder',
      place: async () => places.shift() ?? { kind: 'placed' },
    });
    expect(await saveFiles(request)).toEqual(failure);
    expect([...request.partialDownload.delivered.keys()]).toEqual([0]);

    // Its bytes are still there.
    request.partialDownload.failed.clear();
    asked.length = 0;
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(asked).toEqual(['GET /api/media/c?download=next']);
  });

  it('takes no set for whole that has lost a file since', async () => {
    const { request, saved } = scene({ refresh: async () => FILES.slice(0, 2) }, new Set(['b']));
    expect((await saveFiles(request)).kind).toBe('failed');
    expect(saved).toEqual(['a.jpg 10', 'c.jpg 30']);
  });
});

describe('another try of a set', () => {
  /** The second file stops in its middle and comes no further until `healed`. */
  const breaking = () => {
    const made = scene();
    const connectivity = { healed: false };
    const urls: string[] = [];
    const fetch: SetRequest['fetch'] = async (input, init) => {
      const range = new Headers(init?.headers).get('range');
      urls.push(`${String(input)} ${range}`);
      if (!String(input).includes('/b?') || connectivity.healed) {
        if (range === null) return made.request.fetch(input, init);
        const headers = { 'content-range': 'bytes 5-19/20' };
        return new Response(new Uint8Array(15), { status: 206, headers });
      }
      if (range !== null) throw new TypeError('Failed to fetch');
      return new Response(new Uint8Array(5), { headers: { 'content-length': '20' } });
    };
    return { ...made, request: { ...made.request, fetch }, connectivity, urls };
  };

  it('goes on in the middle of the file that had failed', async () => {
    const { request, saved, connectivity, urls, progress } = breaking();
    expect(await saveFiles(request)).toMatchObject({ kind: 'failed', received: 5, total: 20 });
    connectivity.healed = true;
    urls.length = 0;
    request.partialDownload.failed.clear();
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(saved).toEqual(['a.jpg 10', 'c.jpg 30', 'b.jpg 20']);
    expect(urls).toEqual(['/api/media/b?download=next bytes=5-']);
    expect(progress.at(-1)).toMatchObject({ received: 60, total: 60, file: 3 });
  });

  it('remembers the fresh links, and holds on to no file that is delivered', async () => {
    const { request, refreshes } = scene({}, new Set(['a', 'b', 'c', 'fresh-c']));
    expect((await saveFiles(request)).kind).toBe('failed');
    request.partialDownload.failed.clear();
    expect((await saveFiles(request)).kind).toBe('failed');
    // Once for the whole set, and once for each try of the third, whose fresh link has run out too.
    expect(refreshes()).toBe(3);
    expect([request.partialDownload.file(0).size, request.partialDownload.file(1).size]).toEqual([0, 0]);
  });
});
