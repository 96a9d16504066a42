import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineVerdict } from '../engine.ts';
import { definitely, failed, perhaps } from '../verdict.ts';

const PREFIX = 'error.api.';

/** The instance gives these codes for deleted and private posts and for pages it was refused: none of them proves a deletion. */
const UNREADABLE_HERE: EngineVerdict = { ...failed('unreadable_here'), tentative: true };

/**
 * What the instance's codes mean, without their prefix (facts/extraction section 6). Only `content.post.private` has one
 * reading; "age" is also said of posts that have a film all the same.
 */
const VERDICTS: Readonly<Record<string, EngineVerdict>> = {
  'content.post.private': definitely('private'),
  'content.post.age': perhaps('private'),
  'content.video.private': perhaps('private'),
  'content.video.age': perhaps('private'),
  'content.paid': perhaps('private'),
  'content.post.unavailable': UNREADABLE_HERE,
  'content.video.unavailable': UNREADABLE_HERE,
  'fetch.empty': UNREADABLE_HERE,
  'fetch.rate': perhaps('rate_limited'),
  rate_exceeded: perhaps('rate_limited'),
  capacity: perhaps('rate_limited'),
  'content.region': failed('region'),
  'content.video.region': failed('region'),
  'link.invalid': perhaps('link_invalid'),
  'link.unsupported': perhaps('link_invalid'),
  'service.unsupported': perhaps('link_invalid'),
  'service.disabled': failed('address_unsupported'),
  'fetch.short_link': failed('short_link_dead'),
  'fetch.fail': failed('upstream_error'),
  'fetch.critical': failed('upstream_error'),
  unreachable: failed('upstream_error'),
  timed_out: failed('upstream_timeout'),
  generic: failed('upstream_error'),
};

/** Gives what the instance's error code says of the post. A refused key is never passed off as a private post. */
export function verdictOfCode(code: string, link: ParsedLink): EngineVerdict {
  const bare = code.startsWith(PREFIX) ? code.slice(PREFIX.length) : code;
  if (bare.startsWith('auth.')) return failed('provider_key');
  // Without a session of its own the instance knows no stories at all.
  if (link.kind === 'story' && bare.endsWith('unsupported'))
    return { ...perhaps('private'), reason: 'story_needs_session' };
  return (Object.hasOwn(VERDICTS, bare) ? VERDICTS[bare] : undefined) ?? failed('provider_answer');
}

/** Gives what a bare HTTP status says: something in front of the instance has answered, or nothing the instance would say. */
export function verdictOfStatus(status: number): EngineVerdict {
  if (status === 401 || status === 403) return failed('provider_key');
  if (status === 429) return perhaps('rate_limited');
  return failed(status >= 500 ? 'upstream_error' : 'provider_answer');
}
