import type { Quality } from '#shared/contract/preview.ts';
import { SAVE_MESSAGES } from '#shared/result-messages.ts';
import type { SaveTools } from '../../lib/save-file.ts';
import type { SaveKeep } from '../../lib/save-keep.ts';
import { fetchSet, type SaveProgress, type SetOutcome } from '../../lib/save-set.ts';
import { fetchZip, type ZipOutcome } from '../../lib/save-zip.ts';
import type { DownloadEvent } from './download-state.ts';

/** What the visitor asked to save. */
export interface DownloadOrder {
  readonly files: readonly Quality[];
  /** The name of the one ZIP all files go into; null for separate files. */
  readonly zipName: string | null;
  /** The same files with fresh links, or null when the post cannot be read again, or the signal aborts. */
  readonly renew: (signal: AbortSignal) => Promise<readonly Quality[] | null>;
}

export interface DownloadRun extends Omit<SaveTools, 'into'> {
  readonly order: DownloadOrder;
  /** Files an earlier try saved already. */
  readonly startAt: number;
  /** What that try left. */
  readonly keep: SaveKeep;
  readonly onProgress: (progress: SaveProgress) => void;
  /** True where a download link would trap the visitor and only the share sheet may take the file. */
  readonly mustShare: (file: File) => boolean;
}

type EndState = Extract<DownloadEvent, { type: 'ended' }>['state'];

/** Saves the bytes, or keeps them for the share sheet where that is the only way. */
function place(run: DownloadRun, blob: Blob, filename: string): 'device' | 'page' {
  if (run.mustShare(new File([blob], filename, { type: blob.type }))) return 'page';
  run.sinks.saveBlob(blob, filename);
  return 'device';
}

function endOf(
  run: DownloadRun,
  outcome: Exclude<SetOutcome | ZipOutcome, { kind: 'collected' | 'zipped' }>,
) {
  const files = run.order.files.length;
  switch (outcome.kind) {
    case 'handed-over':
      return { phase: 'handed-over', files } as const;
    case 'opened':
      return { phase: 'opened' } as const;
    case 'blocked':
      return { phase: 'blocked', url: outcome.url } as const;
    case 'cancelled':
      return { phase: 'cancelled' } as const;
    case 'failed': {
      const { message, received, total, finished } = outcome;
      return { phase: 'failed', message, received, total, finished } as const;
    }
  }
}

async function saveZip(run: DownloadRun, zipName: string): Promise<EndState> {
  const outcome = await fetchZip({ ...run, sources: run.order.files, renew: run.order.renew });
  if (outcome.kind !== 'zipped') {
    const end = endOf(run, outcome);
    // Nothing of a ZIP is saved before all of it is.
    return end.phase === 'failed' ? { ...end, finished: 0 } : end;
  }
  const { blob } = outcome;
  return { phase: 'done', filename: zipName, files: 1, blob, place: place(run, blob, zipName) };
}

async function saveFiles(run: DownloadRun): Promise<EndState> {
  const files = run.order.files.length;
  let last: Extract<EndState, { phase: 'done' }> | null = null;
  const outcome = await fetchSet({
    ...run,
    into: files === 1 ? 'file' : 'files',
    sources: run.order.files,
    renew: run.order.renew,
    onFile: (blob, filename) => {
      const where = files === 1 ? place(run, blob, filename) : 'device';
      if (files > 1) run.sinks.saveBlob(blob, filename);
      last = { phase: 'done', filename, files, blob: files === 1 ? blob : null, place: where };
    },
  });
  if (outcome.kind !== 'collected') return endOf(run, outcome);
  return (
    last ?? { phase: 'failed', message: SAVE_MESSAGES.downloadFailed, received: 0, total: null, finished: 0 }
  );
}

/** Carries out an order and gives the state it ended in. Never throws: a fault of the browser's own is a failure. */
export async function runDownload(run: DownloadRun): Promise<EndState> {
  try {
    return run.order.zipName === null ? await saveFiles(run) : await saveZip(run, run.order.zipName);
  } catch {
    if (run.control.signal.aborted) return { phase: 'cancelled' };
    return {
      phase: 'failed',
      message: SAVE_MESSAGES.downloadFailed,
      received: 0,
      total: null,
      finished: run.startAt,
    };
  }
}
