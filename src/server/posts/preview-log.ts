import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Logger } from '../base/observability/logger.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import {
  type EngineFailure,
  type LoggedCause,
  loggedCauseOf,
  type SkipReason,
} from '../platforms/reading/engine-outcome.ts';
import type { RunEnd } from './engine-health.ts';

/**
 * Reason why an engine was not run, for the log. Besides failures:
 * `out_of_time`: the time limit of the preview was reached.
 * `link_unsupported`: it does not read such links.
 * `switched_off`: the owner has switched it off.
 */
type LoggedSkip = SkipReason | 'out_of_time' | 'link_unsupported' | 'switched_off';

interface FinishedTry {
  readonly platform: PostPlatform;
  readonly engine: EngineName;
  readonly ms: number;
  readonly end: RunEnd;
}

/** Result of a preview, without its post. */
interface LoggedPreview {
  readonly platform: PostPlatform;
  readonly ms: number;
  readonly engine: EngineName | null;
  readonly failure: {
    readonly code: string;
    readonly cause?: LoggedCause | undefined;
  } | null;
  /** Reference of the request that ran the engines. */
  readonly originReference: string | undefined;
}

/**
 * Returns the code and cause of a run: `stopped` when no requester needed it any more, `overtaken` when another engine
 * was faster.
 */
const tryOutcomeOf = (end: RunEnd): { code: string; cause?: LoggedCause | undefined } => {
  if (end === 'cancelled') return { code: 'stopped' };
  if (end === 'overtaken') return { code: 'overtaken' };
  return end.ok ? { code: 'ok' } : { code: end.code, cause: loggedCauseOf(end) };
};

/**
 * Logs one run of one engine under the reference of the request that caused it. The line contains no link, post or
 * address.
 */
export const logTry = (log: Logger, { platform, engine, ms, end }: FinishedTry): void => {
  const reference = currentReference();
  log.info({ reference, platform, engine, ...tryOutcomeOf(end), ms: Math.round(ms) }, 'engine tried');
};

/** Creates a function that logs, under the reference of the current request, that an engine was skipped for the link, and why. */
export const logSkips =
  (log: Logger, { platform }: ParsedLink) =>
  ({ name }: { readonly name: EngineName }, why: LoggedSkip | undefined): void =>
    log.info({ reference: currentReference(), platform, engine: name, cause: why }, 'engine skipped');

/** Logs the result of following a short link. If no request was sent, `cause` is the reason for that. */
export const logShortLink = (
  log: Logger,
  platform: PostPlatform,
  { ms, failure }: { readonly ms: number; readonly failure: EngineFailure | null },
): void => {
  const result = failure === null ? { code: 'ok' } : { code: failure.code, cause: loggedCauseOf(failure) };
  log.info({ reference: currentReference(), platform, ...result, ms: Math.round(ms) }, 'short link followed');
};

/**
 * Logs the result of a visitor's preview. `sharedWith` is the reference under which the runs are logged, when the
 * result came from the cache or from another request for the same post.
 */
export const logPreview = (
  log: Logger,
  { platform, ms, engine, failure, originReference }: LoggedPreview,
): void => {
  const reference = currentReference();
  log.info(
    {
      reference,
      platform,
      engine: engine ?? undefined,
      code: failure?.code ?? 'ok',
      cause: failure?.cause,
      ms: Math.round(ms),
      sharedWith: originReference === reference ? undefined : originReference,
    },
    'preview answered',
  );
};
