import * as z from 'zod';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { failed, nonTerminal, withCause } from '../../extraction/engine-failure.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import type { ExtractedItem, Rendition } from '../../extraction/extracted-post.ts';
import { readJson } from '../../extraction/json-value.ts';
import type { MediaSource } from '../../net/media-source.ts';
import { serverPlatformOf } from '../../platforms/platforms.ts';
import { positiveField, readDuration, textField } from './answer-fields.ts';
import { failureOfError } from './provider-failure.ts';
import { httpUrl, type ReadMedia, readMedia } from './provider-media.ts';

/**
 * Groups a provider's flat list of media into the items of the post. Each picture is an item, all qualities of a clip are one item, and
 * sounds belong to the only clip or form the last item.
 */
function groupItems(medias: readonly ReadMedia[], link: ParsedLink, thumbnail: MediaSource | null) {
  const unique = uniqueByFile(medias);
  const sounds = unique.filter(({ rendition }) => rendition.kind === 'audio');
  const visuals = unique.filter(({ rendition }) => rendition.kind !== 'audio');
  const groups = groupVisuals(visuals, isSetOfClips(visuals, link));
  const clips = groups.filter(([first]) => first?.rendition.kind === 'video');
  const only = clips.length === 1 ? clips[0] : undefined;
  if (only !== undefined) only.push(...sounds);
  else if (sounds.length > 0) groups.push(sounds);
  return groups.slice(0, POST_ITEMS_MAX).map((group) => toItem(group, thumbnail));
}

function groupVisuals(visuals: readonly ReadMedia[], clipsStandAlone: boolean): ReadMedia[][] {
  const groups: ReadMedia[][] = [];
  let clip: ReadMedia[] | null = null;
  for (const media of visuals) {
    if (media.rendition.kind === 'video' && clip !== null && !clipsStandAlone) {
      clip.push(media);
      continue;
    }
    const group = [media];
    if (media.rendition.kind === 'video') clip = group;
    groups.push(group);
  }
  return groups;
}

/**
 * Returns whether each clip in the list is an item of its own. On platforms that have sets of clips, the list does not mark
 * them: two clips of the same quality are different clips, and next to pictures every clip is an item.
 */
function isSetOfClips(visuals: readonly ReadMedia[], link: ParsedLink): boolean {
  if (serverPlatformOf(link.platform)?.hasSetsOfClips !== true) return false;
  const clips = visuals.filter(({ rendition }) => rendition.kind === 'video');
  if (clips.length < visuals.length) return true;
  const names = new Set(clips.map(({ rendition }) => `${rendition.quality} ${rendition.extension}`));
  return names.size < clips.length;
}

function toItem(group: readonly ReadMedia[], postThumbnail: MediaSource | null): ExtractedItem {
  const renditions: readonly Rendition[] = group.map(({ rendition }) => rendition);
  const kind = renditions[0]?.kind ?? 'video';
  const sized = renditions.find(({ width, height }) => width !== null && height !== null);
  const own = group.map(({ thumbnail }) => toSource(thumbnail)).find((source) => source !== null);
  const fallback = kind === 'photo' ? (renditions[0]?.source ?? null) : postThumbnail;
  return {
    kind,
    thumbnail: own ?? fallback,
    width: sized?.width ?? null,
    height: sized?.height ?? null,
    duration: kind === 'photo' ? null : (group.find(({ duration }) => duration !== null)?.duration ?? null),
    renditions,
  };
}

/** Converts the URL of a picture to a source; null if it is missing or not usable. */
function toSource(address: string | null): MediaSource | null {
  const url = httpUrl(address);
  return url === null ? null : { kind: 'upstream', url: url.href, headers: {} };
}

function uniqueByFile(medias: readonly ReadMedia[]): readonly ReadMedia[] {
  const seen = new Set<string>();
  return medias.filter(({ rendition }) => {
    if (rendition.source.kind !== 'upstream' || seen.has(rendition.source.url)) return false;
    seen.add(rendition.source.url);
    return true;
  });
}

const MEDIAS_MAX = 100;
/** Maximum number of wrappers around a response; the deepest known form is `[{ data: { result: … } }]`. */
const WRAPPERS_MAX = 4;

const answerSchema = z.looseObject({
  error: z.unknown().optional(),
  success: z.unknown().optional(),
  status: z.unknown().optional(),
  message: textField,
  title: textField,
  thumbnail: z.unknown().optional(),
  duration: z.unknown().optional(),
  author: z.unknown().optional(),
  owner: z.unknown().optional(),
  username: textField,
});
type Answer = z.infer<typeof answerSchema>;

/** Parses the response of a provider, in any known format, to a post or a failure. Never throws. */
export function readProviderAnswer(text: string, link: ParsedLink): EngineOutcome {
  const root = readJson(text);
  if (typeof root !== 'object' || root === null) return withCause(failed('provider_answer'), 'not_json');
  const layers = unwrap(root);
  const medias = findMedias(layers);
  const answer =
    layers.find(({ title, thumbnail }) => title !== null || thumbnail !== undefined) ?? layers[0];
  const read = (medias ?? []).slice(0, MEDIAS_MAX).flatMap((entry) => readMedia(entry) ?? []);
  if (read.length === 0) return failureOfAnswer(layers, medias);
  const thumbnail = toSource(firstText(answer?.thumbnail));
  const items = groupItems(read, link, thumbnail);
  const duration = readDuration(answer?.duration);
  const only = items.length === 1 && items[0] !== undefined ? items[0] : null;
  return {
    ok: true,
    post: {
      id: link.id,
      username: layers.map(handleOf).find((handle) => handle !== null) ?? null,
      caption: answer?.title ?? '',
      thumbnail: thumbnail ?? items[0]?.thumbnail ?? null,
      duration: duration ?? only?.duration ?? null,
      items:
        only === null || only.kind === 'photo' ? items : [{ ...only, duration: only.duration ?? duration }],
    },
  };
}

/** Returns the nested objects of a response, outermost first. Unwraps a surrounding list, `data` and `result`. */
function unwrap(root: object): readonly Answer[] {
  const layers: Answer[] = [];
  let value: unknown = root;
  for (let depth = 0; depth < WRAPPERS_MAX && typeof value === 'object' && value !== null; depth += 1) {
    if (Array.isArray(value)) {
      if (!isWrapped(value)) {
        layers.push(answerSchema.parse({ medias: value }));
        break;
      }
      value = value[0];
      continue;
    }
    const layer = answerSchema.parse(value);
    layers.push(layer);
    value = layer['data'] ?? (typeof layer['result'] === 'object' ? layer['result'] : null);
  }
  return layers;
}

/** Returns whether a list wraps one response, like `[{ medias }]`. `[url, url]` and `[{ url }]` are lists of media. */
function isWrapped(list: readonly unknown[]): boolean {
  const first = list[0];
  return typeof first === 'object' && first !== null && !Array.isArray(first) && !Object.hasOwn(first, 'url');
}

function findMedias(layers: readonly Answer[]): readonly unknown[] | null {
  let empty: readonly unknown[] | null = null;
  for (const layer of layers.toReversed()) {
    for (const name of ['medias', 'media', 'download_url', 'video_url', 'video', 'result']) {
      const list = asMedias(layer[name]);
      if (list !== null && list.length > 0) return list;
      empty ??= list;
    }
  }
  return empty;
}

function asMedias(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  const isMedia = typeof value === 'object' && value !== null && Object.hasOwn(value, 'url');
  return isMedia ? [value] : null;
}

function failureOfAnswer(layers: readonly Answer[], medias: readonly unknown[] | null): EngineOutcome {
  const failure = layers.find(({ error, success }) => isError(error) || success === false);
  // Gateways also send errors with status 200 and only a message.
  const source = failure ?? (medias === null ? layers.find(({ message }) => message !== null) : undefined);
  if (source === undefined)
    return medias === null
      ? withCause(failed('provider_answer'), 'layout_unknown')
      : withCause(nonTerminal('no_media'), 'no_files');
  const message = source.message ?? textField.parse(source.error) ?? '';
  return failureOfError(positiveField.parse(source.status), message);
}

function isError(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false && error !== '' && error !== 0;
}

/** Returns the author's handle, null if there is none. Only a valid handle is accepted, because `author` may be a display name. */
function handleOf(answer: Answer): string | null {
  const candidates = [answer.username, ...[answer.author, answer.owner].flatMap(namesOf)];
  for (const name of candidates) {
    const handle = name?.replace(/^@/, '') ?? '';
    if (/^[\w.]{1,64}$/.test(handle)) return handle;
  }
  return null;
}

function namesOf(author: unknown): readonly (string | null)[] {
  if (typeof author !== 'object' || author === null) return [textField.parse(author)];
  const { username, uniqueId, unique_id: snake } = author as Record<string, unknown>;
  return [textField.parse(username), textField.parse(uniqueId), textField.parse(snake)];
}

function firstText(value: unknown): string | null {
  return textField.parse(Array.isArray(value) ? value[0] : value);
}
