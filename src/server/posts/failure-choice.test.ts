import { describe, expect, it } from 'vitest';
import { FAILURE_CODES } from '#shared/failures.ts';
import { failed } from '../platforms/failures.ts';
import { failureOfUnsupportedLink, pickMostInformative } from './engine-chain.ts';

describe('pickMostInformative', () => {
  it('ranks private, gone, rate limited, no media, failed, network, invalid link', () => {
    const order = [
      failed('private'),
      failed('gone'),
      failed('rate_limited'),
      failed('no_media'),
      failed('page_unreadable'),
      failed('network'),
      failed('link_invalid'),
    ];
    expect(order.map(({ code }) => code).toSorted()).toEqual(FAILURE_CODES.toSorted());
    for (const [index, best] of order.entries()) {
      const rest = order.slice(index);
      expect(pickMostInformative(rest)).toBe(best);
      expect(pickMostInformative(rest.toReversed())).toBe(best);
    }
  });

  it('prefers a certain failure to a tentative one, and both to a skipped engine', () => {
    const circuitOpen = (retryAfter: number) =>
      failed('engine_resting', { retryAfter, skipReason: 'circuit_open' });
    const tentative = failed('perhaps_gone');
    expect(pickMostInformative([tentative, failed('link_invalid')]).code).toBe('link_invalid');
    expect(pickMostInformative([circuitOpen(9), tentative])).toBe(tentative);
    expect(pickMostInformative([circuitOpen(9), circuitOpen(4)])).toMatchObject({
      reason: 'engine_resting',
      retryAfter: 4,
    });
  });

  it('prefers an engine that was run to one that was skipped with the same code', () => {
    const busy = failed('queue_full', { skipReason: 'queue_full', retryAfter: 3 });
    const limited = failed('too_many_requests', { httpStatus: 429, retryAfter: 60 });
    for (const failures of [
      [busy, limited],
      [limited, busy],
    ])
      expect(pickMostInformative(failures)).toEqual({ ...limited, retryAfter: 3 });
  });

  it('uses the shortest retryAfter among failures of equal rank', () => {
    const limited = (retryAfter?: number) =>
      failed('rate_limited', retryAfter === undefined ? {} : { retryAfter });
    expect(
      pickMostInformative([limited(90), limited(), limited(20), failed('upstream_error', { retryAfter: 1 })]),
    ).toEqual(limited(20));
  });

  it('returns no_engine without failures', () => {
    expect(pickMostInformative([])).toEqual(failed('no_engine'));
  });
});

describe('failureOfUnsupportedLink', () => {
  it('returns address_unsupported only when an engine other than the samples is enabled', () => {
    expect(failureOfUnsupportedLink([{ name: 'sample' }, { name: 'native' }])).toEqual(
      failed('address_unsupported'),
    );
    expect(failureOfUnsupportedLink([{ name: 'sample' }])).toEqual(failed('no_engine'));
    expect(failureOfUnsupportedLink([])).toEqual(failed('no_engine'));
  });
});
