import type { ErrorCode, FailureReason } from '../../src/shared/errors.ts';
import type { CobaltFault, ProviderFault } from '../mock-platforms/fault.ts';

/** What must follow from one fault of one engine. */
export interface EngineFaultRow<Fault extends string> {
  readonly fault: Fault;
  /** What a visitor is told when this is the only engine; null where there is a preview all the same. */
  readonly expectedCode: ErrorCode | null;
  readonly reason?: FailureReason;
  /** Seconds to wait, where the engine says so. */
  readonly retryAfter?: number;
  /** Whether the next engine in the owner's order is asked. */
  readonly movesOn: boolean;
  /** The engine's breaker after enough posts have met the fault. */
  readonly breaker: 'closed' | 'open';
  /** How a save ends where there is a preview: whole, or visibly not. */
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
const told = <Fault extends string>(
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
  // A quota of an hour is the owner's trouble: no visitor is told to come back then.
  told('quota', 'rate_limited'),
  told('quota-forbidden', 'rate_limited', { retryAfter: 120 }),
  failed('server-error', 'upstream_error'),
  failed('html', 'provider_answer'),
  failed('error-body', 'provider_answer'),
  failed('message-body', 'provider_answer'),
  told('empty-medias', 'no_media'),
  failed('empty-body', 'provider_answer'),
  failed('broken-json', 'provider_answer'),
  told('number-list', 'no_media'),
  told('not-found', 'gone', { movesOn: false }),
  told('foreign-media', 'no_media', { breaker: 'open' }),
  told('plain-media', 'no_media', { breaker: 'open' }),
  told('reset', 'network', { breaker: 'open' }),
  saved('last-call', 'whole'),
];

export const COBALT_FAULT_ROWS: readonly EngineFaultRow<CobaltFault>[] = [
  failed('key', 'provider_key'),
  failed('gateway', 'provider_key'),
  told('private', 'private', { movesOn: false }),
  told('age', 'private'),
  failed('unavailable', 'unreadable_here', 'closed'),
  failed('fetch-empty', 'unreadable_here', 'closed'),
  told('fetch-rate', 'rate_limited'),
  told('rate-exceeded', 'rate_limited', { retryAfter: 42 }),
  failed('region', 'region', 'closed'),
  told('unsupported', 'link_invalid'),
  failed('fetch-fail', 'upstream_error'),
  failed('timed-out', 'upstream_timeout'),
  failed('invalid-body', 'provider_answer'),
  failed('server-error', 'upstream_error'),
  failed('html', 'provider_answer'),
  failed('empty-body', 'provider_answer'),
  failed('broken-json', 'provider_answer'),
  failed('unknown-status', 'provider_answer'),
  told('empty-picker', 'no_media'),
  told('pieces', 'no_media'),
  told('foreign-address', 'no_media', { breaker: 'open' }),
  told('reset', 'network', { breaker: 'open' }),
  saved('last-call', 'whole'),
  told('tunnel-expired', 'no_media', { breaker: 'open' }),
  told('tunnel-html', 'no_media', { breaker: 'open' }),
  told('tunnel-empty', 'no_media', { breaker: 'open' }),
  saved('tunnel-limited', 'fails'),
  saved('tunnel-cut', 'fails'),
  saved('tunnel-no-length', 'whole'),
  saved('tunnel-no-length-cut', 'fails'),
  saved('tunnel-reset', 'fails'),
];
