import { describe, expect, it } from 'vitest';
import { FAILURE_CODES } from '#shared/failures.ts';
import {
  FAILURES,
  type FailureCause,
  type FailureRow,
  failed,
  loggedCauseOf,
  pickMoreSpecific,
  shownCauseOf,
  toUnprovenFailure,
} from './failures.ts';

const ROWS: readonly (readonly [string, FailureRow])[] = Object.entries(FAILURES);

describe('what the circuit breaker counts', () => {
  it.each<FailureCause>([
    'private',
    'gone',
    'no_media',
    'link_invalid',
    'region',
    'story_needs_session',
    'short_link_dead',
    'address_unsupported',
    'no_engine',
  ])('assesses %s as an answer', (cause) => expect(FAILURES[cause].breaker).toBe('answered'));

  it.each<FailureCause>([
    'network',
    'engine_fault',
    'upstream_error',
    'upstream_timeout',
    'page_unreadable',
    'page_refused',
    'provider_key',
    'provider_answer',
    'files_refused',
  ])('assesses %s as a fault', (cause) => expect(FAILURES[cause].breaker).toBe('fault'));

  it.each<FailureCause>(['rate_limited', 'perhaps_gone', 'address_blocked'])(
    'assesses %s, limited or tentative, as neither',
    (cause) => expect(FAILURES[cause].breaker).toBe('limited'),
  );
});

describe('the rank in a chain', () => {
  it('puts what the platform says about the post before what went wrong on the way', () => {
    const order = ['private', 'gone', 'rate_limited', 'no_media', 'failed', 'network', 'link_invalid'];
    const rank = (code: string): number =>
      Math.min(...ROWS.flatMap(([, row]) => (row.code === code && row.rank !== 1.5 ? row.rank : [])));
    expect(FAILURE_CODES.toSorted((one, two) => rank(one) - rank(two))).toEqual(order);
  });

  it('is the same for a terminal failure and an ordinary one', () =>
    expect(FAILURES.deleted.rank).toBe(FAILURES.gone.rank));

  it('puts the most specific tentative failure behind the least specific of the others', () => {
    const ranks = (tentative: boolean) =>
      ROWS.filter(([cause, row]) => row.tentative === tentative && cause !== 'engine_resting').map(
        ([, { rank }]) => rank,
      );
    expect(Math.min(...ranks(true))).toBeGreaterThan(Math.max(...ranks(false)));
  });

  it('puts an engine whose circuit is open behind every engine that was run', () =>
    expect(ROWS.toSorted(([, one], [, two]) => two.rank - one.rank)[0]?.[0]).toBe('engine_resting'));

  it('keeps what one of two failures shows about a clip', () =>
    expect(pickMoreSpecific(failed('clip_withheld'), failed('login_wall'))).toEqual(failed('clip_withheld')));
});

describe('the rows', () => {
  // The compiler lets a spread object have further members, such as a misspelled one.
  it('have no column that the table does not have', () => {
    const columns = ['reason', 'hangs', 'isClip', ...Object.keys(FAILURES.engine_fault)];
    expect(ROWS.flatMap(([, row]) => Object.keys(row).filter((key) => !columns.includes(key)))).toEqual([]);
  });

  it('prove nothing with evidence that throttling produces too', () =>
    expect(ROWS.filter(([, row]) => row.terminal && row.tentative)).toEqual([]));

  it('state a reason for every failure without a finer code', () =>
    expect(ROWS.filter(([, row]) => row.code === 'failed' && row.reason === undefined)).toEqual([]));

  it.each<[FailureCause, FailureRow['page']]>([
    ['private', 'suspicious'],
    ['private_post', 'served'],
    ['perhaps_gone', 'suspicious'],
    ['page_refused', 'suspicious'],
    ['region', 'served'],
    ['marked_private', 'served'],
    ['forbidden', 'suspicious'],
    ['too_many_requests', 'refused'],
  ])('say of a page that ended as %s: %s', (cause, page) => expect(FAILURES[cause].page).toBe(page));

  it.each<FailureCause>(['story_needs_session', 'address_unsupported', 'no_engine', 'queue_full'])(
    'say of %s that the platform was not reached',
    (cause) => expect(FAILURES[cause].status).toBe('not_reached'),
  );
});

describe('what the owner reads', () => {
  it('is the unlisted host of the files, whatever else failed', () =>
    expect(shownCauseOf(failed('no_media', { host: 'cdn.example.net' }))).toBe('unlisted_host'));

  it('is the limit while pages are paused', () =>
    expect(shownCauseOf(failed('posts_withheld', { skipReason: 'pages_paused' }))).toBe('limited'));

  it.each<[FailureCause, string]>([
    ['login_wall', 'login_wall'],
    ['page_without_data', 'empty_page'],
    ['stub_page', 'empty_page'],
    ['forbidden', 'refused'],
    ['unresolved', 'no_network'],
    ['proxy-refused', 'proxy'],
    ['upstream_error', 'upstream_error'],
    ['key_refused', 'service_key'],
    ['quota_used_up', 'service_quota'],
    ['run_timeout', 'slow'],
  ])('of %s is %s', (cause, shown) => expect(shownCauseOf(failed(cause))).toBe(shown));
});

describe('the logged cause', () => {
  it('is the status of the response, why nothing was requested, or the word of the list', () => {
    expect(loggedCauseOf(failed('forbidden', { httpStatus: 403 }))).toBe('http_403');
    expect(loggedCauseOf(failed('rate_limited', { skipReason: 'asked_to_wait' }))).toBe('asked_to_wait');
    expect(loggedCauseOf(failed('login_wall'))).toBe('login_wall');
  });

  it('is none where it would repeat the code', () => expect(loggedCauseOf(failed('gone'))).toBeUndefined());
});

describe('unproven', () => {
  it('takes the proof from a failure and leaves any other as it is', () => {
    expect(toUnprovenFailure(failed('deleted'))).toEqual(failed('gone'));
    expect(toUnprovenFailure(failed('private_post', { httpStatus: 403 }))).toEqual(
      failed('private', { httpStatus: 403 }),
    );
    const region = failed('region');
    expect(toUnprovenFailure(region)).toBe(region);
  });
});
