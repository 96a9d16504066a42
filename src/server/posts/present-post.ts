import { LRUCache } from 'lru-cache';
import { mediaFacts } from '#messages/media-facts.ts';
import type { CaptionFile, Post, PostItem, Quality } from '#shared/contract/preview.ts';
import type { Delivery } from '#shared/contract/site.ts';
import { mediaFilename } from '#shared/format/filename.ts';
import { mimeByExtension } from '#shared/format/mime.ts';
import { estimatedSize } from '#shared/format/size-estimate.ts';
import { text } from '#shared/messages/text.ts';
import type { Ticket, TicketSealer } from '../media/tickets/ticket.ts';
import type { MediaSource } from '../outbound/media-source.ts';
import { platformLink } from '../platforms/direct-link.ts';
import { CAPTIONS_EXTENSION, placeOf, placeOfCaptions } from './file-place.ts';
import type { ResolvedCaptions, ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

/**
 * Returns the file name suffix that distinguishes the files of a post: the position in a set, and the quality unless it
 * is the best, as in 'instagram_video_CODE_2_720p_2026-11-21.mp4'.
 */
const suffixOf = (
  post: ResolvedPost,
  item: ResolvedItem,
  rendition: ResolvedRendition,
): string | undefined => {
  const position = post.items.length > 1 ? String(post.items.indexOf(item) + 1) : null;
  const best = item.renditions.find((one) => one.kind === rendition.kind) === rendition;
  const parts = [position, best ? null : rendition.quality].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join('_');
};

interface Sealing {
  readonly post: ResolvedPost;
  readonly tickets: TicketSealer;
  readonly delivery: Delivery;
  readonly date: Date;
}

const mediaLink = (tickets: TicketSealer, ticket: Ticket): string => `/api/media/${tickets.seal(ticket)}`;

const presentThumbnail = ({ post, tickets }: Sealing, source: MediaSource | null): string | null =>
  source === null
    ? null
    : mediaLink(tickets, {
        purpose: 'thumbnail',
        source,
        mediaKind: 'photo',
        mime: 'image/jpeg',
        size: null,
        filename: 'thumbnail.jpg',
        post: post.url,
      });

/**
 * Returns the label that visitors read. Sources call a picture "image", which says nothing about its quality; tickets
 * keep that name, so that older ones still find their file.
 */
const labelOf = ({ kind, label }: ResolvedRendition): string =>
  kind === 'photo' && /^(?:image|picture|photo)s?$/i.test(label) ? text(mediaFacts, 'photo') : label;

const presentQuality = (sealing: Sealing, item: ResolvedItem, rendition: ResolvedRendition): Quality => {
  const { post, tickets, delivery, date } = sealing;
  const { kind, source, mime, extension, quality, width, height, codec, bitrate } = rendition;
  const suffix = suffixOf(post, item, rendition);
  const filename = mediaFilename({
    platform: post.platform,
    kind,
    id: post.id,
    ...(suffix === undefined ? {} : { suffix }),
    date,
    extension,
  });
  const size = rendition.sizeKnown ? rendition.size : null;
  const place = placeOf(post, item, rendition);
  return {
    label: labelOf(rendition),
    mime,
    size: rendition.size ?? estimatedSize(Math.random),
    sizeKnown: rendition.sizeKnown,
    ...(rendition.size === null ? { sizeGuessed: true as const } : {}),
    ...(rendition.unproven ? { unproven: true as const } : {}),
    url: mediaLink(tickets, {
      purpose: 'media',
      source,
      mediaKind: kind,
      mime,
      size,
      filename,
      post: post.url,
      ...(place === null ? {} : { place }),
    }),
    extension,
    quality,
    videoAvailable: rendition.videoAvailable,
    audioAvailable: rendition.audioAvailable,
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(codec === null ? {} : { codec }),
    ...(bitrate === null ? {} : { bitrate }),
    ...(delivery === 'tunnel' ? {} : { direct: platformLink(source) !== null }),
    filename,
  };
};

const presentItem = (sealing: Sealing, item: ResolvedItem): PostItem => ({
  kind: item.kind,
  thumbnail: presentThumbnail(sealing, item.thumbnail),
  width: item.width,
  height: item.height,
  duration: item.duration ?? 0,
  qualities: item.renditions.map((rendition) => presentQuality(sealing, item, rendition)),
});

const presentCaptions = (
  { post, tickets, delivery, date }: Sealing,
  captions: ResolvedCaptions,
): CaptionFile => {
  const { source, language, origin, size } = captions;
  const filename = mediaFilename({
    platform: post.platform,
    kind: 'captions',
    id: post.id,
    suffix: origin === 'unknown' ? language : `${language}_${origin}`,
    date,
    extension: CAPTIONS_EXTENSION,
  });
  return {
    language,
    origin,
    size,
    ...(delivery === 'tunnel' ? {} : { direct: false as const }),
    url: mediaLink(tickets, {
      purpose: 'media',
      source,
      mediaKind: 'captions',
      mime: mimeByExtension(CAPTIONS_EXTENSION),
      size,
      filename,
      post: post.url,
      place: placeOfCaptions(post, captions),
    }),
    filename,
  };
};

/** How `presentPost` links to the files. `now` is in milliseconds since 1970. */
interface Presenting {
  readonly tickets: TicketSealer;
  readonly delivery: Delivery;
  readonly now: number;
}

/** Creates the response of `POST /api/preview`: seals every file of a post into a media link. */
export const presentPost = (post: ResolvedPost, { tickets, delivery, now }: Presenting): Post => {
  const sealing: Sealing = { post, tickets, delivery, date: new Date(now) };
  const items = post.items.map((item) => presentItem(sealing, item));
  const captions = post.captions.map((file) => presentCaptions(sealing, file));
  return {
    id: post.id,
    platform: post.platform,
    type: post.type,
    username: post.username ?? 'unknown',
    caption: post.caption,
    thumbnail: presentThumbnail(sealing, post.thumbnail),
    duration: post.duration ?? 0,
    url: post.url,
    source: post.platform,
    engine: post.engine,
    qualities: items[0]?.qualities ?? [],
    items,
    ...(post.statedItems === null ? {} : { statedItems: post.statedItems }),
    ...(captions.length === 0 ? {} : { captions }),
  };
};

/** Milliseconds for which responses with a post contain equal media links. The links themselves last for hours. */
export const PRESENTATION_LIFETIME_MS = 60_000;
/** Only posts that many visitors request at the same time profit, and there are few. A large set takes some 100 KB. */
const PRESENTATIONS_MAX = 16;

interface Presentation {
  readonly post: Post;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Converts a post to its response. `now` is in milliseconds since 1970. Within a minute, one post gives one object. */
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
