import type { FilePlace, Ticket } from '../media/tickets/ticket.ts';
import type { MediaSource } from '../outbound/media-source.ts';
import type { ResolvedCaptions, ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

/** Characters of a quality's name stored in a ticket; a provider may send names of any length. */
const PLACE_LABEL_MAX_CHARACTERS = 60;
export const CAPTIONS_EXTENSION = 'vtt';

/**
 * Returns the position of a file in its post, which the ticket stores; null for a built-in sample, whose address never
 * expires.
 */
export const placeOf = (
  post: ResolvedPost,
  item: ResolvedItem,
  { source, label, extension, audioAvailable }: ResolvedRendition,
): FilePlace | null =>
  source.kind === 'sample'
    ? null
    : {
        item: post.items.indexOf(item),
        items: post.items.length,
        label: label.slice(0, PLACE_LABEL_MAX_CHARACTERS),
        extension,
        sound: audioAvailable !== false,
      };

const captionsLabel = ({ language, origin }: Pick<ResolvedCaptions, 'language' | 'origin'>): string =>
  `${language} ${origin}`.slice(0, PLACE_LABEL_MAX_CHARACTERS);

/** Returns the position of a caption file in its post: its language and origin, of which a post has one file each. */
export const placeOfCaptions = (post: ResolvedPost, captions: ResolvedCaptions): FilePlace => ({
  item: 0,
  items: post.items.length,
  label: captionsLabel(captions),
  extension: CAPTIONS_EXTENSION,
  sound: false,
});

/**
 * Returns whether a rendition has the label, sound and extension of a stored position. The extension is compared only
 * when the delivery network confirmed it; otherwise it is the engine's guess.
 */
const isNamed = (rendition: ResolvedRendition, { label, extension, sound }: FilePlace): boolean =>
  rendition.label.slice(0, PLACE_LABEL_MAX_CHARACTERS) === label &&
  (rendition.audioAvailable !== false) === sound &&
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
 * Finds the file of a ticket in a newly read post; null when the post no longer has it or has another file in its
 * position. Another engine may label the same file differently; it is then recognised by its exact size.
 */
export const findFile = (
  post: ResolvedPost,
  { place, mediaKind, size }: Pick<Ticket, 'place' | 'mediaKind' | 'size'>,
): MediaSource | null => {
  if (place === undefined) return null;
  if (mediaKind === 'captions') return findCaptions(post, place, size);
  if (post.items.length !== place.items) return null;
  const candidates = (post.items[place.item]?.renditions ?? []).filter(({ kind }) => kind === mediaKind);
  const isOfSize = (one: ResolvedRendition): boolean => one.sizeKnown && one.size === size;
  const named = candidates.find((one) => isNamed(one, place));
  if (named !== undefined && (size === null || !named.sizeKnown || isOfSize(named))) return named.source;
  return candidates.find((one) => one.extension === place.extension && isOfSize(one))?.source ?? null;
};

/** Returns whether two sources have the same address; headers are not compared. */
export const isSameSource = (one: MediaSource, other: MediaSource): boolean =>
  one.kind === 'upstream' && other.kind === 'upstream'
    ? one.url === other.url
    : one.kind === 'sample' && other.kind === 'sample' && one.file === other.file;

/** Returns whether a post offers a file or shows a thumbnail from this address. */
export const hasSource = ({ thumbnail, items, captions }: ResolvedPost, source: MediaSource): boolean =>
  [
    thumbnail,
    ...captions.map((file) => file.source),
    ...items.flatMap((item) => [item.thumbnail, ...item.renditions.map((rendition) => rendition.source)]),
  ].some((one) => one !== null && isSameSource(one, source));
