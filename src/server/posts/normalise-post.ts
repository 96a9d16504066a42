import type { ContentType } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { VideoCodec } from '#shared/contract/preview.ts';
import { extensionByMime, mimeByExtension } from '#shared/format/mime.ts';
import { qualityForShortSide, qualityLabel } from '#shared/format/quality-label.ts';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { ENGINES } from '../engines/registry.ts';
import type { MediaSource } from '../outbound/media-source.ts';
import type { ExtractedItem, ExtractedPost, Rendition } from '../platforms/reading/extracted-post.ts';
import type { ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

/**
 * Maximum number of characters of a file's addresses and headers as JSON. More would not fit into a ticket; an address of the platforms has
 * less than 2,000 characters.
 */
const UPSTREAM_ADDRESS_MAX_CHARACTERS = 4_096;
const QUALITIES_PER_ITEM_MAX = 24;
/** Maximum number of addresses of one file, mirrors included. Each address is tried only after the previous ones have failed. */
const ADDRESSES_PER_FILE_MAX = 3;
/**
 * Maximum number of alternatives of a rendition: further files with the same label, tried when the rendition's own file is silent or does
 * not work.
 */
const ALTERNATIVES_MAX = 2;

const DEFAULT_EXTENSION = { video: 'mp4', photo: 'jpg', audio: 'mp3' } as const;
const KIND_ORDER = { video: 0, photo: 0, audio: 1 } as const;

/**
 * Returns a key that is equal for two addresses of the same file. Delivery networks of the platforms serve one file under several
 * signatures and hosts, so the path identifies it. A provider or a cobalt server may distinguish files by the query alone, so the whole
 * address counts.
 */
const fileIdentity = (source: MediaSource, engine: EngineName): string => {
  if (source.kind === 'sample') return source.file;
  return ENGINES[engine].readsAnyService === true || source.via !== undefined
    ? source.url
    : (URL.parse(source.url)?.pathname ?? source.url);
};

/** Returns the short side in pixels from a quality such as '720p', which is all that some pages state; null for any other quality. */
const statedSide = ({ quality }: Rendition): number | null => {
  const stated = /^(\d{3,4})p$/.exec(quality ?? '')?.[1];
  return stated === undefined ? null : Number(stated);
};

const shortSide = (rendition: Rendition): number | null =>
  rendition.width !== null && rendition.height !== null
    ? Math.min(rendition.width, rendition.height)
    : (rendition.height ?? rendition.width ?? statedSide(rendition));

/**
 * Returns whether all browsers and players support a clip. H.264 plays everywhere, and a stream without a stated codec
 * is assumed to be H.264; other codecs are offered as extras.
 */
const playsEverywhere = (rendition: Rendition): boolean =>
  rendition.codec === null || rendition.codec === 'h264';

const compareTrueFirst = (a: boolean, b: boolean): number => Number(b) - Number(a);

/**
 * Compares two renditions for sorting: clips and pictures before sounds, with sound before silent, H.264 before other codecs, then by
 * resolution, bitrate and size, largest first.
 */
const compareRenditions = (a: Rendition, b: Rendition): number =>
  KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
  compareTrueFirst(a.audioAvailable !== false, b.audioAvailable !== false) ||
  compareTrueFirst(playsEverywhere(a), playsEverywhere(b)) ||
  (shortSide(b) ?? 0) - (shortSide(a) ?? 0) ||
  (b.bitrate ?? 0) - (a.bitrate ?? 0) ||
  (b.size ?? 0) - (a.size ?? 0);

const CODEC_NAMES = { h264: null, h265: 'H.265', vp9: 'VP9', av1: 'AV1', h266: 'H.266' } as const;

const videoQuality = (rendition: Rendition, engine: EngineName): { quality: string; label: string } => {
  const side = shortSide(rendition);
  if (ENGINES[engine].readsAnyService === true && rendition.quality !== null)
    return { quality: rendition.quality, label: qualityLabel(rendition.quality) };
  const measured = side === null ? null : qualityForShortSide(side);
  const quality = measured?.quality ?? rendition.quality ?? 'original';
  const label =
    measured?.label ?? (rendition.quality === null ? 'Original' : qualityLabel(rendition.quality));
  const codec = rendition.codec === null ? null : CODEC_NAMES[rendition.codec];
  return codec === null
    ? { quality, label }
    : { quality: `${quality} ${codec}`, label: `${label}, ${codec}` };
};

const AUDIO_LABEL = /^Audio \(\w+\)$/;
const audioLabel = (extension: string): string => `Audio (${extension.toUpperCase()})`;

const nameQuality = (
  rendition: Rendition,
  engine: EngineName,
  extension: string,
): { quality: string; label: string } => {
  if (rendition.kind === 'video') return videoQuality(rendition, engine);
  if (rendition.quality !== null)
    return { quality: rendition.quality, label: qualityLabel(rendition.quality) };
  return rendition.kind === 'audio'
    ? { quality: 'audio', label: audioLabel(extension) }
    : { quality: 'original', label: 'Original' };
};

const toResolved = (rendition: Rendition, engine: EngineName): ResolvedRendition => {
  const extension = rendition.extension ?? DEFAULT_EXTENSION[rendition.kind];
  return {
    ...rendition,
    ...nameQuality(rendition, engine, extension),
    extension,
    mime: mimeByExtension(extension),
    sizeKnown: rendition.source.kind === 'sample',
    codec: rendition.codec === 'h266' ? null : rendition.codec,
    unproven: false,
    alternative: null,
  };
};

/** Returns `first` with `other` as its last alternative. Returns `first` unchanged if it already has `maxAlternatives` alternatives. */
const withAlternative = (
  first: ResolvedRendition,
  other: ResolvedRendition,
  maxAlternatives = ALTERNATIVES_MAX,
): ResolvedRendition => {
  if (maxAlternatives === 0) return first;
  const { alternative } = first;
  return {
    ...first,
    alternative: alternative === null ? other : withAlternative(alternative, other, maxAlternatives - 1),
  };
};

/**
 * Keeps the first rendition of every file and of every label, so that the visitor sees no duplicates. Further files with a label become
 * alternatives of the first, because only the files themselves show which of them can be downloaded and has sound.
 */
const removeDuplicates = (renditions: readonly Rendition[], engine: EngineName): ResolvedRendition[] => {
  const files = new Set<string>();
  const named = new Map<string, ResolvedRendition>();
  for (const rendition of renditions) {
    const file = fileIdentity(rendition.source, engine);
    if (files.has(file)) continue;
    files.add(file);
    const resolved = toResolved(rendition, engine);
    const name = `${resolved.kind} ${resolved.label} ${String(resolved.audioAvailable)}`;
    const first = named.get(name);
    named.set(name, first === undefined ? resolved : withAlternative(first, resolved));
  }
  return [...named.values()];
};

const fitsTicket = (source: MediaSource): boolean =>
  source.kind === 'sample' ||
  JSON.stringify([source.url, source.headers, source.mirrors ?? []]).length <=
    UPSTREAM_ADDRESS_MAX_CHARACTERS;

/** Returns the file with the first of its addresses, as many as a ticket can hold; null if a ticket cannot hold even one. */
const fitToTicket = (source: MediaSource): MediaSource | null => {
  if (source.kind === 'sample') return source;
  const { mirrors: stated = [], ...file } = source;
  const others = [...new Set(stated)].filter((url) => url !== source.url);
  for (let count = Math.min(others.length, ADDRESSES_PER_FILE_MAX - 1); count >= 0; count -= 1) {
    const fitted = count === 0 ? file : { ...file, mirrors: others.slice(0, count) };
    if (fitsTicket(fitted)) return fitted;
  }
  return null;
};

/** Returns the entries whose files fit into a ticket, with as many of their addresses as fit. */
const fitAllToTicket = <Entry extends { readonly source: MediaSource }>(entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => {
    const source = fitToTicket(entry.source);
    return source === null ? [] : [{ ...entry, source }];
  });

const thumbnailOf = (source: MediaSource | null): MediaSource | null =>
  source === null ? null : fitToTicket(source);

const normaliseItem = (item: ExtractedItem, engine: EngineName): ResolvedItem => ({
  ...item,
  thumbnail: thumbnailOf(item.thumbnail),
  renditions: removeDuplicates(
    fitAllToTicket(
      item.renditions.filter(({ watermarked, codec }) => !watermarked && codec !== 'h266'),
    ).toSorted(compareRenditions),
    engine,
  ).slice(0, QUALITIES_PER_ITEM_MAX),
});

/** Returns the content type of a post, from its link if that is conclusive, otherwise from its items. */
export const typeOf = (link: ParsedLink, items: readonly ResolvedItem[]): ContentType => {
  if (link.contentType === 'reels' || link.contentType === 'story') return link.contentType;
  return items[0]?.kind === 'photo' ? 'photos' : 'video';
};

/**
 * Converts an engine's post into what visitors are offered: renditions sorted by `compareRenditions` and labelled, without watermarked,
 * H.266 and duplicate ones. Drops items without a remaining rendition, so the result may have no items.
 */
export const normalisePost = (post: ExtractedPost, link: ParsedLink, engine: EngineName): ResolvedPost => {
  const items = post.items
    .slice(0, POST_ITEMS_MAX)
    .map((item) => normaliseItem(item, engine))
    .filter((item) => item.renditions.length > 0);
  return {
    ...post,
    id: link.id,
    platform: link.platform,
    type: typeOf(link, items),
    thumbnail: thumbnailOf(post.thumbnail),
    authorPicture: thumbnailOf(post.authorPicture),
    duration: post.duration ?? items[0]?.duration ?? null,
    url: link.url,
    engine,
    items,
    captions: fitAllToTicket(post.captions).map((file) => ({ ...file, size: null })),
    statedItems: null,
    unlistedHost: null,
  };
};

/**
 * Replaces the engine's guess of a media type, and the extension, by the type that the delivery network sent (photos arrive as WebP or
 * JPEG). Changes a label that names the guessed type accordingly. Returns the rendition unchanged if the sent type is unknown or of another
 * family.
 */
export const withMeasuredType = (rendition: ResolvedRendition, mime: string): ResolvedRendition => {
  const extension = extensionByMime(mime);
  const family = mime.split('/')[0];
  if (extension === null || family !== rendition.mime.split('/')[0]) return rendition;
  const isNamedByType = rendition.kind === 'audio' && AUDIO_LABEL.test(rendition.label);
  return { ...rendition, mime, extension, ...(isNamedByType && { label: audioLabel(extension) }) };
};

/**
 * Sets the codec of a clip to `codec`, which the file states, and adds the name of the codec to the label. Returns the rendition unchanged
 * for H.264, which every player supports, for an unknown codec (null), and for pictures and sounds.
 */
export const withMeasuredCodec = (
  rendition: ResolvedRendition,
  codec: VideoCodec | null,
): ResolvedRendition => {
  const name = codec === null ? null : CODEC_NAMES[codec];
  if (rendition.kind !== 'video' || codec === null || name === null) return rendition;
  const { label } = rendition;
  return { ...rendition, codec, label: label.endsWith(name) ? label : `${label}, ${name}` };
};

/** Weight of a missing item, higher than any possible number of silent clips. */
const MISSING_ITEM_WEIGHT = 1_000;

export const isClipOrPicture = ({ kind }: ResolvedItem): boolean => kind !== 'audio';

/** Returns whether every file of a clip is known to be silent. */
const isSilentClip = ({ kind, renditions }: ResolvedItem): boolean =>
  kind === 'video' &&
  renditions.every((rendition) => rendition.kind !== 'video' || rendition.audioAvailable === false);

/** Sets the member `statedItems` if the source states more items than the clips and pictures that were read. */
export const withStatedItems = (post: ResolvedPost, statedItems: number): ResolvedPost =>
  statedItems > post.items.filter(isClipOrPicture).length ? { ...post, statedItems } : post;

/**
 * Returns the weighted number of known defects of a post: clips without sound, and items that the source states but the post lacks. 0 for
 * the built-in samples.
 */
export const shortfallOf = ({ platform, items, statedItems }: ResolvedPost): number => {
  if (platform === 'sample') return 0;
  const read = items.filter(isClipOrPicture).length;
  return Math.max(0, (statedItems ?? 0) - read) * MISSING_ITEM_WEIGHT + items.filter(isSilentClip).length;
};
