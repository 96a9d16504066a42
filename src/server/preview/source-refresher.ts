import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { createExpiringSet } from '../cache/expiring-set.ts';
import type { MediaSource } from '../net/media-source.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { findFile, isSameSource } from './file-place.ts';
import type { PostSource } from './post-source.ts';
import { REFRESH } from './requester.ts';
import type { ResolvedPost } from './resolved-post.ts';

/** Time a failed refresh of an expired source is cached, for all requests for the post's files. */
const REFRESH_FAILURE_CACHE_MS = 30_000;

/**
 * Finds the current address of a ticket's file; null when its post no longer has it. Rejects only with the signal's
 * reason.
 */
export type RefreshSource = (ticket: Ticket, signal?: AbortSignal) => Promise<MediaSource | null>;

export interface SourceRefresherParts {
  readonly source: Pick<PostSource, 'refresh'>;
  /** Returns whether the link's platform is disabled; its files are then not refreshed. */
  readonly isOff: (link: ParsedLink) => boolean;
  readonly now: () => number;
}

const FAILURES_MAX = 5_000;

/**
 * Creates a function that finds the current address of files. A client with an expired link could otherwise cause a
 * platform request with every request of its own. Therefore a refresh that failed is not repeated for a short time, and
 * a post that has been read since is taken from the cache.
 */
export const createSourceRefresher = ({ source, isOff, now }: SourceRefresherParts): RefreshSource => {
  const recentFailures = createExpiringSet({
    lifetimeMs: REFRESH_FAILURE_CACHE_MS,
    maxKeys: FAILURES_MAX,
    now,
  });

  return async (ticket, signal) => {
    const parsed = parseLink(ticket.post);
    if (!parsed.ok || isOff(parsed.link) || ticket.source.kind !== 'upstream') return null;
    const expired = ticket.source;
    if (recentFailures.has(ticket.post) || recentFailures.has(expired.url)) return null;
    const isExpired = (found: MediaSource | null): boolean => found !== null && isSameSource(found, expired);
    const isStale = (post: ResolvedPost): boolean => isExpired(findFile(post, ticket));
    const resolution = await source.refresh(parsed.link, isStale, { requester: REFRESH, signal });
    const found = resolution.ok ? findFile(resolution.post, ticket) : null;
    if (!resolution.ok) recentFailures.add(ticket.post);
    if (!isExpired(found)) return found;
    recentFailures.add(expired.url);
    return null;
  };
};
