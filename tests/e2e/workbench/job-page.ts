import { vi } from 'vitest';
import type { Job, JobOutcome, JobSource } from '../../../src/web/workbench/job.ts';
import type { EnginePage } from '../browsers/engine.ts';
import type { Workbench } from './workbench-page.ts';
import type { startWorkbenchSite } from './workbench-site.ts';

type Site = Awaited<ReturnType<typeof startWorkbenchSite>>;

/** What a test sees of a job's end. */
export interface SeenOutcome {
  readonly kind: JobOutcome['kind'];
  readonly failure?: string;
  readonly status?: number | null;
  readonly file?: { readonly name: string; readonly type: string; readonly size: number };
  readonly progress: readonly (readonly [number, number | null])[];
}

/** Opens the workbench in a page. */
export async function openJobPage(page: Pick<EnginePage, 'load' | 'run'>, site: Site) {
  await page.load(site.page);
  await vi.waitUntil(() => page.run(() => document.documentElement.hasAttribute('data-hydrated')), {
    timeout: 15_000,
  });
  return {
    /** Runs a job, and stores its file as `saveAs` in the folder of the site. */
    make: (job: Job, saveAs: string, filename = 'a post.mp4'): Promise<SeenOutcome> =>
      page.run(
        async (text, address, name) => {
          const { workbench } = globalThis as unknown as { workbench: Workbench };
          const progress: [number, number | null][] = [];
          const outcome = await workbench.runJob(JSON.parse(text), name, {
            signal: new AbortController().signal,
            onProgress: (received, total) => progress.push([received, total]),
          });
          if (outcome.kind !== 'made') return { ...outcome, progress };
          const { file } = outcome;
          await fetch(address, { method: 'POST', body: file });
          return {
            kind: outcome.kind,
            file: { name: file.name, type: file.type, size: file.size },
            progress,
          };
        },
        JSON.stringify(job),
        site.addressOf(saveAs),
        filename,
      ),
    /** Starts a job and cancels it when its first bytes have arrived. */
    cancel: (job: Job): Promise<string> =>
      page.run(async (text) => {
        const { workbench } = globalThis as unknown as { workbench: Workbench };
        const stop = new AbortController();
        const onProgress = () => stop.abort();
        return (await workbench.runJob(JSON.parse(text), 'a', { signal: stop.signal, onProgress })).kind;
      }, JSON.stringify(job)),
    /** Asks about a clip: its key frame at or before a time, and whether it is encoded quickly from there. */
    ask: (source: JobSource, atSeconds: number) =>
      page.run(
        async (text, at) => {
          const { workbench } = globalThis as unknown as { workbench: Workbench };
          const { signal } = new AbortController();
          const from: JobSource = JSON.parse(text);
          return {
            keyFrame: await workbench.findKeyFrame(from, at, signal),
            isQuick: await workbench.isExactClipQuick(from, at, signal),
          };
        },
        JSON.stringify(source),
        atSeconds,
      ),
    askDevice: () =>
      page.run(async () => {
        const { workbench } = globalThis as unknown as { workbench: Workbench };
        return { files: workbench.canMakeFiles(), films: await workbench.canEncodeFilm() };
      }),
    /** Returns the number of files that the workbench has on the disk. */
    filesOnDisk: () =>
      page.run(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('workbench');
        let files = 0;
        for await (const _name of folder.keys()) files += 1;
        return files;
      }),
  };
}
export type JobPage = Awaited<ReturnType<typeof openJobPage>>;
