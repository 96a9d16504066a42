import type { MediaKind } from '#shared/contract/content-type.ts';
import type {
  ConditionRule,
  ErrorRule,
  FileRule,
  ItemRule,
  MappedAnswer,
  ServiceError,
} from '#shared/contract/provider-definition.ts';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import {
  CLIP_WITHHELD,
  failed,
  MARKED_PRIVATE,
  nonTerminal,
  withCause,
} from '../../extraction/engine-failure.ts';
import type { EngineFailure, EngineOutcome } from '../../extraction/engine-outcome.ts';
import {
  type ExtractedItem,
  emptyRendition,
  hasOnlyWatermarked,
  type Rendition,
} from '../../extraction/extracted-post.ts';
import type { MediaSource } from '../../net/media-source.ts';
import { serverPlatformOf } from '../../platforms/platforms.ts';
import { handleField, readDuration, textField, wholeField, wordField } from './answer-fields.ts';
import { groupItems } from './group-items.ts';
import { firstAt, type JsonPlace, valuesAt } from './json-path.ts';
import { failureOfError } from './provider-failure.ts';
import { readMedia } from './provider-media.ts';
import type { SourceReader } from './provider-service.ts';

/** Response of a service: its status and its parsed body, undefined if that is not JSON. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: unknown;
}

type Paths = string | readonly string[] | undefined;

const FAILURES: Readonly<Record<Exclude<ServiceError, 'message'>, EngineFailure>> = {
  private: MARKED_PRIVATE,
  gone: withCause(nonTerminal('gone'), 'unavailable'),
  no_media: withCause(nonTerminal('no_media'), 'no_files'),
  link: withCause(nonTerminal('link_invalid'), 'link_unknown'),
  limited: withCause(nonTerminal('rate_limited'), 'too_many_requests'),
  quota: withCause(nonTerminal('rate_limited'), 'quota_used_up'),
  key: withCause(failed('provider_key'), 'key_refused'),
  answer: withCause(failed('provider_answer'), 'layout_unknown'),
  fault: withCause(failed('upstream_error'), 'unknown_error'),
};

const holds = ({ at, exists, is, isNot, contains }: ConditionRule, place: JsonPlace): boolean => {
  const value = firstAt(at, place);
  const isGiven = value !== undefined;
  if (exists !== undefined && exists !== isGiven) return false;
  if (is !== undefined && !is.some((one) => one === value)) return false;
  if (isNot !== undefined && (!isGiven || isNot.some((one) => one === value))) return false;
  const words = typeof value === 'string' ? value.toLowerCase() : '';
  return contains === undefined || contains.some((word) => words.includes(word.toLowerCase()));
};

/** Returns what the first matching rule for errors says about a response; null if none matches. */
export function mappedFailure(
  { errors = [], message }: { readonly errors?: readonly ErrorRule[] | undefined; readonly message?: Paths },
  { status, body }: ServiceResponse,
): EngineFailure | null {
  const place = { root: body, value: body };
  const rule = errors.find(
    ({ status: statuses, at, ...rest }) =>
      (statuses === undefined || statuses.includes(status)) &&
      (at === undefined || holds({ at, ...rest }, place)),
  );
  if (rule === undefined) return null;
  if (rule.means !== 'message') return FAILURES[rule.means];
  return failureOfError(null, textField.parse(firstAt(message, place)) ?? '');
}

/** Returns the codec that an answer names, or that its flag for H.265 implies; null if it says neither. */
const codecOf = (value: unknown): Rendition['codec'] => {
  if (value === true || value === 1 || value === '1') return 'h265';
  if (value === false || value === 0 || value === '0') return 'h264';
  const name = wordField.parse(value)?.toLowerCase() ?? '';
  if (/265|hevc|hvc1|hev1|bytevc1/.test(name)) return 'h265';
  return /264|avc/.test(name) ? 'h264' : null;
};

const fileOf = (rule: FileRule, kind: MediaKind, place: JsonPlace, sourceOf: SourceReader): Rendition[] => {
  const source = sourceOf(firstAt(rule.url, place));
  if (source === null) return [];
  const empty = emptyRendition(kind, source);
  const at = (paths: Paths): unknown => firstAt(paths, place) ?? null;
  return [
    {
      ...empty,
      quality: wordField.parse(at(rule.quality)) ?? rule.label ?? null,
      extension: rule.extension ?? (kind === 'video' ? 'mp4' : null),
      size: wholeField.parse(at(rule.size)),
      width: wholeField.parse(at(rule.width)),
      height: wholeField.parse(at(rule.height)),
      bitrate: wholeField.parse(at(rule.bitrate)),
      codec: kind === 'video' ? codecOf(at(rule.codec)) : null,
      audioAvailable: empty.audioAvailable && rule.silent !== true,
      watermarked: rule.watermarked === true,
    },
  ];
};

const placesOf = (each: string | undefined, place: JsonPlace): readonly JsonPlace[] =>
  each === undefined ? [place] : valuesAt(each, place).map((value) => ({ root: place.root, value }));

const area = ({ width, height }: Rendition): number => (width ?? 0) * (height ?? 0);

/** Sorts the sizes of a photo, the largest first, and omits crops unless there is nothing else. */
const sortPhotos = (photos: readonly Rendition[], link: ParsedLink): readonly Rendition[] => {
  const hintsOf = serverPlatformOf(link.platform)?.delivery.pictureHints;
  const isCropped = ({ source }: Rendition): boolean =>
    source.kind === 'upstream' && hintsOf?.(new URL(source.url)).cropped === true;
  const whole = photos.filter((photo) => !isCropped(photo));
  return (whole.length > 0 ? whole : photos).toSorted((one, other) => area(other) - area(one));
};

interface ItemContext {
  readonly link: ParsedLink;
  readonly sourceOf: SourceReader;
  /** Parses a duration to seconds. */
  readonly durationOf: (value: unknown) => number | null;
}

const durationReader =
  ({ milliseconds = false }: MappedAnswer) =>
  (value: unknown): number | null => {
    const given = milliseconds ? wholeField.parse(value) : null;
    return given === null ? readDuration(value) : given / 1_000;
  };

const uniqueByAddress = (renditions: readonly Rendition[]): Rendition[] => {
  const seen = new Set<string>();
  return renditions.filter(({ source }) => {
    if (source.kind !== 'upstream' || seen.has(source.url)) return false;
    seen.add(source.url);
    return true;
  });
};

/** Reads an item. Returns null if the answer says that it is a clip, but has no file of the clip; and an empty list without any file. */
const itemOf = (
  rule: ItemRule,
  place: JsonPlace,
  { link, sourceOf, durationOf }: ItemContext,
): ExtractedItem[] | null => {
  const files = (kind: MediaKind): Rendition[] =>
    uniqueByAddress(
      (rule[kind] ?? []).flatMap((file) =>
        placesOf(file.each, place).flatMap((one) => fileOf(file, kind, one, sourceOf)),
      ),
    );
  const videos = files('video');
  if (videos.length === 0 && rule.isClip !== undefined && holds(rule.isClip, place)) return null;
  const photos = videos.length > 0 ? [] : sortPhotos(files('photo'), link);
  const kind = videos.length > 0 ? 'video' : photos.length > 0 ? 'photo' : 'audio';
  const renditions = kind === 'photo' ? photos : [...videos, ...files('audio')];
  if (renditions.length === 0) return [];
  const at = (paths: Paths): unknown => firstAt(paths, place) ?? null;
  const stated = { width: wholeField.parse(at(rule.width)), height: wholeField.parse(at(rule.height)) };
  const [first] = renditions;
  const hasSides = first !== undefined && first.width !== null && first.height !== null;
  return [
    {
      kind,
      thumbnail: sourceOf(at(rule.thumbnail)) ?? (kind === 'photo' ? (first?.source ?? null) : null),
      width: (hasSides ? first.width : null) ?? stated.width,
      height: (hasSides ? first.height : null) ?? stated.height,
      duration: kind === 'photo' ? null : durationOf(at(rule.duration)),
      renditions,
    },
  ];
};

/** Reads the items of a post, at most as many as a post may have; a failure for an incomplete one. */
const itemsOf = (
  rules: readonly ItemRule[],
  place: JsonPlace,
  context: ItemContext,
): readonly ExtractedItem[] | EngineFailure => {
  const isGiven = (path: string): boolean => firstAt(path, place) !== undefined;
  const found = rules
    .filter(
      ({ when, unless }) =>
        (when === undefined || isGiven(when)) && !(unless !== undefined && isGiven(unless)),
    )
    .map((rule) => ({ rule, places: placesOf(rule.each, place).slice(0, POST_ITEMS_MAX) }));
  const items: ExtractedItem[] = [];
  for (const { rule, places } of found)
    for (const one of places) {
      const read = itemOf(rule, one, context);
      if (read === null) return places.length > 1 ? FAILURES.no_media : CLIP_WITHHELD;
      // An incomplete set must not look complete.
      if (read.length === 0 && rule.each !== undefined) return FAILURES.no_media;
      items.push(...read);
    }
  return items.length === 0 ? FAILURES.answer : items.slice(0, POST_ITEMS_MAX);
};

const LIST_MAX = 100;

const listItems = (
  answer: MappedAnswer & { readonly form: 'list' },
  place: JsonPlace,
  { link, sourceOf }: ItemContext,
  thumbnail: MediaSource | null,
): readonly ExtractedItem[] | EngineFailure => {
  const entries = valuesAt(answer.each, place);
  const { url, type, quality, extension, size, width, height, duration } = answer;
  const fields = { url, type, quality, extension, size, width, height, duration };
  const medias = entries.slice(0, LIST_MAX).flatMap((value) => {
    const entry = Object.fromEntries(
      Object.entries(fields).map(([name, paths]) => [
        name,
        firstAt(paths, { root: place.root, value }) ?? null,
      ]),
    );
    return readMedia(entry, sourceOf) ?? [];
  });
  if (medias.length > 0) return groupItems(medias, link, thumbnail);
  return entries.length === 0 ? FAILURES.answer : FAILURES.no_media;
};

/**
 * Reads the body of a response by the paths of a definition, as a post or a failure; its errors have been read before. An answer about
 * another post is refused, because services have been seen to mix them up. Never throws.
 */
export function readMappedAnswer(
  answer: MappedAnswer,
  body: unknown,
  link: ParsedLink,
  sourceOf: SourceReader,
): EngineOutcome {
  if (typeof body !== 'object' || body === null) return withCause(failed('provider_answer'), 'not_json');
  const root = { root: body, value: body };
  const place = answer.post === undefined ? root : { root: body, value: firstAt(answer.post, root) };
  const at = (paths: Paths): unknown => firstAt(paths, place) ?? null;
  const id = at(answer.id);
  if ((typeof id === 'string' || typeof id === 'number') && String(id) !== link.id)
    return withCause(failed('provider_answer'), 'other_post');
  const thumbnail = sourceOf(at(answer.thumbnail));
  const context = { link, sourceOf, durationOf: durationReader(answer) };
  const items =
    answer.form === 'list'
      ? listItems(answer, place, context, thumbnail)
      : itemsOf(answer.items, place, context);
  if ('ok' in items) return items;
  if (hasOnlyWatermarked(items)) return failed('watermarked_only');
  const duration = context.durationOf(at(answer.duration));
  const [only] = items.length === 1 ? items : [];
  return {
    ok: true,
    post: {
      id: link.id,
      username: handleField.parse(at(answer.username)),
      caption: textField.parse(at(answer.caption)) ?? '',
      thumbnail: thumbnail ?? items[0]?.thumbnail ?? null,
      duration: duration ?? only?.duration ?? null,
      items: items.map((item) => ({
        ...item,
        thumbnail: item.thumbnail ?? (item.kind === 'video' ? thumbnail : null),
        duration: item.duration ?? (item === only && item.kind !== 'photo' ? duration : null),
      })),
    },
  };
}
