import type { EngineName } from '#shared/contract/content-type.ts';
import type { Status, StatusPart } from '#shared/contract/status.ts';
import type { ErrorCode, FailureCode, FailureReason } from '#shared/errors.ts';
import { STATUS_SLOW_FIRST_BYTE_MS, STATUS_SLOW_PREVIEW_MS } from '#shared/limits.ts';
import { createFailureFilter, type FailureFilter, type RequestedPost } from './failure-filter.ts';
import { createSeries, type Series } from './series.ts';

type Platform = 'instagram' | 'tiktok';

/** What asking for a post came to; `engine` is null for the whole preview, whichever engine answered. */
export interface ObservedPreview {
  readonly platform: Platform | 'sample';
  readonly engine: EngineName | null;
  readonly ms: number;
  readonly outcome: { readonly ok: true } | ObservedFailure;
  /** Left out for the owner's own posts: each of their tries counts. */
  readonly subject?: RequestedPost | undefined;
}

interface ObservedFailure {
  readonly ok: false;
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  readonly tentative?: true;
  /** Why nobody was asked. */
  readonly skipped?: string;
}

/** How sending a file ended. */
interface ObservedDownload {
  /** Milliseconds to the first byte; null when there was none. */
  readonly firstByteMs: number | null;
  readonly outcome:
    | { readonly ok: true }
    | { readonly ok: false; readonly code: ErrorCode | 'aborted' | 'destroyed' | 'let_go' };
}

/** Remembers how the server's own work went lately: of visitors and posts nothing but hashes, and nothing beyond a restart. */
export interface WorkLog {
  preview(seen: ObservedPreview): void;
  download(seen: ObservedDownload): void;
  status(): Status;
}

/** Worked, failed, or says nothing about whether it works. */
type Assessment = 'worked' | 'failed' | 'nothing';

/** One outcome as it is counted; `engine` is null for a whole preview and for a download. */
export interface AssessedOutcome {
  readonly part: StatusPart;
  readonly engine: EngineName | null;
  readonly assessment: Assessment;
  readonly code: 'ok' | FailureCode | ErrorCode | 'destroyed';
  /** Milliseconds, of what was given; null where that says nothing about speed. */
  readonly ms: number | null;
}

/** The platform answered; that it shows such a post to nobody, or not here, is its answer. */
const ANSWERS: ReadonlySet<FailureReason> = new Set(['region', 'story_needs_session', 'short_link_dead']);
/** Nobody was asked. */
const NOT_REQUESTED: ReadonlySet<FailureReason> = new Set(['no_engine', 'address_unsupported']);

/** A request without a turn: too many others wait, which says nothing of the platform. */
const BUSY: ReadonlySet<string> = new Set(['queue_full', 'queue_too_slow']);

/** Whether a try got as far as somebody who could answer; one that did not is none. */
export const reachedPlatform = (outcome: ObservedPreview['outcome']): boolean => {
  if (outcome.ok) return true;
  if (outcome.skipped !== undefined && BUSY.has(outcome.skipped)) return false;
  return outcome.reason === undefined || !NOT_REQUESTED.has(outcome.reason);
};

const assessFailure = (failure: ObservedFailure): Assessment => {
  const { code, reason, tentative } = failure;
  if (code === 'link_invalid' || !reachedPlatform(failure)) return 'nothing';
  // Throttling looks the same as the post being gone: to call that working would hide a refusal.
  if (tentative === true) return 'nothing';
  if (code === 'private' || code === 'gone') return 'worked';
  // The post may have none, or its page may be one we no longer understand: to call that working would be a guess.
  if (code === 'no_media' && reason === undefined) return 'nothing';
  if (reason === undefined) return 'failed';
  return ANSWERS.has(reason) ? 'worked' : 'failed';
};

/** A visitor who leaves, a link that ran out and a range beyond the end say nothing about the delivery network. */
const DOWNLOAD_FAILURES = ['network', 'media_failed', 'destroyed'] as const;
const isDownloadFailure = (code: string): code is (typeof DOWNLOAD_FAILURES)[number] =>
  (DOWNLOAD_FAILURES as readonly string[]).includes(code);

/** Starts with nothing known. `count` hears of every outcome once it is judged; `now` gives milliseconds since 1970. */
export const createWorkLog = (
  now: () => number = Date.now,
  count: (outcome: AssessedOutcome) => void = () => undefined,
): WorkLog => {
  const previewSeries = (): Series => createSeries(STATUS_SLOW_PREVIEW_MS, now);
  const previews: Record<Platform, Series> = { instagram: previewSeries(), tiktok: previewSeries() };
  const downloads = createSeries(STATUS_SLOW_FIRST_BYTE_MS, now);
  const engines = new Map<string, { engine: EngineName; platform: Platform; series: Series }>();
  const filters = new Map<string, FailureFilter>();

  const seriesOf = (platform: Platform, engine: EngineName | null): Series => {
    if (engine === null) return previews[platform];
    const key = `${engine} ${platform}`;
    const kept = engines.get(key) ?? { engine, platform, series: previewSeries() };
    engines.set(key, kept);
    return kept.series;
  };

  /** A failure that is counted already, or more than one network's share, says nothing. */
  const assess = ({ platform, engine, outcome, subject }: ObservedPreview): Assessment => {
    const judged = outcome.ok ? 'worked' : assessFailure(outcome);
    if (judged === 'nothing' || subject === undefined) return judged;
    const key = `${engine ?? ''} ${platform}`;
    const filter = filters.get(key) ?? createFailureFilter(now);
    filters.set(key, filter);
    if (judged === 'failed') return filter.admits(subject) ? judged : 'nothing';
    filter.answered(subject);
    return judged;
  };

  return {
    preview(seen) {
      const { platform, engine, ms, outcome } = seen;
      if (platform === 'sample') return;
      const judged = assess(seen);
      const given = outcome.ok ? ms : null;
      if (judged !== 'nothing') seriesOf(platform, engine).add(judged === 'worked', given);
      count({
        part: platform,
        engine,
        assessment: judged,
        code: outcome.ok ? 'ok' : outcome.code,
        ms: given,
      });
    },
    download({ firstByteMs, outcome }) {
      const code = outcome.ok ? 'ok' : outcome.code;
      if (code !== 'ok' && !isDownloadFailure(code)) return;
      const judged = code === 'ok' ? 'worked' : 'failed';
      const given = code === 'ok' ? firstByteMs : null;
      downloads.add(code === 'ok', given);
      count({ part: 'downloads', engine: null, assessment: judged, code, ms: given });
    },
    status: () => ({
      previews: { instagram: previews.instagram.observe(), tiktok: previews.tiktok.observe() },
      downloads: downloads.observe(),
      engines: [...engines.values()].map(({ engine, platform, series }) => ({
        engine,
        platform,
        ...series.observe(),
      })),
    }),
  };
};
