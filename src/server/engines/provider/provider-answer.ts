import * as z from 'zod';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { failed, nonTerminal, withCause } from '../../extraction/engine-failure.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import { hasOnlyWatermarked } from '../../extraction/extracted-post.ts';
import { handleField, positiveField, readDuration, textField } from './answer-fields.ts';
import { groupItems } from './group-items.ts';
import { firstAt } from './json-path.ts';
import { failureOfError } from './provider-failure.ts';
import { readMedia } from './provider-media.ts';
import type { SourceReader } from './provider-service.ts';

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

/**
 * Reads the response of a provider, in any known form of the specification's family, as a post or a failure. `root` is undefined if the
 * body is not JSON; `handleAt` are the paths of the handle if it is not in one of the usual fields. Never throws.
 */
export function readProviderAnswer(
  root: unknown,
  link: ParsedLink,
  sourceOf: SourceReader,
  handleAt?: string | readonly string[],
): EngineOutcome {
  if (typeof root !== 'object' || root === null) return withCause(failed('provider_answer'), 'not_json');
  const layers = unwrap(root);
  const medias = findMedias(layers);
  const answer =
    layers.find(({ title, thumbnail }) => title !== null || thumbnail !== undefined) ?? layers[0];
  const read = (medias ?? []).slice(0, MEDIAS_MAX).flatMap((entry) => readMedia(entry, sourceOf) ?? []);
  if (read.length === 0) return failureOfAnswer(layers, medias);
  const thumbnail = sourceOf(firstText(answer?.thumbnail));
  const items = groupItems(read, link, thumbnail);
  if (hasOnlyWatermarked(items)) return failed('watermarked_only');
  const duration = readDuration(answer?.duration);
  const only = items.length === 1 && items[0] !== undefined ? items[0] : null;
  return {
    ok: true,
    post: {
      id: link.id,
      username:
        handleAt === undefined
          ? (layers.map(handleOf).find((handle) => handle !== null) ?? null)
          : handleField.parse(firstAt(handleAt, { root, value: root })),
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
  return candidates.map((name) => handleField.parse(name)).find((handle) => handle !== null) ?? null;
}

function namesOf(author: unknown): readonly (string | null)[] {
  if (typeof author !== 'object' || author === null) return [textField.parse(author)];
  const { username, uniqueId, unique_id: snake } = author as Record<string, unknown>;
  return [textField.parse(username), textField.parse(uniqueId), textField.parse(snake)];
}

function firstText(value: unknown): string | null {
  return textField.parse(Array.isArray(value) ? value[0] : value);
}
