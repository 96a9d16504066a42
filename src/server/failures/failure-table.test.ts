import { describe, expect, it } from 'vitest';
import type { FailureCode, FailureReason } from '#shared/errors.ts';
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
