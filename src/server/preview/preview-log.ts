import type { EngineName } from '#shared/contract/content-type.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Logger } from '../observability/logger.ts';
import { currentReference } from '../observability/request-reference.ts';
import type { RunEnd } from './engine-health.ts';

type Platform = ParsedLink['platform'];

interface FinishedTry {
  readonly platform: Platform;
  readonly engine: EngineName;
  readonly ms: number;
  readonly end: RunEnd;
}

/** What a preview ended with, without its post. */
interface AnsweredPreview {
  readonly platform: Platform;
  readonly ms: number;
  readonly engine: EngineName | null;
  readonly failure: {
    readonly code: string;
    readonly reason?: string;
    readonly cause?: string | undefined;
  } | null;
  /** The request whose tries gave this answer. */
  readonly askedBy: string | undefined;
}

/** Code and cause of a try: `stopped` when nobody needed it any more, `overtaken` when another engine was faster. */
const outcomeOf = (end: RunEnd): { code: string; cause?: string | undefined } => {
  if (end === 'cut') return { code: 'stopped' };
  if (end === 'overtaken') return { code: 'overtaken' };
  return end.ok ? { code: 'ok' } : { code: end.code, cause: end.cause ?? end.reason };
};

/** Logs one run of one engine under the reference of the request that caused it. No link, post or address is in the line. */
export const logTry = (log: Logger, { platform, engine, ms, end }: FinishedTry): void => {
  const reference = currentReference();
  log.info({ reference, platform, engine, ...outcomeOf(end), ms: Math.round(ms) }, 'engine tried');
};

/**
 * Logs what a visitor's preview came to. `sharedWith` is the reference under which the tries are logged, when the answer was
 * remembered or the same post was already being fetched for another request.
 */
export const logPreview = (
  log: Logger,
  { platform, ms, engine, failure, askedBy }: AnsweredPreview,
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
      sharedWith: askedBy === reference ? undefined : askedBy,
    },
    'preview answered',
  );
};
