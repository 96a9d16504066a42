import { LRUCache } from 'lru-cache';
import { mediaFacts } from '#messages/media-facts.ts';
import type { CaptionFile, Post, PostItem, Quality } from '#shared/contract/preview.ts';
import type { Delivery } from '#shared/contract/site.ts';
import { captionsFilename, postFilenames } from '#shared/format/filename.ts';
import { mimeByExtension } from '#shared/format/mime.ts';
import { estimatedSize } from '#shared/format/size-estimate.ts';
import { text } from '#shared/messages/text.ts';
import type { FilePlace, Ticket, TicketSealer } from '../media/tickets/ticket.ts';
import type { MediaSource } from '../outbound/media-source.ts';
import { platformLink } from '../platforms/direct-link.ts';
import type { ResolvedCaptions, ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

/** Maximum number of characters of a quality's name in a ticket, because a provider may send names of any length. */
const PLACE_LABEL_MAX_CHARACTERS = 60;
const CAPTIONS_EXTENSION = 'vtt';

/** Returns the place of a file in its post, which the ticket stores; null for a built-in sample, whose address never expires. */
export const placeOf = (
  post: ResolvedPost,
  item: ResolvedItem,
  { source, label, extension, audioAvailable }: ResolvedRendition,
): FilePlace | null =>
  source.kind === 'sample'
    ? null
    : {
        itemIndex: post.items.indexOf(item),
        itemCount: post.items.length,
        label: label.slice(0, PLACE_LABEL_MAX_CHARACTERS),
        extension,
        hasSound: audioAvailable !== false,
      };

const captionsLabel = ({ language, origin }: Pick<ResolvedCaptions, 'language' | 'origin'>): string =>
  `${language} ${origin}`.slice(0, PLACE_LABEL_MAX_CHARACTERS);

/**
 * Returns the place of a caption file in its post. Its label contains language and origin; a post has one file for each language and
 * origin.
 */
export const placeOfCaptions = (post: ResolvedPost, captions: ResolvedCaptions): FilePlace => ({
  itemIndex: 0,
  itemCount: post.items.length,
  label: captionsLabel(captions),
  extension: CAPTIONS_EXTENSION,
  hasSound: false,
});

/**
 * Returns whether a rendition has the label, sound and extension of a stored place. Compares the extension only when the delivery network
 * confirmed it; otherwise it is the engine's guess.
 */
const isNamed = (rendition: ResolvedRendition, { label, extension, hasSound }: FilePlace): boolean =>
  rendition.label.slice(0, PLACE_LABEL_MAX_CHARACTERS) === label &&
  (rendition.audioAvailable !== false) === hasSound &&
  (rendition.extension === extension || !rendition.sizeKnown);

const findCaptions = (
  { captions }: ResolvedPost,
  { label }: FilePlace,
  size: number | null,
): MediaSource | null => {
  const named = captions.find((one) => captionsLabel(one) === label);
  if (named === undefined) return null;
  return size === null || named.size === null || named.size === size ? named.source : null;
};

/**
 * Finds the file of a ticket in a newly read post. Returns null when the ticket has no place, the post no longer has the file, or another
 * file is in its place. Another engine may label the same file differently; such a file is recognised by its exact size.
 */
export const findFile = (
  post: ResolvedPost,
  { place, mediaKind, size }: Pick<Ticket, 'place' | 'mediaKind' | 'size'>,
): MediaSource | null => {
  if (place === undefined) return null;
  if (mediaKind === 'captions') return findCaptions(post, place, size);
  if (post.items.length !== place.itemCount) return null;
  const candidates = (post.items[place.itemIndex]?.renditions ?? []).filter(({ kind }) => kind === mediaKind);
  const isOfSize = (one: ResolvedRendition): boolean => one.sizeKnown && one.size === size;
  const named = candidates.find((one) => isNamed(one, place));
  if (named !== undefined && (size === null || !named.sizeKnown || isOfSize(named))) return named.source;
  return candidates.find((one) => one.extension === place.extension && isOfSize(one))?.source ?? null;
};

/** Returns whether two sources have the same URL, or are the same sample file; headers are not compared. */
export const isSameSource = (one: MediaSource, other: MediaSource): boolean =>
  one.kind === 'upstream' && other.kind === 'upstream'
    ? one.url === other.url
    : one.kind === 'sample' && other.kind === 'sample' && one.file === other.file;

/** Returns whether a post offers a file or shows a picture from this address. */
export const hasSource = (
  { thumbnail, authorPicture, items, captions }: ResolvedPost,
  source: MediaSource,
): boolean =>
  [
    thumbnail,
    authorPicture,
    ...captions.map((file) => file.source),
    ...items.flatMap((item) => [item.thumbnail, ...item.renditions.map((rendition) => rendition.source)]),
  ].some((one) => one !== null && isSameSource(one, source));

/** Post to present, and what its media links and file names need: the sealer, the delivery, the owner's template and the date. */
interface PresentationParts {
  readonly post: ResolvedPost;
  readonly tickets: TicketSealer;
  readonly delivery: Delivery;
  /** Path below which the site lies. */
  readonly basePath: string;
  readonly filenameTemplate: string;
  readonly date: Date;
}

const mediaLink = ({ basePath, tickets }: PresentationParts, ticket: Ticket): string =>
  `${basePath}/api/media/${tickets.seal(ticket)}`;

const presentThumbnail = (parts: PresentationParts, source: MediaSource | null): string | null =>
  source === null
    ? null
    : mediaLink(parts, {
        purpose: 'thumbnail',
        source,
        mediaKind: 'photo',
        mime: 'image/jpeg',
        size: null,
        filename: 'thumbnail.jpg',
        post: parts.post.url,
      });

/**
 * Returns the label that visitors read. Sources call a picture "image", which says nothing about its quality. Tickets keep that name, so
 * that older tickets still find their files.
 */
const labelOf = ({ kind, label }: ResolvedRendition): string =>
  kind === 'photo' && /^(?:image|picture|photo)s?$/i.test(label) ? text(mediaFacts, 'photo') : label;

const presentQuality = (
  parts: PresentationParts,
  item: ResolvedItem,
  rendition: ResolvedRendition,
  filename: string,
): Quality => {
  const { post, delivery } = parts;
  const { kind, source, mime, extension, quality, width, height, codec, bitrate } = rendition;
  const size = rendition.sizeKnown ? rendition.size : null;
  const place = placeOf(post, item, rendition);
  return {
    label: labelOf(rendition),
    mime,
    size: rendition.size ?? estimatedSize(Math.random),
    sizeKnown: rendition.sizeKnown,
    ...(rendition.size === null ? { sizeGuessed: true as const } : {}),
    ...(rendition.unproven ? { unproven: true as const } : {}),
    url: mediaLink(parts, {
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

const presentItem = (
  parts: PresentationParts,
  item: ResolvedItem,
  filenames: readonly string[] = [],
): PostItem => ({
  kind: item.kind,
  thumbnail: presentThumbnail(parts, item.thumbnail),
  width: item.width,
  height: item.height,
  duration: item.duration ?? 0,
  qualities: item.renditions.map((rendition, index) =>
    presentQuality(parts, item, rendition, filenames[index] ?? ''),
  ),
});

const presentCaptions = (parts: PresentationParts, captions: ResolvedCaptions): CaptionFile => {
  const { post, delivery, filenameTemplate, date } = parts;
  const { source, language, origin, size } = captions;
  const filename = captionsFilename(filenameTemplate, post, captions, date);
  return {
    language,
    origin,
    size,
    ...(delivery === 'tunnel' ? {} : { direct: false as const }),
    url: mediaLink(parts, {
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

/** Creates the response of `POST /api/preview`: seals every file of a post into a media link. */
export const presentPost = (parts: PresentationParts): Post => {
  const { post, filenameTemplate, date } = parts;
  const renditions = post.items.map((item) => item.renditions);
  const filenames = postFilenames(filenameTemplate, post, renditions, date);
  const items = post.items.map((item, index) => presentItem(parts, item, filenames[index]));
  const captions = post.captions.map((file) => presentCaptions(parts, file));
  const authorPicture = presentThumbnail(parts, post.authorPicture);
  return {
    id: post.id,
    platform: post.platform,
    type: post.type,
    username: post.username ?? 'unknown',
    caption: post.caption,
    thumbnail: presentThumbnail(parts, post.thumbnail),
    ...(authorPicture === null ? {} : { authorPicture }),
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
/**
 * Maximum number of posts whose responses are kept. Few posts are requested by many visitors at the same time, and the response for a large
 * set takes some 100 KB.
 */
const PRESENTATIONS_MAX = 16;

/**
 * Creates a function that returns a post with sealed links. It returns the same links to all requests within PRESENTATION_LIFETIME_MS,
 * because sealing takes more than half of the time of a preview from the cache, unless the owner has changed the template of the file
 * names since. Links contain nothing about the visitor. `now` is in milliseconds since 1970.
 */
export const createPostPresenter = ({
  filenameTemplate: currentTemplate,
  ...parts
}: Pick<PresentationParts, 'tickets' | 'delivery' | 'basePath'> & {
  readonly filenameTemplate: () => string;
}) => {
  const presentations = new LRUCache<
    ResolvedPost,
    { readonly post: Post; readonly madeAt: number; readonly filenameTemplate: string }
  >({ max: PRESENTATIONS_MAX });
  return (post: ResolvedPost, now: number): Post => {
    const last = presentations.get(post);
    // Absolute difference, so that a clock that is set back does not extend the lifetime.
    const isRecent = last !== undefined && Math.abs(now - last.madeAt) < PRESENTATION_LIFETIME_MS;
    const filenameTemplate = currentTemplate();
    if (isRecent && last.filenameTemplate === filenameTemplate) return last.post;
    const presented = presentPost({ ...parts, filenameTemplate, post, date: new Date(now) });
    presentations.set(post, { post: presented, madeAt: now, filenameTemplate });
    return presented;
  };
};
