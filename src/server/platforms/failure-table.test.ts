import { describe, expect, it } from 'vitest';
import { FAILURE_CODES, type FailureCode, type FailureReason } from '#shared/errors.ts';
import { type Failure, meaningOf } from './failure-table.ts';

const failure = (code: FailureCode, more: Partial<Failure> = {}): Failure => ({ code, ...more });
const failed = (reason: FailureReason): Failure => failure('failed', { reason });

describe('what the circuit breaker counts', () => {
  it.each([
    failure('private'),
    failure('gone'),
    failure('no_media'),
    failure('link_invalid'),
    failed('region'),
    failed('story_needs_session'),
    failed('short_link_dead'),
    failed('address_unsupported'),
    failed('no_engine'),
  ])('assesses $code $reason as an answer', (given) => expect(meaningOf(given).breaker).toBe('answered'));

  it.each([
    failure('network'),
    failure('failed'),
    failed('upstream_error'),
    failed('upstream_timeout'),
    failed('page_unreadable'),
    failed('page_refused'),
    failed('provider_key'),
    failed('provider_answer'),
    failure('no_media', { reason: 'upstream_error' }),
  ])('assesses $code $reason as a fault', (given) => expect(meaningOf(given).breaker).toBe('fault'));

  it.each([
    failure('rate_limited'),
    failure('gone', { tentative: true }),
    failure('private', { tentative: true }),
    failure('failed', { tentative: true, reason: 'unreadable_here' }),
  ])('assesses $code, limited or tentative, as neither', (given) =>
    expect(meaningOf(given).breaker).toBe('limited'),
  );
});

describe('the rank in a chain', () => {
  const rank = (given: Failure): number => meaningOf(given).rank;

  it('puts what the platform says about the post before what went wrong on the way', () => {
    const order = ['private', 'gone', 'rate_limited', 'no_media', 'failed', 'network', 'link_invalid'];
    expect(FAILURE_CODES.toSorted((one, two) => rank(failure(one)) - rank(failure(two)))).toEqual(order);
  });

  it('is the same for a terminal failure and an ordinary one', () =>
    expect(rank(failure('gone', { terminal: true }))).toBe(rank(failure('gone'))));

  it('puts the most specific tentative failure behind the least specific of the others', () =>
    expect(rank(failure('private', { tentative: true }))).toBeGreaterThan(rank(failure('link_invalid'))));

  it('puts an engine whose circuit is open behind every engine that was run', () =>
    expect(rank(failed('engine_resting'))).toBeGreaterThan(
      rank(failure('link_invalid', { tentative: true })),
    ));
});

describe('the evidence', () => {
  it.each<[string, Failure, ReturnType<typeof meaningOf>['page']]>([
    ['of the code', failure('private'), 'suspicious'],
    ['of the certainty, not of the code', failure('private', { terminal: true }), 'served'],
    ['of the certainty, not of the code', failure('gone', { tentative: true }), 'suspicious'],
    ['of the reason, not of the code', failed('page_refused'), 'suspicious'],
    ['of the reason, not of the code', failed('region'), 'served'],
  ])('is %s', (_whose, given, page) => expect(meaningOf(given).page).toBe(page));

  it.each([failed('story_needs_session'), failed('address_unsupported'), failed('no_engine')])(
    'of a refusal that asked nobody ($reason) is that the platform was not reached',
    (given) => expect(meaningOf(given).status).toBe('not_reached'),
  );

  it('of a full queue is that the platform was not reached', () =>
    expect(meaningOf(failure('rate_limited', { skipped: 'queue_full' })).status).toBe('not_reached'));
});
