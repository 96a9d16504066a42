import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import type { Job, JobFailure, JobSource } from '../../../workbench/job.ts';
import type { Making, OfferedFile } from '../../../workbench/offers.ts';
import {
  createFailureFor,
  createRefusalFailure,
  downloadLink,
  type FetchOutcome,
  refreshSource,
  type SaveFailure,
  type SaveFailureReason,
  type SaveFileRequest,
  type SaveSource,
} from './save-request.ts';

const absolute = (link: string): string => new URL(link, window.location.href).href;

function jobOf(request: SaveFileRequest, making: Making): Job {
  // Always through this site, because the platforms let no page read their files.
  const sourceOf = (file: OfferedFile): JobSource => ({
    url: absolute(downloadLink(request, file)),
    size: file.sizeKnown ? file.size : null,
  });
  switch (making.kind) {
    case 'join':
      return { kind: 'join', picture: sourceOf(making.picture), sound: sourceOf(making.sound) };
    case 'clip':
      return { ...making, source: sourceOf(making.source) };
    case 'film': {
      const { pictures, secondsEach, music } = making;
      const [sources, sound] = [pictures.map(sourceOf), music && sourceOf(music)];
      return { kind: 'film', pictures: sources, secondsEach, music: sound };
    }
    default: {
      const { cover, ...tags } = making.tags;
      const picture = cover === null ? null : { url: absolute(cover), size: null };
      return { kind: making.kind, source: sourceOf(making.source), tags: { ...tags, cover: picture } };
    }
  }
}

const FAILURE_REASONS: Readonly<Record<Exclude<JobFailure, 'refused'>, SaveFailureReason>> = {
  unanswered: 'brokeOff',
  incomplete: 'incomplete',
  'no-track': 'noTrack',
  unsupported: 'unsupported',
  full: 'full',
  fault: 'unsupported',
};

/** Returns whether another try with the same files may succeed. */
const isTemporary = (failure: JobFailure, status: number | null): boolean =>
  failure === 'unanswered' || (failure === 'refused' && (status === 429 || status === 503));

const GONE = 410;

/**
 * Makes a file on this device, and once more with fresh links if those of its parts have expired. If a joined clip cannot be made and
 * another try would not help, calls `onFallback` and resolves with the outcome of `fetchFallback` for the best clip that needs no joining.
 */
export async function makeOnDevice(
  request: SaveFileRequest,
  making: Making,
  fetchFallback: (source: SaveSource) => Promise<FetchOutcome>,
): Promise<FetchOutcome> {
  const { runJob, control, source } = request;
  let position: Pick<SaveFailure, 'received' | 'total'> = { received: 0, total: null };
  const run = (current: Making) =>
    runJob(jobOf(request, current), source.filename, {
      signal: control.signal,
      onProgress: (received, total) => {
        position = { received, total };
        request.onProgress(received, total);
      },
    });
  let current = making;
  let outcome = await run(current);
  if (outcome.kind === 'failed' && outcome.status === GONE) {
    const fresh = await refreshSource(request, control.signal);
    if (fresh?.making !== undefined) {
      current = fresh.making;
      outcome = await run(current);
    }
  }
  if (outcome.kind === 'made') return { kind: 'collected', blob: outcome.file, filename: source.filename };
  if (outcome.kind === 'cancelled' || control.signal.aborted) return { kind: 'cancelled' };
  const { failure, status } = outcome;
  const fallback = current.kind === 'join' ? current.fallback : null;
  if (fallback !== null && !isTemporary(failure, status)) {
    request.onFallback(text(downloadPanel, 'fellBack', { what: fallback.filename }));
    return fetchFallback(fallback);
  }
  const { received, total } = position;
  return failure === 'refused'
    ? createRefusalFailure(status ?? 0, null, received, total)
    : createFailureFor(FAILURE_REASONS[failure], received, total);
}
