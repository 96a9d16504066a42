import { LRUCache } from 'lru-cache';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { REFRESH_REQUESTER } from '../limits/requester.ts';
import type { Ticket } from '../media/tickets/ticket.ts';
import { haveDifferentStart, type MediaSource } from '../outbound/media-source.ts';
import type { PostSource } from './post-source.ts';
import { findFile, isSameSource } from './present-post.ts';
import type { ResolvedPost } from './resolved-post.ts';

/**
 * Milliseconds for which a failed refresh is not repeated: for all files of a post that could not be read, or for a file that still has the
 * expired address.
 */
const REFRESH_FAILURE_CACHE_MS = 30_000;

/**
 * Finds the current address of a ticket's file. Resolves with null when there is none: the file is a sample, the platform is disabled, the
 * post cannot be read, no longer has the file or still has it at the expired address, or a refresh has failed recently. Rejects only with
 * the signal's reason.
 */
export type RefreshSource = (ticket: Ticket, signal?: AbortSignal) => Promise<MediaSource | null>;

interface SourceRefresherParts {
  readonly source: Pick<PostSource, 'refresh'>;
  /** Returns whether the owner has disabled the link's platform. The platform's files are then not refreshed. */
  readonly isPlatformOff: (link: ParsedLink) => boolean;
  readonly now: () => number;
}

const FAILURES_MAX = 5_000;

/**
 * Creates a function that finds the current address of files. A client with an expired link must not cause a platform request with each of
 * its requests, so a failed refresh is not repeated for REFRESH_FAILURE_CACHE_MS, and a cached post is read again only if it still has the
 * expired address. `now` returns milliseconds since 1970.
 */
export const createSourceRefresher = ({
  source,
  isPlatformOff,
  now,
}: SourceRefresherParts): RefreshSource => {
  /** Links of posts and addresses of files whose refresh failed, each with the end of the time in which the refresh is not repeated. */
  const failedUntil = new LRUCache<string, number>({ max: FAILURES_MAX });
  const rememberFailure = (key: string) => failedUntil.set(key, now() + REFRESH_FAILURE_CACHE_MS);
  const hasFailed = (key: string): boolean => (failedUntil.get(key) ?? Number.NEGATIVE_INFINITY) > now();

  return async (ticket, signal) => {
    const parsed = parseLink(ticket.post);
    if (!parsed.ok || isPlatformOff(parsed.link) || ticket.source.kind !== 'upstream') return null;
    const expired = ticket.source;
    if (hasFailed(ticket.post) || hasFailed(expired.url)) return null;
    // A file that begins with other bytes than the ticket's file was created anew and checked since then, at whatever address.
    const isExpired = (found: MediaSource | null): boolean =>
      found?.kind === 'upstream' && isSameSource(found, expired) && !haveDifferentStart(found, expired);
    const isStale = (post: ResolvedPost): boolean => isExpired(findFile(post, ticket));
    const resolution = await source.refresh(parsed.link, isStale, { requester: REFRESH_REQUESTER, signal });
    const found = resolution.ok ? findFile(resolution.post, ticket) : null;
    if (!resolution.ok) rememberFailure(ticket.post);
    if (!isExpired(found)) return found;
    rememberFailure(expired.url);
    return null;
  };
};
