import type { EngineName } from '#shared/contract/engine-names.ts';
import type { Post } from '#shared/contract/preview.ts';
import type { Delivery, Site } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { parseLink, parseSampleLink } from '#shared/links/parse-link.ts';
import type { LinkResult, ParsedLink } from '#shared/links/parsed-link.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import type { Ticket, TicketSealer } from '../media/tickets/ticket.ts';
import { failed } from '../platforms/failures.ts';
import {
  type AttemptOutcome,
  createChoiceReader,
  createPostSource,
  type PostSourceParts,
  type PreviewFailure,
  type ResolveOptions,
} from './post-source.ts';
import { createPostPresenter, hasSource } from './present-post.ts';
import { createSourceRefresher } from './source-refresher.ts';

/** The post, or the failure; `platform_off`: the owner has disabled previews of the platform. */
export type PreviewOutcome =
  | { readonly ok: true; readonly post: Post }
  | PreviewFailure
  | (Omit<PreviewFailure, 'code'> & { readonly code: 'platform_off' });

export interface PreviewParts extends PostSourceParts {
  readonly tickets: TicketSealer;
  /** How saved files reach the visitor; absent if this server sends them. */
  readonly delivery?: Delivery;
  /** Path below which the site lies; empty if absent. */
  readonly basePath?: string;
  /** The owner's settings, of which the file names need their template; absent for the default one. */
  readonly settings?: { readonly current: () => Pick<Site, 'filenameTemplate'> };
  /** Called for every preview of a valid link on an enabled platform, cached or not. Never receives a link. */
  readonly onAnswer?: (answer: AnsweredPreview) => void;
}

export interface AnsweredPreview {
  readonly platform: ParsedLink['platform'];
  /** Engine that found the post; null on failure. */
  readonly engine: EngineName | null;
  /** Whether the result came from the cache or from another request for the same post. */
  readonly isShared: boolean;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Failure code; null on success. */
  readonly failure: PreviewFailure['code'] | null;
}

const readLink = (text: string): LinkResult => {
  const sample = parseSampleLink(text);
  return sample.ok ? sample : parseLink(text);
};

/**
 * Creates the preview service, which reads posts for visitors and for checks, reports the health of the engines, and finds the current
 * addresses of files: parses the link, consults the cache (concurrent equal requests share one resolution),
 * runs the engine chain, normalises the post, checks its files and seals the tickets.
 */
export const createPreview = (parts: PreviewParts) => {
  const {
    registry,
    engines,
    tickets,
    delivery = 'tunnel',
    basePath = '',
    settings = { current: () => ({ filenameTemplate: SITE_SETTINGS.filenameTemplate.default }) },
    log,
    now = Date.now,
    onAnswer,
  } = parts;
  const readChoice = createChoiceReader(parts.readChoice, registry);
  const source = createPostSource({ ...parts, readChoice });
  const filenameTemplate = (): string => settings.current().filenameTemplate;
  const present = createPostPresenter({ tickets, delivery, basePath, filenameTemplate });

  const isPlatformOff = ({ platform }: ParsedLink): boolean =>
    platform !== 'sample' && !readChoice().platforms[platform];

  return {
    /**
     * Resolves pasted text or a sample's link into a post with sealed media links, or a failure. Rejects only with the reason of `signal`,
     * when the visitor leaves. The work continues while other requests wait for the same post, and is cancelled when there are none.
     */
    async preview(text: string, options: ResolveOptions): Promise<PreviewOutcome> {
      const parsed = readLink(text);
      if (!parsed.ok) return { ok: false, code: 'link_invalid' };
      const { link } = parsed;
      if (isPlatformOff(link)) return { ok: false, code: 'platform_off' };
      const started = performance.now();
      const resolution = await source.resolve(link, options);
      const ms = performance.now() - started;
      const { originReference } = resolution;
      const reference = currentReference();
      const { platform } = link;
      const isShared = originReference !== reference;
      log.info(
        {
          reference,
          platform,
          engine: resolution.ok ? resolution.post.engine : undefined,
          code: resolution.ok ? 'ok' : resolution.code,
          cause: resolution.ok ? undefined : resolution.cause,
          ms: Math.round(ms),
          // The runs are logged under another reference when the result came from the cache or from another request for the same post.
          sharedWith: isShared ? originReference : undefined,
        },
        'preview answered',
      );
      const engine = resolution.ok ? resolution.post.engine : null;
      onAnswer?.({ platform, engine, isShared, ms, failure: resolution.ok ? null : resolution.code });
      if (!resolution.ok) return resolution;
      return { ok: true, post: present(resolution.post, now()) };
    },
    /**
     * Runs the enabled engines one after another, without the cache, until one returns the post; also for a disabled platform. Resolves
     * with a failure for an invalid link. The circuits of the engines count the runs. No statistic counts an attempt as a preview, and the
     * status page counts only attempts of the monitor. Rejects only with the signal's reason.
     */
    async attempt(text: string, options: ResolveOptions): Promise<AttemptOutcome> {
      const parsed = readLink(text);
      return parsed.ok ? source.attempt(parsed.link, options) : failed('link_invalid');
    },
    /**
     * Reads a post with one engine for a check, which no circuit, engine queue or statistic counts. Rejects only with the signal's reason.
     */
    check: source.check,
    /** Returns the health of each engine that is set up, except the sample engine, on each platform. */
    health() {
      // Reading the choice clears the data of a previous provider, so that it does not appear in the records.
      readChoice();
      return registry.records(engines.flatMap(({ name, isSetUp }) => (isSetUp?.() === false ? [] : name)));
    },
    /**
     * Finds the current address of a ticket's file after the stored address has expired: in the cached post if that is newer, otherwise in
     * the post, which is read again. Resolves with null when no current address is found. Rejects only with the signal's reason.
     */
    refresh: createSourceRefresher({ source, isPlatformOff, now }),
    /** Removes a ticket's post from the cache if it still offers the ticket's expired address. */
    forget(ticket: Ticket): void {
      const parsed = parseLink(ticket.post);
      if (parsed.ok) source.forget(parsed.link, (post) => hasSource(post, ticket.source));
    },
  };
};

export type Preview = ReturnType<typeof createPreview>;
