import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Quality } from '#shared/contract/preview.ts';
import type { Job, JobOutcome } from '../../../workbench/job.ts';
import type { Making } from '../../../workbench/offers.ts';
import { pageConnectivity } from '../transfer/page-network.ts';
import { PartialFile } from '../transfer/partial-file.ts';
import { TransferControl } from '../transfer/transfer-control.ts';
import { fetchFile } from './save-file.ts';
import type { SaveFileRequest, SaveSource } from './save-request.ts';

const part = (url: string, changes: Partial<Quality> = {}): Quality => ({
  label: '720p HD',
  mime: 'video/mp4',
  size: 10,
  sizeKnown: true,
  url: `/api/media/${url}`,
  extension: 'mp4',
  quality: '720p',
  videoAvailable: true,
  audioAvailable: true,
  filename: `${url}.mp4`,
  ...changes,
});
const join = (suffix = '', fallback: Quality | null = part('whole')): Making => ({
  kind: 'join',
  picture: part(`picture${suffix}`),
  sound: part(`sound${suffix}`, { sizeKnown: false }),
  fallback,
});
const sound = (url: string): Making => ({
  kind: 'm4a',
  source: part(url),
  tags: { title: 'Title', artist: 'mara', cover: '/api/media/cover' },
});
const sourceOf = (making: Making): SaveSource => ({
  url: '/api/media/first',
  filename: 'made.mp4',
  size: 20,
  sizeKnown: false,
  making,
});

const failed = (failure: Extract<JobOutcome, { kind: 'failed' }>['failure'], status: number | null = null) =>
  ({ kind: 'failed', failure, status }) as const;
const MADE: JobOutcome = { kind: 'made', file: new File(['made'], 'made.mp4') };

/** Makes a file with a device whose jobs end with `outcomes`, one after another. */
function makeWith(making: Making, outcomes: readonly JobOutcome[], fresh: Making | null = null) {
  const jobs: Job[] = [];
  const fetched: string[] = [];
  const fallbacks: string[] = [];
  const progress: (readonly [number, number | null])[] = [];
  const control = new TransferControl();
  const request: SaveFileRequest = {
    source: sourceOf(making),
    output: 'file',
    isContinuation: false,
    hasBegun: () => false,
    maxBytes: 100,
    partialFile: new PartialFile(),
    control,
    connectivity: pageConnectivity,
    onHold: () => undefined,
    onProgress: (...position) => progress.push(position),
    prefersLink: false,
    onSimulated: () => undefined,
    refresh: async () => (fresh === null ? null : sourceOf(fresh)),
    onFallback: (notice) => fallbacks.push(notice),
    keep: async () => null,
    runJob: async (job, _filename, { onProgress }) => {
      jobs.push(job);
      onProgress(5, 20);
      return outcomes[jobs.length - 1] ?? failed('fault');
    },
    fetch: async (input) => {
      fetched.push(String(input));
      return new Response(new Uint8Array(10), { headers: { 'content-length': '10' } });
    },
    sinks: {
      saveBlob: () => undefined,
      saveLink: () => undefined,
      saveInTab: () => false,
      openTab: () => false,
      waitForSlot: async () => undefined,
    },
  };
  return { control, jobs, fetched, fallbacks, progress, outcome: fetchFile(request) };
}

const at = (path: string) => `https://site.test/api/media/${path}`;

beforeEach(() => void vi.stubGlobal('window', { location: { href: 'https://site.test/?sample=clip' } }));
afterEach(() => void vi.unstubAllGlobals());

describe('a file that this device makes', () => {
  it('is joined from its parts, which come through this site, and reported like a download', async () => {
    const { outcome, jobs, fetched, progress } = makeWith(join(), [MADE]);
    expect(await outcome).toMatchObject({ kind: 'collected', filename: 'made.mp4', blob: { size: 4 } });
    expect(jobs).toEqual([
      {
        kind: 'join',
        picture: { url: at('picture?download'), size: 10 },
        sound: { url: at('sound?download'), size: null },
      },
    ]);
    expect(progress).toEqual([[5, 20]]);
    expect(fetched).toEqual([]);
  });

  it('carries tags and cover', async () => {
    const { jobs } = makeWith(sound('clip'), [MADE]);
    expect(jobs).toEqual([
      {
        kind: 'm4a',
        source: { url: at('clip?download'), size: 10 },
        tags: { title: 'Title', artist: 'mara', cover: { url: at('cover'), size: null } },
      },
    ]);
  });

  it('is made once more with fresh links when those of its parts have expired', async () => {
    const { outcome, jobs } = makeWith(sound('old'), [failed('refused', 410), MADE], sound('new'));
    expect(await outcome).toMatchObject({ kind: 'collected' });
    expect(jobs.map((job) => 'source' in job && job.source.url)).toEqual([
      at('old?download'),
      at('new?download'),
    ]);
  });

  it.each(['incomplete', 'no-track', 'unsupported', 'full', 'fault'] as const)(
    'is replaced by the best whole clip, with a word about it, when joining fails: %s',
    async (failure) => {
      const { outcome, fetched, fallbacks } = makeWith(join(), [failed(failure)]);
      expect(await outcome).toMatchObject({ kind: 'collected', filename: 'whole.mp4' });
      expect(fetched).toEqual(['/api/media/whole?download']);
      expect(fallbacks).toEqual([expect.stringContaining('whole.mp4 is saved instead')]);
    },
  );

  it.each([
    ['the connection is lost', failed('unanswered'), 'The connection broke off several times.'],
    ['the server is busy', failed('refused', 429), 'Too many files at once. Wait a minute.'],
  ])('can be retried when %s', async (_what, end, reason) => {
    const { outcome, fallbacks } = makeWith(join(), [end]);
    expect(await outcome).toMatchObject({ kind: 'failed', reason, received: 5, total: 20 });
    expect(fallbacks).toEqual([]);
  });

  it.each([
    ['incomplete', 'The platform sent only a part of the file.'],
    ['no-track', 'The file has no sound that could be saved.'],
    ['unsupported', 'This device cannot make the file.'],
    ['full', 'This device has no room for the file.'],
  ] as const)('says why there is none: %s', async (failure, reason) => {
    const { outcome } = makeWith(sound('clip'), [failed(failure)]);
    expect(await outcome).toMatchObject({ kind: 'failed', reason });
  });

  it('ends with the cancel, without another file', async () => {
    const { outcome, fallbacks } = makeWith(join(), [{ kind: 'cancelled' }]);
    expect(await outcome).toEqual({ kind: 'cancelled' });
    expect(fallbacks).toEqual([]);
  });
});
