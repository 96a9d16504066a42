import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { Status, StatusPart } from '#shared/contract/status.ts';
import type { FailureCode, TransferFailureCode } from '#shared/errors.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import { type Failure, meaningOf } from '../../platforms/failure-table.ts';
import { createFailureFilter, type FailureFilter, type RequestedPost } from './failure-filter.ts';
import { createSeries, type Series } from './series.ts';

/** Median times above which previews and the first bytes of downloads count as slow. */
export const STATUS_SLOW_PREVIEW_MS = 6_000;
export const STATUS_SLOW_FIRST_BYTE_MS = 3_000;

/** Empty answers (failure-table.ts) count as failures while they are at least half of this many recent answers; usually they are rare. */
const EMPTY_WINDOW_ANSWERS = 20;

/** Result of a preview request; `engine` is null for the whole preview, whichever engine answered. */
export interface ObservedPreview {
  readonly platform: PostPlatform;
  readonly engine: EngineName | null;
  readonly ms: number;
  readonly outcome: { readonly ok: true } | ObservedFailure;
  /** Undefined for checks, all of which count. */
  readonly subject?: RequestedPost | undefined;
}

interface ObservedFailure extends Failure {
  readonly ok: false;
}

/** Why a download ended early: an error code if nothing was sent, else how the connection ended. */
type EndedDownloadCode = TransferFailureCode | 'aborted' | 'destroyed' | 'let_go';

/** Result of sending a file to a visitor. */
interface ObservedDownload {
  /** Milliseconds to the first byte; null if none was sent. */
  readonly firstByteMs: number | null;
  readonly outcome: { readonly ok: true } | { readonly ok: false; readonly code: EndedDownloadCode };
}

/** In-memory record of recent previews and downloads of this instance. It contains visitors and posts only as hashes. */
export interface WorkLog {
  preview(observed: ObservedPreview): void;
  download(observed: ObservedDownload): void;
  /** Returns the current status of this instance. */
  status(): Status;
}

/** Whether an outcome counts as a success, as a failure, or not at all ('nothing'). */
type Assessment = 'worked' | 'failed' | 'nothing';

/** An outcome with its assessment; `engine` is null for a whole preview and for a download. */
export interface AssessedOutcome {
  readonly part: StatusPart;
  readonly engine: EngineName | null;
  readonly assessment: Assessment;
  readonly code: 'ok' | FailureCode | EndedDownloadCode;
  /** Duration of a success in milliseconds; null for failures and if nothing was sent. */
  readonly ms: number | null;
}

/**
 * Returns false if the platform was not involved: no engine fits, the link is unsupported, the story needs a session that the engine
 * does not have, or the queue was full. An open circuit
 * and a pause that the platform requested count as reached, because the platform's failures caused them.
 */
export const reachedPlatform = (outcome: ObservedPreview['outcome']): boolean =>
  outcome.ok || meaningOf(outcome).status !== 'not_reached';

const assessFailure = (failure: ObservedFailure): Assessment | 'empty' => {
  const { status } = meaningOf(failure);
  return status === 'not_reached' ? 'nothing' : status;
};

/** Counts how many of the last EMPTY_WINDOW_ANSWERS answers about different posts were empty. */
const createEmptyShare = () => {
  let recent: readonly boolean[] = [];
  return {
    add(isEmpty: boolean): void {
      recent = [isEmpty, ...recent].slice(0, EMPTY_WINDOW_ANSWERS);
    },
    isUnusual: (): boolean => recent.filter(Boolean).length * 2 >= EMPTY_WINDOW_ANSWERS,
  };
};

/** Which outcomes of one engine, or of all previews, of a platform count. */
interface Counted {
  readonly filter: FailureFilter;
  readonly empty: ReturnType<typeof createEmptyShare>;
}

/** What the end of a download counts as. An end that the visitor caused, or that says nothing about a platform, does not count. */
const DOWNLOAD_ENDS = {
  network: 'failed',
  media_failed: 'failed',
  destroyed: 'failed',
  ticket_expired: 'nothing',
  range_unsatisfiable: 'nothing',
  aborted: 'nothing',
  let_go: 'nothing',
} as const satisfies Readonly<Record<EndedDownloadCode, Assessment>>;

/** Creates an empty work log. `count` is called with every assessed outcome; `now` returns milliseconds since 1970. */
export const createWorkLog = (
  now: () => number = Date.now,
  count: (outcome: AssessedOutcome) => void = () => undefined,
): WorkLog => {
  const previewSeries = (): Series => createSeries(STATUS_SLOW_PREVIEW_MS, now);
  const previews = byPlatform(previewSeries);
  const downloads = createSeries(STATUS_SLOW_FIRST_BYTE_MS, now);
  const engines = new Map<string, { engine: EngineName; platform: PlatformId; series: Series }>();
  const counted = new Map<string, Counted>();

  const seriesOf = (platform: PlatformId, engine: EngineName | null): Series => {
    if (engine === null) return previews[platform];
    const key = `${engine} ${platform}`;
    const entry = engines.get(key) ?? { engine, platform, series: previewSeries() };
    engines.set(key, entry);
    return entry.series;
  };

  /** Returns the assessment; 'nothing' for a failure that the failure filter does not count. */
  const assess = ({ platform, engine, outcome, subject }: ObservedPreview): Assessment => {
    const assessment = outcome.ok ? 'worked' : assessFailure(outcome);
    if (assessment === 'nothing') return assessment;
    const key = `${engine ?? ''} ${platform}`;
    const { filter, empty } = counted.get(key) ?? {
      filter: createFailureFilter(now),
      empty: createEmptyShare(),
    };
    counted.set(key, { filter, empty });
    if (assessment === 'worked') {
      if (subject !== undefined) filter.recordAnswer(subject);
    } else if (subject !== undefined && !filter.shouldCount(subject)) return 'nothing';
    empty.add(assessment === 'empty');
    if (assessment !== 'empty') return assessment;
    return empty.isUnusual() ? 'failed' : 'nothing';
  };

  return {
    preview(observed) {
      const { platform, engine, ms, outcome } = observed;
      if (platform === 'sample') return;
      const assessment = assess(observed);
      const countedMs = outcome.ok ? ms : null;
      if (assessment !== 'nothing') seriesOf(platform, engine).add(assessment === 'worked', countedMs);
      count({
        part: platform,
        engine,
        assessment,
        code: outcome.ok ? 'ok' : outcome.code,
        ms: countedMs,
      });
    },
    download({ firstByteMs, outcome }) {
      const code = outcome.ok ? 'ok' : outcome.code;
      const assessment = code === 'ok' ? 'worked' : DOWNLOAD_ENDS[code];
      if (assessment === 'nothing') return;
      const countedMs = code === 'ok' ? firstByteMs : null;
      downloads.add(code === 'ok', countedMs);
      count({ part: 'downloads', engine: null, assessment, code, ms: countedMs });
    },
    status: () => ({
      previews: byPlatform((platform) => previews[platform].observe()),
      downloads: downloads.observe(),
      engines: [...engines.values()].map(({ engine, platform, series }) => ({
        engine,
        platform,
        ...series.observe(),
      })),
    }),
  };
};
