import type { Post } from '#shared/contract/preview.ts';
import type { FailureReason, VerdictCode } from '#shared/errors.ts';
import { PREVIEW_CACHE_MS } from '#shared/limits.ts';
import { parseLink, parseSampleDoor } from '#shared/links/parse-link.ts';
import type { LinkResult, ParsedLink } from '#shared/links/parsed-link.ts';
import { createFlightCache, type FlightCache } from '../cache/flight-cache.ts';
import type { Engine } from '../engines/engine.ts';
import type { Door, HostPolicy } from '../net/door.ts';
import type { Logger } from '../observability/logger.ts';
import type { TicketOffice } from '../tickets/ticket.ts';
import { type Finish, type ObserveRun, runChain } from './engine-chain.ts';
import { normalisePost, typeOf } from './normalise-post.ts';
import { presentPost } from './present-post.ts';
import { proveSizes } from './prove-sizes.ts';
import { resolveShareLink, type ShareOutcome } from './resolve-share-link.ts';
import type { ResolvedPost } from './resolved-post.ts';

export interface PreviewFailure {
  readonly ok: false;
  readonly code: VerdictCode;
  readonly reason?: FailureReason;
  /** Seconds. */
  readonly retryAfter?: number;
}

export type Resolution = { readonly ok: true; readonly post: ResolvedPost } | PreviewFailure;
export type PreviewOutcome = { readonly ok: true; readonly post: Post } | PreviewFailure;

export interface PreviewParts {
  readonly engines: readonly Engine[];
  readonly cache: FlightCache<Resolution>;
  readonly door: Door;
  /** Hosts a short link may lead over. */
  readonly pageHosts: HostPolicy;
  /** Hosts media are measured at. */
  readonly mediaHosts: HostPolicy;
  readonly tickets: TicketOffice;
  readonly log: Logger;
  readonly now?: () => number;
  /** Told of every run of an engine and of every preview that was not remembered. */
  readonly observe?: ObserveRun;
  /** Told of every answer, remembered or not. Never of a link. */
  readonly answered?: (answer: AnsweredPreview) => void;
}

export interface AnsweredPreview {
  readonly platform: ParsedLink['platform'];
  readonly ms: number;
  /** Null when there was a post. */
  readonly failure: VerdictCode | null;
}

/** Turns what a visitor pasted into a post with sealed media links. */
export interface Preview {
  /** `text` is the pasted text or a sample's door. Never rejects for anything a platform does. */
  preview(text: string): Promise<PreviewOutcome>;
  /** Drops what is remembered of the post with this canonical link: its delivery links have run out. */
  forget(postLink: string): void;
}

/** A longer wait than this is a quota's, not the visitor's: the form must not be closed to every link for days. */
const RETRY_AFTER_MAX_SECONDS = 300;
const SHARE_TARGETS_MAX = 5_000;

const failure = ({ code, reason, retryAfter }: Omit<PreviewFailure, 'ok'>): PreviewFailure => ({
  ok: false,
  code,
  ...(reason === undefined ? {} : { reason }),
  ...(retryAfter === undefined || retryAfter > RETRY_AFTER_MAX_SECONDS ? {} : { retryAfter }),
});

const readLink = (text: string): LinkResult => {
  const sample = parseSampleDoor(text);
  return sample.ok ? sample : parseLink(text);
};

const keyOf = (link: ParsedLink): string =>
  `${link.platform} ${link.kind === 'story' ? 'story' : 'post'} ${link.id}`;

/** What a link says of a post, its picture of a set and its handle, is for whoever used that link alone. */
const asAsked = (post: ResolvedPost, link: ParsedLink): ResolvedPost => ({
  ...post,
  url: link.url,
  type: typeOf(link, post.items),
  username: post.username ?? link.username,
});

/**
 * Makes the preview use case: parse, remember and share (one upstream resolve however many ask at once), engine chain,
 * normalise, prove sizes, seal.
 */
export const createPreview = (parts: PreviewParts): Preview => {
  const { cache, door, tickets, now = Date.now, observe, answered } = parts;

  const targets = createFlightCache<ShareOutcome>({
    lifetimeMs: PREVIEW_CACHE_MS,
    maxEntries: SHARE_TARGETS_MAX,
    keep: (target) => target.ok,
    now,
  });

  const resolvePost = async (link: ParsedLink): Promise<Resolution> => {
    const finish: Finish<ResolvedPost> = async (extracted, engine) => {
      const post = await proveSizes(normalisePost(extracted, link, engine), door, parts.mediaHosts);
      return post.items.length === 0 ? null : post;
    };
    const started = performance.now();
    const outcome = await runChain(parts.engines, link, finish, { log: parts.log, observe });
    observe?.({ platform: link.platform, engine: null, ms: performance.now() - started, outcome });
    return outcome.ok ? { ok: true, post: outcome.result } : failure(outcome);
  };

  const resolveOnce = async (link: ParsedLink): Promise<Resolution> => {
    const resolution = await cache.get(keyOf(link), () => resolvePost(link));
    return resolution.ok ? { ok: true, post: asAsked(resolution.post, link) } : resolution;
  };

  const resolveShared = async (link: ParsedLink): Promise<Resolution> => {
    const target = await targets.get(link.url, async () => {
      const started = performance.now();
      const found = await resolveShareLink(link, door, parts.pageHosts);
      // Where it leads to a post, the preview of that post is what counts.
      if (!found.ok)
        observe?.({
          platform: link.platform,
          engine: null,
          ms: performance.now() - started,
          outcome: found,
        });
      return found;
    });
    return target.ok ? resolveOnce(target.link) : failure(target);
  };

  return {
    async preview(text) {
      const parsed = readLink(text);
      if (!parsed.ok) return { ok: false, code: 'link_invalid' };
      const { link } = parsed;
      const started = performance.now();
      const resolution = await (link.kind === 'share' ? resolveShared(link) : resolveOnce(link));
      answered?.({
        platform: link.platform,
        ms: performance.now() - started,
        failure: resolution.ok ? null : resolution.code,
      });
      return resolution.ok ? { ok: true, post: presentPost(resolution.post, tickets, now()) } : resolution;
    },
    forget(postLink) {
      const parsed = readLink(postLink);
      if (parsed.ok) cache.forget(keyOf(parsed.link));
    },
  };
};
