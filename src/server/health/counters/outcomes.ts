import type { EngineName } from '#shared/contract/engine-names.ts';
import { STATUS_RECENT_MS } from '#shared/contract/status.ts';
import type { DownloadRefusalCode } from '#shared/errors.ts';
import { concernsPost } from '#shared/failures.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Announcements } from '../../base/announcements/announcements.ts';
import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import type { Ticket } from '../../media/tickets/ticket.ts';
import type { TunnelTransfer } from '../../media/tunnel/tunnel.ts';
import { type Metrics, platformOf } from '../../metrics/metrics.ts';
import type { CountedSubject } from '../../platforms/circuit-breaker.ts';
import { type EngineFailure, shownCauseOf } from '../../platforms/failures.ts';
import {
  createEngineHealthRegistry,
  type EngineHealthRegistry,
  failingEngines,
} from '../../posts/engine-health.ts';
import type { ChainRun } from '../../posts/engine-run.ts';
import type { AnsweredPreview } from '../../posts/preview.ts';
import { type Counters, createCounters, durationBoundOf } from './counters.ts';

/** Milliseconds in which a post that keeps failing counts as one failure, so that one dead link does not change a platform's status. */
const STATUS_FAILED_POST_MS = 24 * 60 * 60_000;
/** Maximum number of failed posts of one network that count per STATUS_RECENT_MS (an hour) while other networks use the site, too. */
export const STATUS_NETWORK_FAILURES_MAX = 5;

interface Failure {
  readonly network: string;
  readonly at: number;
}

const POSTS_MAX = 1_000;

/**
 * Creates an empty filter of the failures that the status counts, so that repeated requests for one broken post do not mark a platform as
 * failing. A post that keeps failing counts once per STATUS_FAILED_POST_MS (a day). While several networks send
 * requests, one network contributes at most STATUS_NETWORK_FAILURES_MAX failures per STATUS_RECENT_MS (an hour). The filter
 * remembers at most POSTS_MAX posts and drops the oldest first. `now` returns milliseconds.
 */
const createFailureFilter = (now: () => number) => {
  /** Failures by post, oldest first. */
  const failures = new Map<string, Failure>();

  const dropOld = (): void => {
    for (const [post, { at }] of failures) {
      if (failures.size <= POSTS_MAX && now() - at < STATUS_FAILED_POST_MS) break;
      failures.delete(post);
    }
  };
  const isAtLimit = ({ network, isOnlyNetwork }: CountedSubject): boolean => {
    if (isOnlyNetwork) return false;
    const since = now() - STATUS_RECENT_MS;
    const own = [...failures.values()].filter((one) => one.network === network && one.at > since);
    return own.length >= STATUS_NETWORK_FAILURES_MAX;
  };

  return {
    /** Returns whether a failure to read the post of `subject` counts; remembers the failure if it does. */
    shouldCount(subject: CountedSubject): boolean {
      dropOld();
      if (failures.has(subject.post) || isAtLimit(subject)) return false;
      failures.set(subject.post, { network: subject.network, at: now() });
      dropOld();
      return true;
    },
    /** Forgets the failure of a post, because the platform has answered for the post: the next failure counts again. */
    recordAnswer: ({ post }: CountedSubject): void => void failures.delete(post),
  };
};

/**
 * Number of the last counted runs among which the empty answers (platforms/failures.ts) are counted. Usually empty answers are rare; while
 * they are at least half of this number, an empty answer counts as a failure.
 */
const EMPTY_WINDOW_ANSWERS = 20;

/** Why a download ended early: an error code if nothing was sent, else how the transfer ended (media/tunnel/pump.ts). */
type EndedDownloadCode = DownloadRefusalCode | 'aborted' | 'destroyed' | 'let_go';

/** Ended download of a file, complete or not. */
interface EndedDownload {
  /** Platform of the post; null if unknown. */
  readonly platform: PlatformId | null;
  /** Milliseconds to the first byte; null if none was sent. */
  readonly firstByteMs: number | null;
  readonly outcome:
    | { readonly ok: true; readonly bytes: number }
    | { readonly ok: false; readonly code: EndedDownloadCode };
}

/** Whether an outcome counts as a success, as a failure, or not at all ('nothing'). */
type Assessment = 'worked' | 'failed' | 'nothing';

/**
 * Returns whether a run reached the platform. It did not if no engine or service can read the link, the story needs a session that the
 * engine does not have, or the queue was full or too slow. An open circuit and a pause that the platform requested count as reached,
 * because the platform caused them.
 */
export const reachedPlatform = (outcome: ChainRun['outcome']): boolean =>
  outcome.ok || outcome.status !== 'not_reached';

const assessFailure = ({ status }: EngineFailure): Assessment | 'empty' =>
  status === 'not_reached' ? 'nothing' : status;

/** Creates a memory of which of the last EMPTY_WINDOW_ANSWERS counted runs ended with an empty answer. */
const createEmptyShare = () => {
  let recent: readonly boolean[] = [];
  return {
    add(isEmpty: boolean): void {
      recent = [isEmpty, ...recent].slice(0, EMPTY_WINDOW_ANSWERS);
    },
    isUnusual: (): boolean => recent.filter(Boolean).length * 2 >= EMPTY_WINDOW_ANSWERS,
  };
};

/**
 * Assessment of each way in which a download ends early. An end that the visitor caused, or that says nothing about a platform, does not
 * count.
 */
const DOWNLOAD_ENDS = {
  network: 'failed',
  media_failed: 'failed',
  destroyed: 'failed',
  ticket_expired: 'nothing',
  range_unsatisfiable: 'nothing',
  aborted: 'nothing',
  let_go: 'nothing',
} as const satisfies Readonly<Record<EndedDownloadCode, Assessment>>;

/**
 * Returns the causes that a failed run showed, one for each failed try of a route, without those that concern only the post. Empty if the
 * platform answered (except `no_media`) or was not reached. The suffix of a delivery host that is not listed follows its cause after a
 * space.
 */
const causesOf = (failure: EngineFailure): readonly string[] => {
  const isAnswer = failure.breaker === 'answered' && failure.code !== 'no_media';
  if (isAnswer || failure.status === 'not_reached') return [];
  const tries = failure.failedTries?.map((one) => one.failure) ?? [];
  return (tries.length > 0 ? tries : [failure]).flatMap((one) => {
    const cause = shownCauseOf(one);
    // An uncertain cause follows many refusals, and does not explain why a platform fails.
    if (concernsPost(cause)) return [];
    return one.host === undefined ? cause : `${cause} ${one.host}`;
  });
};

interface OutcomesParts {
  readonly counters: Pick<Counters, 'add' | 'recordSeen'>;
  /** Returns whether previews skip an engine: its circuit is open, or it hangs. */
  readonly isSkipped?: (engine: EngineName, platform: PlatformId) => boolean;
  /** Counts runs, previews and sent bytes for Prometheus, too. */
  readonly metrics?: Pick<Metrics, 'countRun' | 'countPreview' | 'countSentBytes'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Creates the function that assesses a run of an engine, or of a whole preview. */
const createAssessment = (now: () => number) => {
  /** Failure filter and share of empty answers, by engine and platform. */
  const counted = new Map<
    string,
    { filter: ReturnType<typeof createFailureFilter>; emptyShare: ReturnType<typeof createEmptyShare> }
  >();
  return ({ platform, engine, outcome, subject }: ChainRun): Assessment => {
    const assessment = outcome.ok ? 'worked' : assessFailure(outcome);
    if (assessment === 'nothing') return assessment;
    const key = `${engine ?? ''} ${platform}`;
    const known = counted.get(key);
    const { filter, emptyShare } = known ?? {
      filter: createFailureFilter(now),
      emptyShare: createEmptyShare(),
    };
    counted.set(key, { filter, emptyShare });
    if (assessment === 'worked') {
      if (subject !== undefined) filter.recordAnswer(subject);
    } else if (subject !== undefined && !filter.shouldCount(subject)) return 'nothing';
    emptyShare.add(assessment === 'empty');
    if (assessment !== 'empty') return assessment;
    return emptyShare.isUnusual() ? 'failed' : 'nothing';
  };
};

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>;

/**
 * Creates the recorder that assesses finished runs and downloads as successes, failures or neither, and adds them, previews and sent bytes
 * to the counters. Knows visitors and posts only as hashes.
 */
export const createOutcomeRecorder = ({
  counters,
  isSkipped = () => false,
  metrics,
  now = Date.now,
}: OutcomesParts) => {
  const assess = createAssessment(now);
  const judge = (part: string, engine: string, assessment: Assessment, ms: number | null): void => {
    if (assessment !== 'nothing') {
      counters.add('judged', part, assessment, { engine });
      counters.recordSeen('judged', part, engine);
    }
    if (ms !== null) counters.add('run_ms', part, String(durationBoundOf(ms)), { engine });
  };
  return {
    /** Counts a run, the duration of a success and the causes of a failure for the status. Ignores built-in samples. */
    countRun(run: ChainRun): void {
      const { platform, engine, ms, outcome } = run;
      if (platform === 'sample') return;
      judge(platform, engine ?? '', assess(run), outcome.ok ? ms : null);
      if (engine === null) return;
      metrics?.countRun(run, engine);
      if (!outcome.ok)
        for (const cause of causesOf(outcome)) counters.add('cause', platform, cause, { engine });
      if (isSkipped(engine, platform)) counters.recordSeen('skipped', platform, engine);
    },
    /** Counts an answered preview for the Overview. Ignores built-in samples. */
    countPreview(answer: AnsweredPreview): void {
      const { platform, ms, failure } = answer;
      // The built-in samples are not usage.
      if (platform === 'sample') return;
      metrics?.countPreview(answer);
      counters.add('preview', platform, failure ?? 'ok');
      if (failure === null) counters.add('preview_ms', platform, String(durationBoundOf(ms)));
    },
    /**
     * Counts a download for the status and the Overview. The Overview leaves out a download that the visitor aborted, and one whose
     * platform is unknown.
     */
    countDownload({ platform, firstByteMs, outcome }: EndedDownload): void {
      const assessment = outcome.ok ? 'worked' : DOWNLOAD_ENDS[outcome.code];
      judge('downloads', '', assessment, outcome.ok ? firstByteMs : null);
      if (platform === null || (!outcome.ok && outcome.code === 'aborted')) return;
      counters.add('download', platform, outcome.ok ? 'ok' : 'failed', {
        bytes: outcome.ok ? outcome.bytes : 0,
      });
    },
    /** Counts bytes of a file for the traffic: those that the visitor has taken since the last call for the same transfer. */
    countSentBytes(ticket: Ticket, bytes: number): void {
      metrics?.countSentBytes(ticket, bytes);
      counters.add('sent', platformOf(ticket), '', { bytes });
    },
  };
};

interface CountersParts {
  readonly database: Database;
  readonly announcements: Announcements;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Replaces the engine health registry in tests. */
  readonly registry?: EngineHealthRegistry | undefined;
}

/**
 * Creates the counters, the recorder of outcomes that adds to them, and the registry of engine health, which also records in the counters
 * when it deletes the data of an engine.
 */
export const openCounters = ({ database, announcements, log, metrics, registry: given }: CountersParts) => {
  const known = given ?? createEngineHealthRegistry({ announcements });
  const counters = createCounters(database, log);
  const registry: EngineHealthRegistry = {
    ...known,
    forget(engine) {
      known.forget(engine);
      for (const platform of PLATFORM_IDS) counters.recordSeen('replaced', platform, engine);
    },
  };
  const outcomes = createOutcomeRecorder({
    counters,
    metrics,
    isSkipped: (engine, platform) =>
      failingEngines(registry.records([engine])).some((one) => one.platform === platform),
  });
  return { registry, counters, outcomes };
};

/**
 * Returns whether a transfer counts as a download, for the Overview and the status alike. A file that is only played in
 * the preview, thumbnails, built-in samples and HEAD requests do not.
 */
const isDownload = ({ ticket, method, isAttachment }: TunnelTransfer): boolean =>
  isAttachment && method === 'GET' && ticket.purpose === 'media' && ticket.source.kind === 'upstream';

/**
 * Creates a function that counts each finished transfer in the metrics, and each download among the outcomes, too. A visitor who leaves is
 * not counted as a failure.
 */
export const createTransferCounter =
  (outcomes: Pick<OutcomeRecorder, 'countDownload'>, metrics: Pick<Metrics, 'countTransfer'>) =>
  (transfer: TunnelTransfer): void => {
    metrics.countTransfer(transfer);
    if (!isDownload(transfer)) return;
    const platform = platformOf(transfer.ticket);
    outcomes.countDownload({ ...transfer, platform: platform === 'sample' ? null : platform });
  };
