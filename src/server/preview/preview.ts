import type { Post } from '#shared/contract/preview.ts';
import type { FailureReason, VerdictCode } from '#shared/errors.ts';
import { parseLink, parseSampleDoor } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { FlightCache } from '../cache/flight-cache.ts';
import type { Engine } from '../engines/engine.ts';
import type { Door, HostPolicy } from '../net/door.ts';
import type { Logger } from '../observability/logger.ts';
import type { TicketOffice } from '../tickets/ticket.ts';
import { runChain } from './engine-chain.ts';
import { normalisePost } from './normalise-post.ts';
import { presentPost } from './present-post.ts';
import { proveSizes } from './prove-sizes.ts';
import { resolveShareLink } from './resolve-share-link.ts';
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
}

/** Turns what a visitor pasted into a post with sealed media links. */
export interface Preview {
  /** `text` is the pasted text or a sample's door. Never rejects for anything a platform does. */
  preview(text: string): Promise<PreviewOutcome>;
}

const NO_MEDIA: PreviewFailure = { ok: false, code: 'no_media' };

const failure = ({ code, reason, retryAfter }: Omit<PreviewFailure, 'ok'>): PreviewFailure => ({
  ok: false,
  code,
  ...(reason === undefined ? {} : { reason }),
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/**
 * Makes the preview use case: parse, remember and share (one upstream resolve however many ask at once), engine chain,
 * normalise, prove sizes, seal.
 */
export const createPreview = (parts: PreviewParts): Preview => {
  const { engines, cache, door, pageHosts, mediaHosts, tickets, log, now = Date.now } = parts;

  const resolvePost = async (link: ParsedLink): Promise<Resolution> => {
    const outcome = await runChain(engines, link, log);
    if (!outcome.ok) return failure(outcome);
    const normalised = normalisePost(outcome.post, link, outcome.engine);
    const post = await proveSizes(normalised, door, mediaHosts);
    return post.items.length === 0 ? NO_MEDIA : { ok: true, post };
  };

  const resolveOnce = (link: ParsedLink): Promise<Resolution> =>
    cache.get(`${link.platform} ${link.kind === 'story' ? 'story' : 'post'} ${link.id}`, () =>
      resolvePost(link),
    );

  const resolveShared = (link: ParsedLink): Promise<Resolution> =>
    cache.get(`${link.platform} share ${link.url}`, async () => {
      const target = await resolveShareLink(link, door, pageHosts);
      return target.ok ? resolveOnce(target.link) : failure(target);
    });

  return {
    async preview(text) {
      const sample = parseSampleDoor(text);
      const parsed = sample.ok ? sample : parseLink(text);
      if (!parsed.ok) return { ok: false, code: 'link_invalid' };
      const { link } = parsed;
      const resolution = await (link.kind === 'share' ? resolveShared(link) : resolveOnce(link));
      if (!resolution.ok) return resolution;
      // A remembered post may have been asked for by another link to it: this visitor's own picture of a set is kept.
      const url = link.kind === 'share' ? resolution.post.url : link.url;
      return { ok: true, post: presentPost({ ...resolution.post, url }, tickets, now()) };
    },
  };
};
