import { describe, expect, it } from 'vitest';
import type { SaveSource } from './save-file.ts';
import { SaveKeep } from './save-keep.ts';
import { fetchSet, type SaveProgress, type SetRequest } from './save-set.ts';
import { fetchZip, uniqueName } from './save-zip.ts';
import { TransferControl } from './transfer-control.ts';

const file = (name: string, size: number): SaveSource => ({
  url: `/api/media/${name}`,
  filename: `${name}.jpg`,
  size,
  sizeKnown: true,
});
const FILES = [file('a', 10), file('b', 20), file('c', 30)];

function scene(change: Partial<SetRequest> = {}, broken: readonly string[] = []) {
  const saved: string[] = [];
  const progress: SaveProgress[] = [];
  const handed: string[] = [];
  let renewals = 0;
  const request: SetRequest = {
    sources: FILES,
    startAt: 0,
    into: 'files',
    maxBytes: 1_000,
    keep: new SaveKeep(),
    control: new TransferControl(),
    line: { isOnline: () => true, untilOnline: async () => undefined, sleep: async () => undefined },
    onHold: () => undefined,
    onProgress: (each) => progress.push(each),
    onFile: (blob, filename) => {
      saved.push(`${filename} ${blob.size}`);
    },
    renew: async () => {
      renewals += 1;
      return FILES.map((each) => ({ ...each, url: each.url.replace('media/', 'media/fresh-') }));
    },
    fetch: async (input) => {
      const name = /media\/(.+)\?/u.exec(String(input))?.[1] ?? '';
      if (broken.includes(name)) return Response.json({}, { status: 410 });
      const size = FILES.find((each) => each.url.endsWith(name.replace('fresh-', '')))?.size ?? 0;
      return new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });
    },
    sinks: {
      saveBlob: () => undefined,
      saveLink: (url) => {
        handed.push(url);
      },
      openTab: () => true,
    },
    ...change,
  };
  return { request, saved, progress, handed, renewals: () => renewals };
}

describe('fetchSet', () => {
  it('saves the files in order and adds their bytes up', async () => {
    const { request, saved, progress } = scene();
    expect(await fetchSet(request)).toEqual({ kind: 'collected' });
    expect(saved).toEqual(['a.jpg 10', 'b.jpg 20', 'c.jpg 30']);
    expect(progress).toContainEqual({ received: 10, total: 60, file: 2, files: 3 });
    expect(progress.at(-1)).toEqual({ received: 60, total: 60, file: 3, files: 3 });
  });

  it('goes on from where an earlier try stopped', async () => {
    const { request, saved, progress } = scene({ startAt: 2 });
    await fetchSet(request);
    expect(saved).toEqual(['c.jpg 30']);
    expect(progress.at(-1)).toEqual({ received: 30, total: 30, file: 3, files: 3 });
  });

  it('knows no total while a later size is only estimated', async () => {
    const sources = [FILES[0]!, { ...FILES[1]!, sizeKnown: false }];
    const { request, progress } = scene({ sources });
    await fetchSet(request);
    expect(progress[0]?.total).toBeNull();
    expect(progress.at(-1)?.total).toBe(30);
  });

  it('makes fresh links once for all files of the post', async () => {
    const { request, saved, renewals } = scene({}, ['a', 'b', 'c']);
    expect(await fetchSet(request)).toEqual({ kind: 'collected' });
    expect([saved.length, renewals()]).toEqual([3, 1]);
  });

  it('takes no set for whole that has lost a file since', async () => {
    const { request, saved } = scene({ renew: async () => FILES.slice(0, 2) }, ['b']);
    expect(await fetchSet(request)).toMatchObject({ kind: 'failed', finished: 1 });
    expect(saved).toEqual(['a.jpg 10']);
  });

  it('stops at the first failure and counts what was finished', async () => {
    const { request, saved } = scene({ renew: async () => null }, ['b']);
    expect(await fetchSet(request)).toMatchObject({ kind: 'failed', finished: 1, received: 10, total: 60 });
    expect(saved).toEqual(['a.jpg 10']);
  });

  it('does not call a set saved when the browser took over a file of it', async () => {
    const { request, saved, handed } = scene({ maxBytes: 25 });
    expect(await fetchSet(request)).toEqual({ kind: 'handed-over' });
    expect([saved.length, handed]).toEqual([2, ['/api/media/c?download=next']]);
  });
});

describe('another try of a set', () => {
  const urls: string[] = [];
  /** The second file stops in its middle and comes no further until `healed`. */
  const breaking = () => {
    const { request, saved, progress } = scene();
    const line = { healed: false };
    const fetch: SetRequest['fetch'] = async (input, init) => {
      const range = new Headers(init?.headers).get('range');
      urls.push(`${String(input)} ${range}`);
      if (!String(input).includes('/b?') || line.healed) {
        if (range === null) return request.fetch(input, init);
        const headers = { 'content-range': 'bytes 5-19/20' };
        return new Response(new Uint8Array(15), { status: 206, headers });
      }
      if (range !== null) throw new TypeError('Failed to fetch');
      return new Response(new Uint8Array(5), { headers: { 'content-length': '20' } });
    };
    urls.length = 0;
    return { request: { ...request, fetch }, saved, progress, line };
  };

  it('goes on in the middle of the file at which the first stopped', async () => {
    const { request, saved, line, progress } = breaking();
    expect(await fetchSet(request)).toMatchObject({ kind: 'failed', finished: 1, received: 15, total: 60 });
    line.healed = true;
    urls.length = 0;
    expect(await fetchSet({ ...request, startAt: 1 })).toEqual({ kind: 'collected' });
    expect(saved).toEqual(['a.jpg 10', 'b.jpg 20', 'c.jpg 30']);
    expect(urls).toEqual(['/api/media/b?download bytes=5-', '/api/media/c?download=next null']);
    expect(progress.at(-1)).toMatchObject({ received: 50, total: 50 });
  });

  it('fetches nothing of a ZIP again that is there', async () => {
    const { request, line } = breaking();
    expect((await fetchZip(request)).kind).toBe('failed');
    line.healed = true;
    urls.length = 0;
    expect((await fetchZip(request)).kind).toBe('zipped');
    expect(urls).toEqual(['/api/media/b?download=next bytes=5-', '/api/media/c?download=next null']);
  });

  it('remembers the fresh links, and holds on to no file that is saved', async () => {
    const { request, renewals } = scene({}, ['a', 'b', 'c', 'fresh-c']);
    expect(await fetchSet(request)).toMatchObject({ kind: 'failed', finished: 2 });
    expect(await fetchSet({ ...request, startAt: 2 })).toMatchObject({ kind: 'failed', finished: 2 });
    // Once for the whole set, and once for each try of the third, whose fresh link has run out too.
    expect(renewals()).toBe(3);
    expect([request.keep.file(0).size, request.keep.file(1).size]).toEqual([0, 0]);
  });
});

describe('fetchZip', () => {
  it('packs all files uncompressed', async () => {
    const { request } = scene();
    const ended = await fetchZip(request);
    expect(ended.kind).toBe('zipped');
    if (ended.kind !== 'zipped') return;
    const bytes = new Uint8Array(await ended.blob.arrayBuffer());
    expect([...bytes.slice(0, 4)]).toEqual([0x50, 0x4b, 3, 4]);
    // Compression method 0 in the first local header: stored.
    expect(bytes[8]).toBe(0);
    expect(ended.blob.size).toBeGreaterThan(60);
    const text = new TextDecoder('latin1').decode(bytes);
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) expect(text).toContain(name);
  });

  it('counts the limit over all files and hands none to the browser', async () => {
    const { request, handed } = scene({ maxBytes: 45 });
    expect(await fetchZip(request)).toMatchObject({ kind: 'failed' });
    expect(handed).toEqual([]);
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
