import { PLACE_LABEL_MAX_CHARACTERS } from '#shared/transfer-limits.ts';
import type { MediaSource } from '../engines/engine.ts';
import type { FilePlace, Ticket } from '../tickets/ticket.ts';
import type { ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

/** Gives the place a ticket keeps of a file; null for one that ships with the program, whose address never runs out. */
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

/** Where the delivery network told nothing this time, the extension is the engine's guess. */
const isNamed = (rendition: ResolvedRendition, { label, extension, sound }: FilePlace): boolean =>
  rendition.label.slice(0, PLACE_LABEL_MAX_CHARACTERS) === label &&
  (rendition.audioAvailable !== false) === sound &&
  (rendition.extension === extension || !rendition.sizeKnown);

/**
 * Finds the file of a ticket in its post, read anew; null when the post has no such file any more, or has another one in its
 * place. Another engine may call the same file by another name: then its exact size is what tells it.
 */
export const findFile = (
  post: ResolvedPost,
  { place, mediaKind, size }: Pick<Ticket, 'place' | 'mediaKind' | 'size'>,
): MediaSource | null => {
  if (place === undefined || post.items.length !== place.items) return null;
  const candidates = (post.items[place.item]?.renditions ?? []).filter(({ kind }) => kind === mediaKind);
  const isOfSize = (one: ResolvedRendition): boolean => one.sizeKnown && one.size === size;
  const named = candidates.find((one) => isNamed(one, place));
  if (named !== undefined && (size === null || !named.sizeKnown || isOfSize(named))) return named.source;
  return candidates.find((one) => one.extension === place.extension && isOfSize(one))?.source ?? null;
};

/** Whether two sources are one address under one set of headers. */
export const isSameSource = (one: MediaSource, other: MediaSource): boolean =>
  one.kind === 'upstream' && other.kind === 'upstream'
    ? one.url === other.url
    : one.kind === 'sample' && other.kind === 'sample' && one.file === other.file;

/** Whether a post offers a file, or shows a picture, from this very address. */
export const hasSource = ({ thumbnail, items }: ResolvedPost, source: MediaSource): boolean =>
  [
    thumbnail,
    ...items.flatMap((item) => [item.thumbnail, ...item.renditions.map((rendition) => rendition.source)]),
  ].some((one) => one !== null && isSameSource(one, source));
