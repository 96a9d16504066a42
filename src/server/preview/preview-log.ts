import type { EngineName } from '#shared/contract/content-type.ts';
import type { FailureReason } from '#shared/errors.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineFailure, SkipReason } from '../engines/engine.ts';
import type { FailureCause } from '../engines/failure-cause.ts';
import type { Logger } from '../observability/logger.ts';
import { currentReference } from '../observability/request-reference.ts';
import type { RunEnd } from './engine-health.ts';

type Platform = ParsedLink['platform'];

/** All that a line may give as a cause. */
export type LoggedCause = FailureCause | SkipReason | FailureReason;

interface FinishedTry {
  readonly platform: Platform;
  readonly engine: EngineName;
  readonly ms: number;
  readonly end: RunEnd;
}

/** What a preview ended with, without its post. */
interface LoggedPreview {
  readonly platform: Platform;
  readonly ms: number;
  readonly engine: EngineName | null;
  readonly failure: {
    readonly code: string;
    readonly cause?: LoggedCause | undefined;
    readonly reason?: FailureReason;
  } | null;
  /** The request whose tries gave this answer. */
  readonly originReference: string | undefined;
}

/** Gives the finest word there is for why something failed. */
const causeOf = ({
  cause,
  skipped,
  reason,
}: Pick<EngineFailure, 'cause' | 'skipped' | 'reason'>): LoggedCause | undefined =>
  cause ?? skipped ?? reason;

/** Code and cause of a try: `stopped` when nobody needed it any more, `overtaken` when another engine was faster. */
const tryOutcomeOf = (end: RunEnd): { code: string; cause?: LoggedCause | undefined } => {
  if (end === 'cancelled') return { code: 'stopped' };
  if (end === 'overtaken') return { code: 'overtaken' };
  return end.ok ? { code: 'ok' } : { code: end.code, cause: causeOf(end) };
};

/** Logs one run of one engine under the reference of the request that caused it. No link, post or address is in the line. */
export const logTry = (log: Logger, { platform, engine, ms, end }: FinishedTry): void => {
  const reference = currentReference();
  log.info({ reference, platform, engine, ...tryOutcomeOf(end), ms: Math.round(ms) }, 'engine tried');
};

/** Creates what logs, under the same reference, that an engine was not asked for the post of this link, and why. */
export const logSkips =
  (log: Logger, { platform }: ParsedLink) =>
  ({ name }: { readonly name: EngineName }, why: SkipReason | undefined): void =>
    log.info({ reference: currentReference(), platform, engine: name, cause: why }, 'engine skipped');

/** Logs an attempt to follow a short link; one that nobody was asked for has the reason as its cause. */
export const logShortLink = (
  log: Logger,
  platform: Platform,
  { ms, failure }: { readonly ms: number; readonly failure: EngineFailure | null },
): void => {
  const result = failure === null ? { code: 'ok' } : { code: failure.code, cause: causeOf(failure) };
  log.info({ reference: currentReference(), platform, ...result, ms: Math.round(ms) }, 'short link followed');
};

/**
 * Logs what a visitor's preview came to. `sharedWith` is the reference under which the tries are logged, when the answer was
 * remembered or the same post was already being fetched for another request.
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
      cause: failure?.cause ?? failure?.reason,
      ms: Math.round(ms),
      sharedWith: originReference === reference ? undefined : originReference,
    },
    'preview answered',
  );
};
