import { LRUCache } from 'lru-cache';
import type { Post } from '#shared/contract/preview.ts';
import type { Delivery } from '#shared/contract/site.ts';
import type { TicketSealer } from '../media/tickets/ticket.ts';
import { presentPost } from './present-post.ts';
import type { ResolvedPost } from './resolved-post.ts';

/** How long a post is presented with the same links, which last hours. */
export const PRESENTATION_LIFETIME_MS = 60_000;
/** Only posts that many visitors request at the same time profit, and there are few. A large set takes some 100 KB. */
const PRESENTATIONS_MAX = 16;

interface Presentation {
  readonly post: Post;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Presents a post at a time in milliseconds since 1970. The same post gets the same object for a minute. */
export type PostPresenter = (post: ResolvedPost, now: number) => Post;

/**
 * Creates a presenter that seals the links of a post once for all requests of a minute: sealing takes more than half of
 * the time of a preview from the cache, and most of its garbage. Links contain nothing about the visitor.
 */
export const createPostPresenter = (parts: {
  readonly tickets: TicketSealer;
  readonly delivery: Delivery;
}): PostPresenter => {
  const presentations = new LRUCache<ResolvedPost, Presentation>({ max: PRESENTATIONS_MAX });
  return (post, now) => {
    const last = presentations.get(post);
    // Absolute difference, so that a clock that is set back does not extend the lifetime.
    if (last !== undefined && Math.abs(now - last.madeAt) < PRESENTATION_LIFETIME_MS) return last.post;
    const presented = presentPost(post, { ...parts, now });
    presentations.set(post, { post: presented, madeAt: now });
    return presented;
  };
};
