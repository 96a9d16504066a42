import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { failed, nonTerminal, terminal, withCause } from '../../extraction/engine-failure.ts';
import type { EngineFailure } from '../../extraction/engine-outcome.ts';
import type { FailureCause } from '../../extraction/failure-cause.ts';

const PREFIX = 'error.api.';

/** Failure for codes that an instance returns alike for deleted posts, private posts and pages it was denied; none proves a deletion. */
const UNREADABLE_HERE: EngineFailure = { ...failed('unreadable_here'), tentative: true };

/**
 * Failures for the error codes of an instance, without their prefix. Only `content.post.private` is unambiguous: instances also
 * return the "age" codes for posts whose video is available.
 */
const FAILURES: Readonly<Record<string, readonly [EngineFailure, FailureCause]>> = {
  'content.post.private': [terminal('private'), 'private_post'],
  'content.post.age': [nonTerminal('private'), 'age_restricted'],
  'content.video.private': [nonTerminal('private'), 'private_post'],
  'content.video.age': [nonTerminal('private'), 'age_restricted'],
  'content.paid': [nonTerminal('private'), 'paid_post'],
  'content.post.unavailable': [UNREADABLE_HERE, 'unavailable'],
  'content.video.unavailable': [UNREADABLE_HERE, 'unavailable'],
  'fetch.empty': [UNREADABLE_HERE, 'empty_answer'],
  'fetch.rate': [nonTerminal('rate_limited'), 'too_many_requests'],
  rate_exceeded: [nonTerminal('rate_limited'), 'quota_used_up'],
  capacity: [nonTerminal('rate_limited'), 'over_capacity'],
  'content.region': [failed('region'), 'region_locked'],
  'content.video.region': [failed('region'), 'region_locked'],
  'link.invalid': [nonTerminal('link_invalid'), 'link_unknown'],
  'link.unsupported': [nonTerminal('link_invalid'), 'link_unknown'],
  'service.unsupported': [nonTerminal('link_invalid'), 'link_unknown'],
  'service.disabled': [failed('address_unsupported'), 'service_disabled'],
  'fetch.short_link': [failed('short_link_dead'), 'short_link_dead'],
  'fetch.fail': [failed('upstream_error'), 'read_failed'],
  'fetch.critical': [failed('upstream_error'), 'instance_failed'],
  unreachable: [failed('upstream_error'), 'unreachable'],
  timed_out: [failed('upstream_timeout'), 'read_timeout'],
  generic: [failed('upstream_error'), 'unknown_error'],
};

/** Returns the failure for an error code of the instance. A rejected key is never reported as a private post. */
export function failureOfCode(code: string, link: ParsedLink): EngineFailure {
  const bare = code.startsWith(PREFIX) ? code.slice(PREFIX.length) : code;
  if (bare.startsWith('auth.')) return withCause(failed('provider_key'), 'key_refused');
  // An instance without an account session reports stories as unsupported.
  if (link.kind === 'story' && bare.endsWith('unsupported'))
    return { ...nonTerminal('private'), reason: 'story_needs_session', cause: 'story_needs_session' };
  const known = Object.hasOwn(FAILURES, bare) ? FAILURES[bare] : undefined;
  return known === undefined ? withCause(failed('provider_answer'), 'unknown_error') : withCause(...known);
}

/** Returns the failure for an HTTP status whose body is not a cobalt response, which may come from a proxy in front of the instance. */
export function failureOfStatus(status: number): EngineFailure {
  return withCause(meaningOfStatus(status), `http_${status}`);
}

function meaningOfStatus(status: number): EngineFailure {
  if (status === 401 || status === 403) return failed('provider_key');
  if (status === 429) return nonTerminal('rate_limited');
  return failed(status >= 500 ? 'upstream_error' : 'provider_answer');
}
