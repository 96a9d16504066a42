import type { EngineName, PostPlatform } from '#shared/contract/content-type.ts';
import type { Status, StatusPart } from '#shared/contract/status.ts';
import type { ErrorCode, FailureCode, FailureReason } from '#shared/errors.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import { createFailureFilter, type FailureFilter, type RequestedPost } from './failure-filter.ts';
import { createSeries, type Series } from './series.ts';

/** Median times above which previews and the first bytes of downloads count as slow. */
export const STATUS_SLOW_PREVIEW_MS = 6_000;
export const STATUS_SLOW_FIRST_BYTE_MS = 3_000;

/** Result of a preview request; `engine` is null for the whole preview, whichever engine answered. */
export interface ObservedPreview {
  readonly platform: PostPlatform;
  readonly engine: EngineName | null;
  readonly ms: number;
  readonly outcome: { readonly ok: true } | ObservedFailure;
  /** Undefined for self-tests, all of which count. */
  readonly subject?: RequestedPost | undefined;
}

interface ObservedFailure {
  readonly ok: false;
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  readonly tentative?: true;
  /** Why no request was sent. */
  readonly skipped?: string;
}

/** Result of sending a file to a visitor. */
interface ObservedDownload {
  /** Milliseconds to the first byte; null if none was sent. */
  readonly firstByteMs: number | null;
  readonly outcome:
    | { readonly ok: true }
    | { readonly ok: false; readonly code: ErrorCode | 'aborted' | 'destroyed' | 'let_go' };
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
  readonly code: 'ok' | FailureCode | ErrorCode | 'destroyed';
  /** Duration of a success in milliseconds; null for failures and if nothing was sent. */
  readonly ms: number | null;
}

/** Reasons that count as working: the platform answered that it shows such a post to nobody, or not to this server. */
const ANSWERS: ReadonlySet<FailureReason> = new Set(['region', 'story_needs_session', 'short_link_dead']);
/** Reasons for which no request was sent. */
const NOT_REQUESTED: ReadonlySet<FailureReason> = new Set(['no_engine', 'address_unsupported']);

/** Values of `skipped` for a preview that the full queue rejected, which says nothing about the platform. */
const BUSY: ReadonlySet<string> = new Set(['queue_full', 'queue_too_slow']);

/**
 * Returns false if the platform was not involved: no engine fits, the link is unsupported, or the queue was full. An open circuit
 * and a pause that the platform requested count as reached, because the platform's failures caused them.
 */
export const reachedPlatform = (outcome: ObservedPreview['outcome']): boolean => {
  if (outcome.ok) return true;
  if (outcome.skipped !== undefined && BUSY.has(outcome.skipped)) return false;
  return outcome.reason === undefined || !NOT_REQUESTED.has(outcome.reason);
};

const assessFailure = (failure: ObservedFailure): Assessment => {
  const { code, reason, tentative } = failure;
  if (code === 'link_invalid' || !reachedPlatform(failure)) return 'nothing';
  // A throttled response looks like a deleted post; counting it as working would hide that the platform refuses this server.
  if (tentative === true) return 'nothing';
  if (code === 'private' || code === 'gone') return 'worked';
  // Either the post has no media, or the page has a new format that the engine cannot parse; which one is unknown.
  if (code === 'no_media' && reason === undefined) return 'nothing';
  if (reason === undefined) return 'failed';
  return ANSWERS.has(reason) ? 'worked' : 'failed';
};

/** Failures that count against downloads. An aborted download, an expired ticket and a range beyond the end do not. */
const DOWNLOAD_FAILURES = ['network', 'media_failed', 'destroyed'] as const;
const isDownloadFailure = (code: string): code is (typeof DOWNLOAD_FAILURES)[number] =>
  (DOWNLOAD_FAILURES as readonly string[]).includes(code);

/** Creates an empty work log. `count` is called with every assessed outcome; `now` returns milliseconds since 1970. */
export const createWorkLog = (
  now: () => number = Date.now,
  count: (outcome: AssessedOutcome) => void = () => undefined,
): WorkLog => {
  const previewSeries = (): Series => createSeries(STATUS_SLOW_PREVIEW_MS, now);
  const previews = byPlatform(previewSeries);
  const downloads = createSeries(STATUS_SLOW_FIRST_BYTE_MS, now);
  const engines = new Map<string, { engine: EngineName; platform: PlatformId; series: Series }>();
  const filters = new Map<string, FailureFilter>();

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
    if (assessment === 'nothing' || subject === undefined) return assessment;
    const key = `${engine ?? ''} ${platform}`;
    const filter = filters.get(key) ?? createFailureFilter(now);
    filters.set(key, filter);
    if (assessment === 'failed') return filter.shouldCount(subject) ? assessment : 'nothing';
    filter.recordAnswer(subject);
    return assessment;
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
      if (code !== 'ok' && !isDownloadFailure(code)) return;
      const assessment = code === 'ok' ? 'worked' : 'failed';
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
