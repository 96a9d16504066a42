import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { DownloadRefusalCode, ErrorCode } from '#shared/errors.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { type EngineFailure, shownCauseOf } from '../../platforms/reading/engine-outcome.ts';
import type { Counters } from './counters.ts';
import { createFailureFilter, type FailureFilter, type RequestedPost } from './failure-filter.ts';
import { timeStepOf } from './time-steps.ts';

/** Empty answers (platforms/failures.ts) count as failures while they are at least half of this many recent answers; usually they are rare. */
const EMPTY_WINDOW_ANSWERS = 20;

/** A finished run of an engine; `engine` is null for the whole preview, whichever engine answered. */
export interface ObservedRun {
  readonly platform: PostPlatform;
  readonly engine: EngineName | null;
  readonly ms: number;
  readonly outcome: { readonly ok: true } | EngineFailure;
  /** Undefined for checks, all of which count. */
  readonly subject?: RequestedPost | undefined;
}

/** A preview request that has been answered. */
interface AnsweredPreview {
  readonly platform: PostPlatform;
  readonly ms: number;
  /** Error code of the response; null if it contained a post. */
  readonly failure: ErrorCode | null;
}

/** Why a download ended early: an error code if nothing was sent, else how the connection ended. */
type EndedDownloadCode = DownloadRefusalCode | 'aborted' | 'destroyed' | 'let_go';

/** A file that was sent to a visitor, completely or not. */
interface EndedDownload {
  /** Platform of its post; null if unknown. */
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
 * Assesses finished runs, previews and downloads as successes, failures or neither, and adds them to the counters. Knows visitors and posts
 * only as hashes.
 */
export interface OutcomeRecorder {
  /** Counts a run for the status. */
  run(observed: ObservedRun): void;
  /** Counts an answer for the Overview. */
  preview(answered: AnsweredPreview): void;
  /** Counts a download for both. */
  download(ended: EndedDownload): void;
}

/**
 * Returns false if the platform was not involved: no engine fits, the link is unsupported, the story needs a session that the engine
 * does not have, or the queue was full. An open circuit and a pause that the platform requested count as reached, because the platform's
 * failures caused them.
 */
export const reachedPlatform = (outcome: ObservedRun['outcome']): boolean =>
  outcome.ok || outcome.status !== 'not_reached';

const assessFailure = ({ status }: EngineFailure): Assessment | 'empty' =>
  status === 'not_reached' ? 'nothing' : status;

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

/** What a download's end counts as. An end that the visitor caused, or that says nothing about a platform, does not count. */
const DOWNLOAD_ENDS = {
  network: 'failed',
  media_failed: 'failed',
  destroyed: 'failed',
  ticket_expired: 'nothing',
  range_unsatisfiable: 'nothing',
  aborted: 'nothing',
  let_go: 'nothing',
} as const satisfies Readonly<Record<EndedDownloadCode, Assessment>>;

/** Returns what a failed run showed, the try of each route for itself: causes, with the suffix of a delivery host that is not listed. */
const causesOf = (failure: EngineFailure): readonly string[] => {
  const isAnswer = failure.breaker === 'answered' && failure.code !== 'no_media';
  if (isAnswer || failure.status === 'not_reached') return [];
  const tries = failure.failedTries?.map((one) => one.failure) ?? [];
  return (tries.length > 0 ? tries : [failure]).flatMap((one) => {
    const cause = shownCauseOf(one);
    // An uncertain one follows many refusals, and is no reason why a platform fails.
    if (cause === 'private' || cause === 'gone') return [];
    return one.host === undefined ? cause : `${cause} ${one.host}`;
  });
};

interface OutcomesParts {
  readonly counters: Pick<Counters, 'add' | 'recordSeen'>;
  /** Returns whether previews skip an engine: its circuit is open, or it hangs. */
  readonly isSkipped?: (engine: EngineName, platform: PlatformId) => boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Creates the function that assesses a run of an engine, or of a whole preview. */
const createAssessment = (now: () => number) => {
  /** Which failures count, for each engine and platform. */
  const counted = new Map<string, { filter: FailureFilter; empty: ReturnType<typeof createEmptyShare> }>();
  return ({ platform, engine, outcome, subject }: ObservedRun): Assessment => {
    const assessment = outcome.ok ? 'worked' : assessFailure(outcome);
    if (assessment === 'nothing') return assessment;
    const key = `${engine ?? ''} ${platform}`;
    const known = counted.get(key);
    const { filter, empty } = known ?? { filter: createFailureFilter(now), empty: createEmptyShare() };
    counted.set(key, { filter, empty });
    if (assessment === 'worked') {
      if (subject !== undefined) filter.recordAnswer(subject);
    } else if (subject !== undefined && !filter.shouldCount(subject)) return 'nothing';
    empty.add(assessment === 'empty');
    if (assessment !== 'empty') return assessment;
    return empty.isUnusual() ? 'failed' : 'nothing';
  };
};

export const createOutcomeRecorder = ({
  counters,
  isSkipped = () => false,
  now = Date.now,
}: OutcomesParts): OutcomeRecorder => {
  const assess = createAssessment(now);
  const judge = (part: string, engine: string, assessment: Assessment, ms: number | null): void => {
    if (assessment !== 'nothing') {
      counters.add('judged', part, assessment, { engine });
      counters.recordSeen('judged', part, engine);
    }
    if (ms !== null) counters.add('run_ms', part, String(timeStepOf(ms)), { engine });
  };
  return {
    run(observed) {
      const { platform, engine, ms, outcome } = observed;
      if (platform === 'sample') return;
      judge(platform, engine ?? '', assess(observed), outcome.ok ? ms : null);
      if (engine === null) return;
      if (!outcome.ok)
        for (const cause of causesOf(outcome)) counters.add('cause', platform, cause, { engine });
      if (isSkipped(engine, platform)) counters.recordSeen('skipped', platform, engine);
    },
    preview({ platform, ms, failure }) {
      // The built-in samples are not usage.
      if (platform === 'sample') return;
      counters.add('preview', platform, failure ?? 'ok');
      if (failure === null) counters.add('preview_ms', platform, String(timeStepOf(ms)));
    },
    download({ platform, firstByteMs, outcome }) {
      const assessment = outcome.ok ? 'worked' : DOWNLOAD_ENDS[outcome.code];
      judge('downloads', '', assessment, outcome.ok ? firstByteMs : null);
      if (platform === null || (!outcome.ok && outcome.code === 'aborted')) return;
      counters.add('download', platform, outcome.ok ? 'ok' : 'failed', {
        bytes: outcome.ok ? outcome.bytes : 0,
      });
    },
  };
};
