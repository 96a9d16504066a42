import { describe, expect, it } from 'vitest';
import type { FailureReason, VerdictCode } from '#shared/errors.ts';
import type { EngineVerdict } from '../engines/engine.ts';
import { mostTelling, NOTHING_LEFT, nobodyTakes, resting, signOf } from './engine-verdicts.ts';

const verdict = (code: VerdictCode, more: Partial<EngineVerdict> = {}): EngineVerdict => ({
  ok: false,
  code,
  definite: false,
  ...more,
});
const failed = (reason: FailureReason): EngineVerdict => verdict('failed', { reason });

describe('signOf', () => {
  it.each([
    verdict('private'),
    verdict('gone'),
    verdict('no_media'),
    verdict('link_invalid'),
    failed('region'),
    failed('story_needs_session'),
    failed('short_link_dead'),
    failed('address_unsupported'),
    failed('no_engine'),
  ])('takes $code $reason for an answer', (given) => expect(signOf(given)).toBe('answered'));

  it.each([
    verdict('network'),
    verdict('failed'),
    failed('upstream_error'),
    failed('upstream_timeout'),
    failed('page_unreadable'),
    failed('page_refused'),
    failed('provider_key'),
    failed('provider_answer'),
    NOTHING_LEFT,
  ])('takes $code $reason for a fault', (given) => expect(signOf(given)).toBe('fault'));

  it.each([
    verdict('rate_limited', { retryAfter: 5 }),
    verdict('gone', { tentative: true }),
    verdict('private', { tentative: true }),
    verdict('failed', { tentative: true, reason: 'unreadable_here' }),
  ])('takes $code, limited or tentative, for neither', (given) => expect(signOf(given)).toBe('limited'));
});

describe('mostTelling', () => {
  it('prefers private, gone, rate limited, no media, failed, network, bad link, in this order', () => {
    const order: readonly VerdictCode[] = [
      'private',
      'gone',
      'rate_limited',
      'no_media',
      'failed',
      'network',
      'link_invalid',
    ];
    for (const [index, code] of order.entries()) {
      const rest = order.slice(index).map((one) => verdict(one));
      expect(mostTelling(rest).code).toBe(code);
      expect(mostTelling(rest.toReversed()).code).toBe(code);
    }
  });

  it('hears who is sure first, then who may be mistaken, then who was not asked', () => {
    const tentative = verdict('gone', { tentative: true });
    expect(mostTelling([tentative, verdict('link_invalid')]).code).toBe('link_invalid');
    expect(mostTelling([resting(9), tentative])).toBe(tentative);
    expect(mostTelling([resting(9), resting(4)])).toMatchObject({ reason: 'engine_resting', retryAfter: 4 });
  });

  it('hears an engine that was asked before one that was not, where both say the same', () => {
    const busy = verdict('rate_limited', { skipped: 'queue_full', retryAfter: 3 });
    const limited = verdict('rate_limited', { cause: 'http_429', retryAfter: 60 });
    for (const verdicts of [
      [busy, limited],
      [limited, busy],
    ])
      expect(mostTelling(verdicts)).toEqual({ ...limited, retryAfter: 3 });
  });

  it('names the soonest time of those that say the same', () => {
    const limited = (retryAfter?: number) =>
      verdict('rate_limited', retryAfter === undefined ? {} : { retryAfter });
    expect(mostTelling([limited(90), limited(), limited(20), verdict('failed', { retryAfter: 1 })])).toEqual({
      ...limited(20),
    });
  });

  it('says that nothing is set up when nobody said anything', () => {
    expect(mostTelling([])).toEqual(failed('no_engine'));
  });
});

describe('nobodyTakes', () => {
  it('blames the link only where there is something that reads posts', () => {
    expect(nobodyTakes([{ name: 'sample' }, { name: 'native' }])).toEqual(failed('address_unsupported'));
    expect(nobodyTakes([{ name: 'sample' }])).toEqual(failed('no_engine'));
    expect(nobodyTakes([])).toEqual(failed('no_engine'));
  });
});
