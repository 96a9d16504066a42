import * as z from 'zod';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { type EngineFailure, type EngineOutcome, failed } from '../../platforms/failures.ts';
import { hasOnlyWatermarked, NOTHING_STATED } from '../../platforms/reading/extracted-post.ts';
import { handleField, positiveField, readDuration, textField } from './answer-fields.ts';
import { failureOfError } from './provider-failure.ts';
import { groupItems, readMedia } from './provider-media.ts';
import type { ServiceAdapter, SourceReader } from './provider-service.ts';

const MEDIAS_MAX = 100;

const answerSchema = z.looseObject({
  error: z.unknown().optional(),
  success: z.unknown().optional(),
  status: positiveField,
  message: textField,
  title: textField,
  thumbnail: z.unknown().optional(),
  duration: z.unknown().optional(),
  medias: z.array(z.unknown()).nullable().catch(null),
});
type Answer = z.infer<typeof answerSchema>;

const isError = ({ error, success }: Answer): boolean =>
  success === false ||
  (error !== undefined && error !== null && error !== false && error !== '' && error !== 0);

function failureOfAnswer(layers: readonly Answer[], medias: readonly unknown[] | null): EngineFailure {
  // Gateways also send errors with status 200 and only a message.
  const source =
    layers.find(isError) ?? (medias === null ? layers.find(({ message }) => message !== null) : undefined);
  if (source !== undefined)
    return failureOfError(source.status, source.message ?? textField.parse(source.error) ?? '');
  return medias === null ? failed('answer_unknown') : failed('no_media');
}

/**
 * Returns the first handle among the fields `names` of the layers; null if there is none. Skips display names, which some of these fields
 * contain.
 */
const handleIn = (layers: readonly Answer[], names: readonly string[]): string | null =>
  layers
    .flatMap((layer) => names.map((name) => handleField.parse(layer[name])))
    .find((handle) => handle !== null) ?? null;

/**
 * Converts the JSON of a response that lists the files of a post in `medias`, at the top level or in `data`, to a post or a failure.
 * `fileAtUrl` converts the URLs of files. `handleNames` are the fields that may hold the author's handle. Never throws.
 */
function readMediasAnswer(
  answer: unknown,
  link: ParsedLink,
  fileAtUrl: SourceReader,
  handleNames: readonly string[],
): EngineOutcome {
  const outer = answerSchema.safeParse(answer);
  if (!outer.success) return failed('not_json');
  const inner = answerSchema.safeParse(outer.data['data']);
  const layers = inner.success ? [inner.data, outer.data] : [outer.data];
  const medias = layers.find((layer) => layer.medias !== null)?.medias ?? null;
  const read = (medias ?? []).slice(0, MEDIAS_MAX).flatMap((entry) => readMedia(entry, fileAtUrl) ?? []);
  if (read.length === 0) return failureOfAnswer(layers, medias);
  const {
    title,
    thumbnail: cover,
    duration: stated,
  } = layers.find((layer) => layer.medias !== null) ?? outer.data;
  const thumbnail = fileAtUrl(cover);
  const items = groupItems(read, link, thumbnail);
  if (hasOnlyWatermarked(items)) return failed('watermarked_only');
  const [only] = items.length === 1 ? items : [];
  const duration = readDuration(stated) ?? only?.duration ?? null;
  return {
    ok: true,
    post: {
      id: link.id,
      username: handleIn(layers, handleNames),
      caption: title ?? '',
      thumbnail: thumbnail ?? items[0]?.thumbnail ?? null,
      duration,
      ...NOTHING_STATED,
      items: items.map((item) =>
        item === only && item.kind !== 'photo' ? { ...item, duration: item.duration ?? duration } : item,
      ),
    },
  };
}

/**
 * Adapter of services with `POST /v1/social/autolink` and a JSON body, such as social-download-all-in-one. The format was derived from
 * recorded responses, whose `author` is a display name and not a handle.
 */
export const autolinkService: ServiceAdapter = {
  platforms: PLATFORM_IDS,
  fileHosts: [],
  servesFiles: true,
  request: ({ url }) => ({
    method: 'POST',
    path: '/v1/social/autolink',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  }),
  read: (answer, link, fileAtUrl) => readMediasAnswer(answer, link, fileAtUrl, ['unique_id']),
};

/** Adapter of services with `POST /download` and a form, such as snap-video3. Some of their responses also state the author's handle. */
export const downloadService: ServiceAdapter = {
  platforms: PLATFORM_IDS,
  fileHosts: [],
  servesFiles: false,
  request: ({ url }) => ({
    method: 'POST',
    path: '/download',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ url }).toString(),
  }),
  read: (answer, link, fileAtUrl) =>
    readMediasAnswer(answer, link, fileAtUrl, ['username', 'author', 'owner']),
};
