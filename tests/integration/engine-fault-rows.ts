import type { ErrorCode } from '../../src/shared/errors.ts';
import type { FailureReason } from '../../src/shared/failures.ts';
import type { CobaltFault, ProviderFault } from '../mock-platforms/fault.ts';

/** Expected effect of one fault of one engine. */
export interface EngineFaultRow<Fault extends string> {
  readonly fault: Fault;
  /** Error code for the visitor when this is the only engine; null when a preview succeeds all the same. */
  readonly expectedCode: ErrorCode | null;
  readonly reason?: FailureReason;
  /** Value of Retry-After in seconds; absent when the engine names no time. */
  readonly retryAfter?: number;
  /** Whether the next engine in the owner's order is called. */
  readonly movesOn: boolean;
  /** State of the engine's circuit breaker after enough posts have had the fault. */
  readonly breaker: 'closed' | 'open';
  /** How a download ends when there is a preview: complete, or with a visible failure. */
  readonly save?: 'whole' | 'fails';
}

const failed = <Fault extends string>(
  fault: Fault,
  reason: FailureReason,
  breaker: 'closed' | 'open' = 'open',
): EngineFaultRow<Fault> => ({
  fault,
  expectedCode: 'failed',
  reason,
  movesOn: true,
  breaker,
});
const withCode = <Fault extends string>(
  fault: Fault,
  code: ErrorCode,
  more: Partial<EngineFaultRow<Fault>> = {},
): EngineFaultRow<Fault> => ({ fault, expectedCode: code, movesOn: true, breaker: 'closed', ...more });
const saved = <Fault extends string>(fault: Fault, save: 'whole' | 'fails'): EngineFaultRow<Fault> => ({
  fault,
  expectedCode: null,
  movesOn: false,
  breaker: 'closed',
  save,
});

export const PROVIDER_FAULT_ROWS: readonly EngineFaultRow<ProviderFault>[] = [
  failed('key', 'provider_key'),
  failed('not-subscribed', 'provider_key'),
  failed('forbidden', 'provider_key'),
  failed('restricted-key', 'provider_key'),
  // An exhausted hourly quota is for the owner to solve: visitors get no Retry-After.
  withCode('quota', 'rate_limited'),
  withCode('quota-forbidden', 'rate_limited', { retryAfter: 120 }),
  failed('server-error', 'upstream_error'),
  failed('html', 'provider_answer'),
  failed('error-body', 'provider_answer'),
  failed('message-body', 'provider_answer'),
  withCode('empty-medias', 'no_media'),
  failed('empty-body', 'provider_answer'),
  failed('broken-json', 'provider_answer'),
  withCode('number-list', 'no_media'),
  withCode('not-found', 'gone', { movesOn: false }),
  withCode('foreign-media', 'no_media', { breaker: 'open' }),
  withCode('plain-media', 'no_media', { breaker: 'open' }),
  withCode('reset', 'network', { breaker: 'open' }),
  saved('last-call', 'whole'),
];

export const COBALT_FAULT_ROWS: readonly EngineFaultRow<CobaltFault>[] = [
  failed('key', 'provider_key'),
  failed('gateway', 'provider_key'),
  withCode('private', 'private', { movesOn: false }),
  withCode('age', 'private'),
  failed('unavailable', 'unreadable_here', 'closed'),
  failed('fetch-empty', 'unreadable_here', 'closed'),
  withCode('fetch-rate', 'rate_limited'),
  withCode('rate-exceeded', 'rate_limited', { retryAfter: 42 }),
  failed('region', 'region', 'closed'),
  withCode('unsupported', 'link_invalid'),
  failed('fetch-fail', 'upstream_error'),
  failed('timed-out', 'upstream_timeout'),
  failed('invalid-body', 'provider_answer'),
  failed('server-error', 'upstream_error'),
  failed('html', 'provider_answer'),
  failed('empty-body', 'provider_answer'),
  failed('broken-json', 'provider_answer'),
  failed('unknown-status', 'provider_answer'),
  withCode('empty-picker', 'no_media'),
  withCode('pieces', 'no_media'),
  withCode('foreign-address', 'no_media', { breaker: 'open' }),
  withCode('reset', 'network', { breaker: 'open' }),
  saved('last-call', 'whole'),
  withCode('tunnel-expired', 'no_media', { breaker: 'open' }),
  withCode('tunnel-html', 'no_media', { breaker: 'open' }),
  withCode('tunnel-empty', 'no_media', { breaker: 'open' }),
  saved('tunnel-limited', 'fails'),
  saved('tunnel-cut', 'fails'),
  saved('tunnel-no-length', 'whole'),
  saved('tunnel-no-length-cut', 'fails'),
  saved('tunnel-reset', 'fails'),
];
