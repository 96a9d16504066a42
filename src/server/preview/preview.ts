import type { Post } from '#shared/contract/preview.ts';
import { parseLink, parseSampleLink } from '#shared/links/parse-link.ts';
import type { LinkResult, ParsedLink } from '#shared/links/parsed-link.ts';
import type { Ticket, TicketSealer } from '../tickets/ticket.ts';
import { createChoiceReader } from './choose-engines.ts';
import type { EngineRecord } from './engine-health-registry.ts';
import { hasSource } from './file-place.ts';
import {
  type AttemptOptions,
  type AttemptOutcome,
  createPostSource,
  type PostSourceParts,
  type PreviewFailure,
  type ResolveOptions,
} from './post-source.ts';
import { presentPost } from './present-post.ts';
import { logPreview } from './preview-log.ts';
import { createSourceRefresher, type RefreshSource } from './source-refresher.ts';

export type PreviewOutcome = { readonly ok: true; readonly post: Post } | PreviewFailure;

export interface PreviewParts extends PostSourceParts {
  readonly tickets: TicketSealer;
  /** Told of every answer, remembered or not. Never of a link. */
  readonly onAnswer?: (answer: AnsweredPreview) => void;
}

export interface AnsweredPreview {
  readonly platform: ParsedLink['platform'];
  readonly ms: number;
  /** Null when there was a post. */
  readonly failure: PreviewFailure['code'] | null;
}

/** Turns what a visitor pasted into a post with sealed media links. */
export interface Preview {
  /**
   * `text` is the pasted text or a sample's link. Never rejects for anything a platform does, only with the reason of `signal`
   * when the visitor leaves; the work goes on for the others who wait for it, and is called off when there are none.
   */
  preview(text: string, options: ResolveOptions): Promise<PreviewOutcome>;
  /**
   * Asks the engines past the cache and tells what each made of the link: every engine until one has the post, or the named one
   * alone. Counts like any other run, and asks a platform that is switched off too. Rejects only with the signal's reason.
   */
  attempt(text: string, options: AttemptOptions): Promise<AttemptOutcome>;
  /** How each configured engine does on each platform. */
  health(): readonly EngineRecord[];
  /**
   * Finds where the file of a ticket is now, as its address gives it no longer: in what is remembered of its post if that
   * is newer, else in the post read anew. Null when the post shows no such file. Rejects only with the signal's reason.
   */
  readonly refresh: RefreshSource;
  /** Drops what is remembered of a ticket's post if it still offers the ticket's address, which has run out. */
  forget(ticket: Ticket): void;
}

const readLink = (text: string): LinkResult => {
  const sample = parseSampleLink(text);
  return sample.ok ? sample : parseLink(text);
};

/**
 * Makes the preview use case: parse, remember and share (one upstream resolve however many ask at once), engine chain,
 * normalise, prove sizes, seal.
 */
export const createPreview = (parts: PreviewParts): Preview => {
  const { registry, engines, tickets, log, now = Date.now, onAnswer } = parts;
  const choice = createChoiceReader(parts.choice, registry);
  const source = createPostSource({ ...parts, choice });

  const isOff = ({ platform }: ParsedLink): boolean => platform !== 'sample' && !choice().platforms[platform];

  return {
    async preview(text, options) {
      const parsed = readLink(text);
      if (!parsed.ok) return { ok: false, code: 'link_invalid' };
      const { link } = parsed;
      if (isOff(link)) return { ok: false, code: 'platform_off' };
      const started = performance.now();
      const resolution = await source.resolve(link, options);
      const ms = performance.now() - started;
      logPreview(log, {
        platform: link.platform,
        ms,
        engine: resolution.ok ? resolution.post.engine : null,
        failure: resolution.ok ? null : resolution,
        originReference: resolution.originReference,
      });
      onAnswer?.({ platform: link.platform, ms, failure: resolution.ok ? null : resolution.code });
      return resolution.ok ? { ok: true, post: presentPost(resolution.post, tickets, now()) } : resolution;
    },
    async attempt(text, options) {
      const parsed = readLink(text);
      return parsed.ok ? source.attempt(parsed.link, options) : { ok: false, code: 'link_invalid' };
    },
    health() {
      // Also what is told must not be of the provider that went by the name before.
      choice();
      return registry.records(engines.flatMap(({ name, isSetUp }) => (isSetUp?.() === false ? [] : name)));
    },
    refresh: createSourceRefresher({ source, isOff, now }),
    forget(ticket) {
      const parsed = parseLink(ticket.post);
      if (parsed.ok) source.forget(parsed.link, (post) => hasSource(post, ticket.source));
    },
  };
};
