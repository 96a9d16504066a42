import { describe, expect, it } from 'vitest';
import type { Quality } from '#shared/contract/preview.ts';
import { SaveKeep } from '../../lib/save-keep.ts';
import { TransferControl } from '../../lib/transfer-control.ts';
import { type DownloadRun, runDownload } from './run-download.ts';

const quality = (name: string): Quality => ({
  label: 'Original',
  mime: 'image/jpeg',
  size: 4,
  sizeKnown: true,
  url: `/api/media/${name}`,
  extension: 'jpg',
  quality: 'original',
  videoAvailable: false,
  audioAvailable: false,
  filename: `${name}.jpg`,
});

function scene(files: readonly Quality[], change: Partial<DownloadRun> = {}, zipName: string | null = null) {
  const saved: string[] = [];
  const run: DownloadRun = {
    order: { files, zipName, renew: async () => null },
    startAt: 0,
    maxBytes: 100,
    keep: new SaveKeep(),
    control: new TransferControl(),
    line: { isOnline: () => true, untilOnline: async () => undefined, sleep: async () => undefined },
    onHold: () => undefined,
    onProgress: () => undefined,
    mustShare: () => false,
    fetch: async () => new Response(new Uint8Array(4), { headers: { 'content-length': '4' } }),
    sinks: {
      saveBlob: (_, filename) => {
        saved.push(filename);
      },
      saveLink: () => undefined,
      openTab: () => true,
    },
    ...change,
  };
  return { run, saved };
}

describe('runDownload', () => {
  it('saves one file and keeps its bytes for the share sheet', async () => {
    const { run, saved } = scene([quality('a')]);
    const end = await runDownload(run);
    expect(end).toMatchObject({ phase: 'done', filename: 'a.jpg', files: 1, place: 'device' });
    expect(end.phase === 'done' && end.blob?.size).toBe(4);
    expect(saved).toEqual(['a.jpg']);
  });

  it('saves nothing by itself where only the share sheet may take the file', async () => {
    const { run, saved } = scene([quality('a')], { mustShare: () => true });
    expect(await runDownload(run)).toMatchObject({ phase: 'done', place: 'page' });
    expect(saved).toEqual([]);
  });

  it('saves several files one by one, or one ZIP', async () => {
    const several = scene([quality('a'), quality('b')]);
    expect(await runDownload(several.run)).toMatchObject({ phase: 'done', files: 2, blob: null });
    expect(several.saved).toEqual(['a.jpg', 'b.jpg']);

    const zip = scene([quality('a'), quality('b')], { maxBytes: 8 }, 'set.zip');
    expect(await runDownload(zip.run)).toMatchObject({ phase: 'done', filename: 'set.zip', files: 1 });
    expect(zip.saved).toEqual(['set.zip']);
  });

  it('ends as failed when the browser itself refuses to save', async () => {
    const sinks = {
      saveBlob: () => {
        throw new Error('refused');
      },
      saveLink: () => undefined,
      openTab: () => true,
    };
    const { run } = scene([quality('a')], { sinks });
    expect(await runDownload(run)).toMatchObject({ phase: 'failed', finished: 0 });
  });

  it('ends as cancelled when it was stopped', async () => {
    const control = new TransferControl();
    control.cancel();
    const fetch: DownloadRun['fetch'] = async () => {
      throw new DOMException('stopped', 'AbortError');
    };
    const { run } = scene([quality('a')], { control, fetch });
    expect(await runDownload(run)).toEqual({ phase: 'cancelled' });
  });
});
