import * as z from 'zod';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import { type EngineFailure, failed } from '../../platforms/failures.ts';
import {
  type ExtractedItem,
  emptyRendition,
  NOTHING_STATED,
  type Rendition,
} from '../../platforms/reading/extracted-post.ts';
import { handleField, readDuration, textField, wholeField } from './answer-fields.ts';
import { failureOfError } from './provider-failure.ts';
import type { ServiceAdapter, SourceReader } from './provider-service.ts';

// The shape of the responses comes from the public code of clients; no responses have been recorded here.

const answerSchema = z.object({ code: z.number(), msg: textField, data: z.unknown().optional() });

const postSchema = z.object({
  id: textField,
  title: textField,
  cover: textField,
  duration: z.unknown().transform(readDuration),
  hdplay: textField,
  hd_size: wholeField,
  play: textField,
  size: wholeField,
  wmplay: textField,
  wm_size: wholeField,
  music: textField,
  images: z.array(z.unknown()).nullable().catch(null),
  author: z.object({ unique_id: handleField, avatar: textField }).nullable().catch(null),
});

type Post = z.infer<typeof postSchema>;

const LAYOUT_UNKNOWN = failed('answer_unknown');

/** Returns a list with one item that has the `files`; an empty list if there are no files. */
const itemOf = (
  files: readonly Rendition[],
  thumbnail: UpstreamFile | null,
  duration: number | null = null,
): readonly ExtractedItem[] => {
  const [first] = files;
  if (first === undefined) return [];
  return [{ kind: first.kind, thumbnail, width: null, height: null, duration, renditions: files }];
};

/**
 * Returns the items of a post: its pictures and their music, or its clip. Returns the failure if a picture has no usable URL, a post
 * without pictures has no clip, or every file of the clip has a watermark.
 */
const itemsOf = (post: Post, fileAtUrl: SourceReader): readonly ExtractedItem[] | EngineFailure => {
  const music = fileAtUrl(post.music);
  const sounds = music === null ? [] : [{ ...emptyRendition('audio', music), extension: 'mp3' }];
  const pictures = (post.images ?? []).slice(0, POST_ITEMS_MAX - 1).map(fileAtUrl);
  if (pictures.length > 0) {
    const photos = pictures.flatMap((picture) =>
      picture === null ? [] : itemOf([emptyRendition('photo', picture)], picture),
    );
    // An incomplete set must not look complete.
    return photos.length < pictures.length
      ? failed('no_media')
      : [...photos, ...itemOf(sounds, null, post.duration)];
  }
  const files = [
    { address: post.hdplay, quality: 'hd', size: post.hd_size, watermarked: false },
    { address: post.play, quality: 'no watermark', size: post.size, watermarked: false },
    { address: post.wmplay, quality: 'watermark', size: post.wm_size, watermarked: true },
  ];
  const clips = files.flatMap(({ address, ...facts }): Rendition[] => {
    const source = fileAtUrl(address);
    return source === null ? [] : [{ ...emptyRendition('video', source), extension: 'mp4', ...facts }];
  });
  if (clips.length === 0) return LAYOUT_UNKNOWN;
  return clips.every(({ watermarked }) => watermarked)
    ? failed('watermarked_only')
    : itemOf([...clips, ...sounds], fileAtUrl(post.cover), post.duration);
};

/** Returns the failure of a response without a post; null for a response with a post. */
const failureOf = ({ code, msg }: z.infer<typeof answerSchema>): EngineFailure | null => {
  const message = msg ?? '';
  if (/limit/i.test(message)) return failed('too_many_requests');
  if (/parsing is failed|check url/i.test(message)) return failed('unavailable');
  return code === 0 ? null : failureOfError(null, message);
};

/** Adapter of TikWM (`GET /api/`), which reads only TikTok and needs no key at its own address. */
export const tikwmService: ServiceAdapter = {
  platforms: ['tiktok'],
  fileHosts: ['tikwm.com'],
  servesFiles: true,
  request: ({ url }) => ({
    method: 'GET',
    path: `/api/?${new URLSearchParams({ url, hd: '1' }).toString()}`,
  }),
  read(answer, link, fileAtUrl) {
    const outer = answerSchema.safeParse(answer).data;
    const failure = outer === undefined ? LAYOUT_UNKNOWN : failureOf(outer);
    if (failure !== null) return failure;
    const post = postSchema.safeParse(outer?.data).data;
    if (post === undefined) return LAYOUT_UNKNOWN;
    // Some services have returned another post than the requested one.
    if (post.id !== null && post.id !== link.id) return failed('other_post');
    const items = itemsOf(post, fileAtUrl);
    if ('ok' in items) return items;
    return {
      ok: true,
      post: {
        id: link.id,
        username: post.author?.unique_id ?? null,
        caption: post.title ?? '',
        thumbnail: fileAtUrl(post.cover) ?? items[0]?.thumbnail ?? null,
        duration: post.duration,
        items,
        ...NOTHING_STATED,
        authorPicture: fileAtUrl(post.author?.avatar),
      },
    };
  },
};
