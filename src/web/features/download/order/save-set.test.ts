import { describe, expect, it } from 'vitest';
import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import type { PlacementResult, SaveSource } from '../file/save-request.ts';
import { TransferControl } from '../transfer/transfer-control.ts';
import { PartialDownload } from './partial-download.ts';
import { type SaveProgress, type SetRequest, saveFiles } from './save-set.ts';

const file = (name: string, size: number): SaveSource => ({
  url: `/api/media/${name}`,
  filename: `${name}.jpg`,
  size,
  sizeKnown: true,
});
const FILES = [file('a', 10), file('b', 20), file('c', 30)];
const MANY = Array.from({ length: 25 }, (_, index) => file(`file${index + 1}`, 10));
const DELIVERED = { kind: 'delivered' };

function setUp(change: Partial<SetRequest> = {}, broken = new Set<string>()) {
  const saved: string[] = [];
  const progress: SaveProgress[] = [];
  const handedOver: string[] = [];
  const requests: string[] = [];
  let refreshes = 0;
  const sources = change.sources ?? FILES;
  const request: SetRequest = {
    sources,
    downloadsPerPress: 10,
    maxBytes: 1_000,
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
    onProgress: (each) => progress.push(each),
    place: async (blob, filename): Promise<PlacementResult> => {
      saved.push(`${filename} ${blob.size}`);
      return { kind: 'placed' };
    },
    refresh: async () => {
      refreshes += 1;
      return sources.map((each) => ({ ...each, url: each.url.replace('media/', 'media/fresh-') }));
    },
    fetch: async (input, init) => {
      requests.push(`${init?.method ?? 'GET'} ${String(input)}`);
      const name = /media\/(.+)\?/u.exec(String(input))?.[1] ?? '';
      if (broken.has(name)) return Response.json({}, { status: 410 });
      const size = sources.find((each) => each.url.endsWith(`/${name.replace('fresh-', '')}`))?.size ?? 0;
      return new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });
    },
    sinks: {
      saveBlob: () => undefined,
      saveLink: (url) => {
        handedOver.push(url);
      },
      saveInTab: () => true,
      openTab: () => true,
      waitForSlot: async () => undefined,
    },
    ...change,
  };
  return { request, saved, progress, handedOver, requests, refreshes: () => refreshes };
}

describe('saveFiles', () => {
  it('delivers the files in order and adds their bytes up', async () => {
    const { request, saved, progress } = setUp();
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(saved).toEqual(['a.jpg 10', 'b.jpg 20', 'c.jpg 30']);
    // Two of them have arrived while the first one counts.
    expect(progress).toContainEqual({ received: 30, total: 60, file: 1, files: 3 });
    expect(progress.at(-1)).toEqual({ received: 60, total: 60, file: 3, files: 3 });
  });

  it('reports no total while a later size is only estimated', async () => {
    const sources = [FILES[0]!, { ...FILES[1]!, sizeKnown: false }];
    const { request, progress } = setUp({ sources });
    await saveFiles(request);
    expect(progress[0]?.total).toBeNull();
    expect(progress.at(-1)?.total).toBe(30);
  });

  it('refreshes the links once for all files of the post', async () => {
    const { request, saved, refreshes } = setUp({}, new Set(['a', 'b', 'c']));
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect([saved.length, refreshes()]).toEqual([3, 1]);
  });

  it('does not count the bytes of a file that the browser downloads itself', async () => {
    const { request, saved, handedOver, progress } = setUp({ maxBytes: 25 });
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect([saved.length, handedOver]).toEqual([2, ['/api/media/c?download=next']]);
    expect(request.partialDownload.delivered.get(2)).toEqual({ destination: 'browser', bytes: null });
    expect(progress.at(-1)).toMatchObject({ received: 30 });
  });

  it('subtracts files that the browser downloads itself from the total', async () => {
    const sources = [FILES[2]!, FILES[0]!];
    const { request, progress } = setUp({ sources, maxBytes: 25 });
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(progress.at(-1)).toEqual({ received: 10, total: 10, file: 2, files: 2 });
  });

  it('does not deliver a file that was cancelled while it waited', async () => {
    const control = new TransferControl();
    const { request } = setUp({ control, place: async () => ({ kind: 'cancelled' }) });
    expect(await saveFiles(request)).toEqual({ kind: 'cancelled' });
    expect(request.partialDownload.delivered.size).toBe(0);
  });
});

describe('files of several posts', () => {
  const posts = ['one', 'two', 'two'];

  it('go on after failures in a row, and say how each file ended', async () => {
    const ended: string[] = [];
    const partialDownload = new PartialDownload((index, end) =>
      ended.push(`${index} ${'message' in end ? end.message : end.bytes}`),
    );
    const broken = new Set(['a', 'b', 'fresh-a', 'fresh-b']);
    const { request, saved } = setUp({ posts, partialDownload }, broken);
    const failure = text(downloadPanel, 'downloadFailed');
    expect(await saveFiles(request)).toMatchObject({ kind: 'failed', message: failure });
    expect(saved).toEqual(['c.jpg 30']);
    expect(ended).toEqual([`0 ${failure}`, `1 ${failure}`, '2 30']);
  });

  it('get fresh links post by post', async () => {
    const asked: number[] = [];
    const refresh = async (_signal: AbortSignal, index: number) => {
      asked.push(index);
      return FILES.map((each, at) =>
        posts[at] === posts[index] ? { ...each, url: each.url.replace('media/', 'media/fresh-') } : each,
      );
    };
    const { request, saved } = setUp({ posts, refresh }, new Set(['a', 'b', 'c']));
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect([saved.length, asked]).toEqual([3, [0, 1]]);
  });
});

describe('a set with more files than the browser accepts per click', () => {
  it('ends after every ten files, continues there, and delivers each file once', async () => {
    const { request, saved, progress, requests } = setUp({ sources: MANY });
    const ends = [];
    for (let press = 0; press < 3; press += 1) {
      ends.push((await saveFiles(request)).kind, saved.length);
    }
    expect(ends).toEqual(['press-needed', 10, 'press-needed', 20, 'delivered', 25]);
    expect(saved).toEqual(MANY.map(({ filename }) => `${filename} 10`));
    expect(progress.at(-1)).toEqual({ received: 250, total: 250, file: 25, files: 25 });
    // Once one has arrived, the others belong to a set that has begun, which may finish during maintenance.
    expect(requests.filter((call) => !call.endsWith('?download=next'))).toEqual([
      'GET /api/media/file1?download',
      'GET /api/media/file2?download',
      'GET /api/media/file3?download',
    ]);
  });

  it('needs no further click for exactly ten files, nor for failed files', async () => {
    const ten = setUp({ sources: MANY.slice(0, 10) });
    expect(await saveFiles(ten.request)).toEqual(DELIVERED);
    const broken = new Set(['file4', 'fresh-file4']);
    const eleven = setUp({ sources: MANY.slice(0, 11) }, broken);
    expect((await saveFiles(eleven.request)).kind).toBe('failed');
    expect(eleven.saved).toHaveLength(10);
  });

  it('also counts files that the browser downloads itself', async () => {
    const { request, handedOver } = setUp({ sources: MANY, maxBytes: 5 });
    expect(await saveFiles(request)).toEqual({ kind: 'press-needed' });
    expect(handedOver).toHaveLength(10);
  });
});

describe('files fetched at once', () => {
  /** Creates a server whose answers wait until the test sends them. */
  const waitingServer = (places = Number.POSITIVE_INFINITY) => {
    const open = new Map<string, () => void>();
    const refused: string[] = [];
    let most = 0;
    const fetch: SetRequest['fetch'] = async (input) => {
      const name = /media\/(.+)\?/u.exec(String(input))?.[1] ?? '';
      if (open.size >= places) {
        refused.push(name);
        return Response.json({}, { status: 429 });
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      open.set(name, resolve);
      most = Math.max(most, open.size);
      await promise;
      open.delete(name);
      return new Response(new Uint8Array(10), { headers: { 'content-length': '10' } });
    };
    const answerAll = async (end: Promise<unknown>): Promise<void> => {
      let isEnded = false;
      void end.finally(() => {
        isEnded = true;
      });
      while (!isEnded) {
        // The last one first: the order of delivery must not depend on it.
        [...open.values()].at(-1)?.();
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    return { fetch, answerAll, refused, most: () => most };
  };

  it('are three, and are delivered in their order', async () => {
    const server = waitingServer();
    const { request, saved } = setUp({ sources: MANY.slice(0, 8), fetch: server.fetch });
    const end = saveFiles(request);
    await server.answerAll(end);
    expect([await end, server.most()]).toEqual([DELIVERED, 3]);
    expect(saved).toEqual(MANY.slice(0, 8).map(({ filename }) => `${filename} 10`));
  });

  it('beside the first are tried again, and belong to a set that has begun from its first bytes', async () => {
    const calls: string[] = [];
    const [begun, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { request } = setUp({
      onProgress: ({ received }) => received > 0 && begun.resolve(),
      fetch: async (input) => {
        const url = String(input);
        calls.push(url);
        if (url === '/api/media/b?download' && calls.filter((call) => call === url).length === 1)
          throw new TypeError('Failed to fetch');
        if (url === '/api/media/c?download') {
          await begun.promise;
          return Response.json({}, { status: 410 });
        }
        if (url.includes('fresh-')) asked.resolve();
        const size = FILES.find((each) => url.includes(`${each.url.at(-1)}?`))?.size ?? 0;
        // The last half of the first file arrives after the fresh link of the third is used.
        const body = new ReadableStream<Uint8Array>({
          async start(controller) {
            controller.enqueue(new Uint8Array(size / 2));
            if (size === 10) await asked.promise;
            controller.enqueue(new Uint8Array(size / 2));
            controller.close();
          },
        });
        return new Response(body, { headers: { 'content-length': String(size) } });
      },
    });
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(calls.filter((url) => url.includes('b?'))).toHaveLength(2);
    expect(calls).toContain('/api/media/fresh-c?download=next');
  });

  it.each([1, 2])('are as many as the server gives places: %i', async (places) => {
    const server = waitingServer(places);
    const { request, saved } = setUp({ sources: MANY.slice(0, 8), fetch: server.fetch });
    const end = saveFiles(request);
    await server.answerAll(end);
    expect([await end, server.most(), saved.length]).toEqual([DELIVERED, places, 8]);
    // Once refused, the page asks for no more than the places it has.
    expect(server.refused.length).toBeLessThanOrEqual(3 - places);
  });

  it('fit together into the memory of one', async () => {
    const server = waitingServer();
    const sources = MANY.slice(0, 4).map((each) => ({ ...each, size: 600, sizeKnown: false }));
    const { request } = setUp({ sources, fetch: server.fetch, maxBytes: 1_300 });
    const end = saveFiles(request);
    await server.answerAll(end);
    expect([await end, server.most()]).toEqual([DELIVERED, 2]);
  });
});

describe('a file that fails', () => {
  it('is skipped, and only it is fetched in the next attempt', async () => {
    const broken = new Set(['file3', 'fresh-file3']);
    const { request, saved, requests } = setUp({ sources: MANY.slice(0, 6) }, broken);
    const end = await saveFiles(request);
    expect(end).toMatchObject({ kind: 'failed', message: text(downloadPanel, 'downloadFailed') });
    expect([...request.partialDownload.failed.keys()]).toEqual([2]);
    expect(saved).toHaveLength(5);

    broken.clear();
    requests.length = 0;
    request.partialDownload.failed.clear();
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(requests).toEqual(['GET /api/media/fresh-file3?download=next']);
    expect(saved).toHaveLength(6);
  });

  it('is not retried by the click for the next ten', async () => {
    const broken = new Set(['file3', 'fresh-file3']);
    const { request, requests } = setUp({ sources: MANY.slice(0, 15) }, broken);
    expect(await saveFiles(request)).toEqual({ kind: 'press-needed' });
    broken.clear();
    requests.length = 0;
    expect((await saveFiles(request)).kind).toBe('failed');
    expect(requests.some((call) => call.includes('file3'))).toBe(false);
    expect(request.partialDownload.delivered.size).toBe(14);
  });

  it('ends the attempt when the next one fails too', async () => {
    const names = ['file2', 'file3'].flatMap((name) => [name, `fresh-${name}`]);
    const { request, saved } = setUp({ sources: MANY.slice(0, 6) }, new Set(names));
    expect((await saveFiles(request)).kind).toBe('failed');
    expect(saved).toEqual(['file1.jpg 10']);
    expect([...request.partialDownload.failed.keys()]).toEqual([1, 2]);
  });

  it('does not end the attempt when a file succeeded in between', async () => {
    const names = ['file2', 'file4'].flatMap((name) => [name, `fresh-${name}`]);
    const { request } = setUp({ sources: MANY.slice(0, 6) }, new Set(names));
    expect((await saveFiles(request)).kind).toBe('failed');
    expect([[...request.partialDownload.failed.keys()], request.partialDownload.delivered.size]).toEqual([
      [1, 3],
      4,
    ]);
  });

  it('ends the attempt immediately when a complete file cannot be placed', async () => {
    const failure: PlacementResult = {
      kind: 'failed',
      message: 'Download failed: full.',
      received: 0,
      total: 10,
    };
    const places: PlacementResult[] = [{ kind: 'placed' }, failure];
    const { request, requests } = setUp({
      destination: 'folder',
      place: async () => places.shift() ?? { kind: 'placed' },
    });
    expect(await saveFiles(request)).toEqual(failure);
    expect([...request.partialDownload.delivered.keys()]).toEqual([0]);

    // Its bytes are still there, and those of the file fetched beside it.
    request.partialDownload.failed.clear();
    requests.length = 0;
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(requests).toEqual([]);
  });

  it('fails when a refreshed post has fewer files', async () => {
    const { request, saved } = setUp({ refresh: async () => FILES.slice(0, 2) }, new Set(['b']));
    expect((await saveFiles(request)).kind).toBe('failed');
    expect(saved).toEqual(['a.jpg 10', 'c.jpg 30']);
  });
});

describe('another attempt at a set', () => {
  /** Creates a set whose second file stops in the middle until `healed` is set. */
  const breaking = () => {
    const made = setUp();
    const connectivity = { healed: false };
    const urls: string[] = [];
    const fetch: SetRequest['fetch'] = async (input, init) => {
      const range = new Headers(init?.headers).get('range');
      urls.push(`${String(input)} ${range}`);
      if (!String(input).includes('/b?') || connectivity.healed) {
        if (range === null) return made.request.fetch(input, init);
        const headers = { 'content-range': 'bytes 1-19/20' };
        return new Response(new Uint8Array(19), { status: 206, headers });
      }
      if (range !== null) throw new TypeError('Failed to fetch');
      return new Response(new Uint8Array(5), { headers: { 'content-length': '20' } });
    };
    return { ...made, request: { ...made.request, fetch }, connectivity, urls };
  };

  it('resumes in the middle of the failed file', async () => {
    const { request, saved, connectivity, urls, progress } = breaking();
    expect(await saveFiles(request)).toMatchObject({ kind: 'failed', received: 5, total: 20 });
    connectivity.healed = true;
    urls.length = 0;
    request.partialDownload.failed.clear();
    expect(await saveFiles(request)).toEqual(DELIVERED);
    expect(saved).toEqual(['a.jpg 10', 'c.jpg 30', 'b.jpg 20']);
    expect(urls).toEqual(['/api/media/b?download=next bytes=1-']);
    expect(progress.at(-1)).toMatchObject({ received: 60, total: 60, file: 3 });
  });

  it('stores the refreshed links and releases delivered files', async () => {
    const { request, refreshes } = setUp({}, new Set(['a', 'b', 'c', 'fresh-c']));
    expect((await saveFiles(request)).kind).toBe('failed');
    request.partialDownload.failed.clear();
    expect((await saveFiles(request)).kind).toBe('failed');
    // Once for the whole set, and once for the second attempt at the third file, whose refreshed link has expired too.
    expect(refreshes()).toBe(2);
    expect([request.partialDownload.fileAt(0).size, request.partialDownload.fileAt(1).size]).toEqual([0, 0]);
  });
});
