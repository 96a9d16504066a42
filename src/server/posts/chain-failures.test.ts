import { describe, expect, it } from 'vitest';
import { FAILURE_CODES, type FailureCode, type FailureReason } from '#shared/errors.ts';
import { meaningOf } from '../platforms/failure-table.ts';
import type { EngineFailure } from '../platforms/reading/engine-outcome.ts';
import { circuitOpen, FILES_REFUSED, noCapableEngine, pickMostInformative } from './chain-failures.ts';

const failure = (code: FailureCode, more: Partial<EngineFailure> = {}): EngineFailure => ({
  ok: false,
  code,
  terminal: false,
  ...more,
});
const failed = (reason: FailureReason): EngineFailure => failure('failed', { reason });

describe('FILES_REFUSED', () => {
  it('is a fault of the engine', () => expect(meaningOf(FILES_REFUSED).breaker).toBe('fault'));
});

describe('pickMostInformative', () => {
  it('ranks private, gone, rate limited, no media, failed, network, invalid link', () => {
    const order: readonly FailureCode[] = [
      'private',
      'gone',
      'rate_limited',
      'no_media',
      'failed',
      'network',
      'link_invalid',
    ];
    expect(order.toSorted()).toEqual(FAILURE_CODES.toSorted());
    for (const [index, code] of order.entries()) {
      const rest = order.slice(index).map((one) => failure(one));
      expect(pickMostInformative(rest).code).toBe(code);
      expect(pickMostInformative(rest.toReversed()).code).toBe(code);
    }
  });

  it('prefers a certain failure to a tentative one, and both to a skipped engine', () => {
    const tentative = failure('gone', { tentative: true });
    expect(pickMostInformative([tentative, failure('link_invalid')]).code).toBe('link_invalid');
    expect(pickMostInformative([circuitOpen(9), tentative])).toBe(tentative);
    expect(pickMostInformative([circuitOpen(9), circuitOpen(4)])).toMatchObject({
      reason: 'engine_resting',
      retryAfter: 4,
    });
  });

  it('prefers an engine that was run to one that was skipped with the same code', () => {
    const busy = failure('rate_limited', { skipped: 'queue_full', retryAfter: 3 });
    const limited = failure('rate_limited', { cause: 'http_429', retryAfter: 60 });
    for (const failures of [
      [busy, limited],
      [limited, busy],
    ])
      expect(pickMostInformative(failures)).toEqual({ ...limited, retryAfter: 3 });
  });

  it('uses the shortest retryAfter among failures of equal rank', () => {
    const limited = (retryAfter?: number) =>
      failure('rate_limited', retryAfter === undefined ? {} : { retryAfter });
    expect(
      pickMostInformative([limited(90), limited(), limited(20), failure('failed', { retryAfter: 1 })]),
    ).toEqual({
      ...limited(20),
    });
  });

  it('returns no_engine without failures', () => {
    expect(pickMostInformative([])).toEqual(failed('no_engine'));
  });
});

describe('noCapableEngine', () => {
  it('returns address_unsupported only when an engine other than the samples is enabled', () => {
    expect(noCapableEngine([{ name: 'sample' }, { name: 'native' }])).toEqual(failed('address_unsupported'));
    expect(noCapableEngine([{ name: 'sample' }])).toEqual(failed('no_engine'));
    expect(noCapableEngine([])).toEqual(failed('no_engine'));
  });
});
