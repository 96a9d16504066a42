import type { FastifyReply } from 'fastify';
import { failureReasons } from '#messages/failure-reasons.ts';
import { problemDetails } from '#messages/problem-details.ts';
import { problemTitles } from '#messages/problem-titles.ts';
import type { SavedBy } from '#shared/contract/admin-settings.ts';
import type { EngineSave } from '#shared/contract/engines.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import type { FailureReason } from '#shared/failures.ts';
import { text } from '#shared/messages/text.ts';
import type { LimitedLog } from '../base/observability/limited-log.ts';
import { API_HEADERS } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Log of error responses. */
    limitedLog: LimitedLog;
  }
}

export interface ProblemDetails {
  readonly reason?: FailureReason;
  /** Sentence that replaces the one of the error code. */
  readonly detail?: string;
  /** Seconds until the request may be repeated. Also sent as Retry-After, rounded up. */
  readonly retryAfter?: number;
  /** True if the limit of the visitor's own network is reached; else absent. */
  readonly ownLimit?: true;
  /** Conflicting changes (contract/admin-settings.ts, contract/engines.ts). */
  readonly since?: readonly SavedBy[] | readonly EngineSave[];
}

/** Returns the sentence that a person reads for an error. Only the sentence of 'failed' depends on the reason. */
export const detailOf = (code: ErrorCode, reason: FailureReason = 'upstream_error'): string =>
  code === 'failed'
    ? text(problemDetails, code, { reason: text(failureReasons, reason) })
    : text(problemDetails, code);

/** Creates the body of an error response. */
const problemOf = (
  code: ErrorCode,
  reference: string,
  { reason, detail, retryAfter, ownLimit, since }: ProblemDetails,
): Problem => ({
  status: ERROR_STATUS[code],
  code,
  title: text(problemTitles, code),
  detail: detail ?? detailOf(code, reason),
  ...(reason === undefined ? {} : { reason }),
  reference,
  ...(retryAfter === undefined ? {} : { retryAfter }),
  ...(ownLimit && { ownLimit }),
  ...(since === undefined ? {} : { since }),
});

/** Logs an error answer under the request's reference. The line has no data about the visitor or the link. */
export const logProblem = (reply: FastifyReply, code: ErrorCode, reason: FailureReason | undefined): void => {
  const { request } = reply;
  reply.server.limitedLog.info(
    {
      reference: request.id,
      group: { route: request.routeOptions.url ?? 'none', statusCode: ERROR_STATUS[code], code },
      details: { ...(code === 'failed' && { reason }), method: request.method },
    },
    'problem answered',
  );
};

/**
 * Sends an error as `application/problem+json`, never cached. Its reference is the request's id, which also appears in
 * the log unless a flood of equal errors was shortened. Neither contains data about the visitor or the link.
 */
export const sendProblem = (
  reply: FastifyReply,
  code: ErrorCode,
  details: ProblemDetails = {},
): FastifyReply => {
  const problem = problemOf(code, reply.request.id, details);
  logProblem(reply, code, details.reason);
  if (details.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(details.retryAfter)));
  return reply
    .code(problem.status)
    .headers(API_HEADERS)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
};
