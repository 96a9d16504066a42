import { vi } from 'vitest';
import type { Job, JobOutcome } from '../../../src/web/workbench/job.ts';
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
          return { kind: outcome.kind, file: { name: file.name, type: file.type, size: file.size }, progress };
        },
        JSON.stringify(job),
        site.addressOf(saveAs),
        filename,
      ),
    run: page.run,
  };
}
export type JobPage = Awaited<ReturnType<typeof openJobPage>>;
