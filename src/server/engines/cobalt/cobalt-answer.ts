import * as z from 'zod';
import type { MediaKind } from '#shared/contract/content-type.ts';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import {
  type EngineFailure,
  type EngineOutcome,
  type FailureCause,
  failed,
} from '../../platforms/failures.ts';
import {
  type ExtractedItem,
  type ExtractedPost,
  emptyRendition,
  extensionIn,
  kindOfExtension,
  mediaUrl,
  NOTHING_STATED,
} from '../../platforms/reading/extracted-post.ts';
import { readJson } from '../../platforms/reading/json-value.ts';
import { serverPlatformOf } from '../../platforms/server-platforms.ts';
import { failureOfServiceStatus } from '../ask-service.ts';

/** Link of the request. `base` is the URL of the cobalt server as the owner configured it. */
interface RequestContext {
  readonly link: ParsedLink;
  readonly base: string;
}

const URL_MAX_CHARACTERS = 4_096;
/** Query parameters of every tunnel URL of a cobalt server. */
const TUNNEL_PARAMETERS = ['id', 'exp', 'sig', 'sec', 'iv'] as const;

/**
 * Converts a URL in a response of the cobalt server to a file. A tunnel URL is rewritten to `base`, the URL that the owner configured,
 * whatever host the server names. The file of any other URL is on the delivery network of the link's platform. Returns null for unusable URLs.
 */
function toCobaltFile(address: unknown, { link, base }: RequestContext): UpstreamFile | null {
  if (typeof address !== 'string' || address.length > URL_MAX_CHARACTERS) return null;
  const url = URL.parse(address);
  if (url?.pathname.endsWith('/tunnel') && TUNNEL_PARAMETERS.every((name) => url.searchParams.has(name)))
    return { kind: 'upstream', url: `${base}/tunnel${url.search}`, headers: {}, via: 'cobalt' };
  const file = mediaUrl(address);
  if (file === null) return null;
  return {
    kind: 'upstream',
    url: file.href,
    headers: serverPlatformOf(link.platform)?.delivery.headers ?? {},
  };
}

/** Returns the expiry of a tunnel file in milliseconds since 1970, 0 if it is unreadable; null for other files. */
function expiryOf(file: UpstreamFile): number | null {
  if (file.via === undefined) return null;
  const end = new URL(file.url).searchParams.get('exp') ?? '';
  return /^\d{13}$/.test(end) ? Number(end) : 0;
}

/** Parses the handle from the file name `name`. Returns null if the name contains none. */
const handleIn = (name: string | undefined, link: ParsedLink): string | null =>
  serverPlatformOf(link.platform)?.handleInCobaltName?.(name ?? '', link.id) ?? null;

const PREFIX = 'error.api.';

/**
 * Causes of the error codes of a cobalt server, without their prefix. Only `content.post.private` is unambiguous: cobalt servers also
 * return the "age" codes for posts whose video is available, and return "unavailable" and "empty" for deleted posts, private posts and
 * pages that they were denied.
 */
const CAUSES: Readonly<Record<string, FailureCause>> = {
  'content.post.private': 'private_post',
  'content.post.age': 'private',
  'content.video.private': 'private',
  'content.video.age': 'private',
  'content.paid': 'paid_post',
  'content.post.unavailable': 'unavailable_here',
  'content.video.unavailable': 'unavailable_here',
  'fetch.empty': 'empty_media',
  'fetch.rate': 'too_many_requests',
  rate_exceeded: 'quota_used_up',
  capacity: 'over_capacity',
  'content.region': 'region',
  'content.video.region': 'region',
  'link.invalid': 'link_unknown',
  'link.unsupported': 'link_unknown',
  'service.unsupported': 'link_unknown',
  'service.disabled': 'service_disabled',
  'fetch.short_link': 'short_link_unread',
  'fetch.fail': 'fetch_failed',
  'fetch.critical': 'instance_failed',
  unreachable: 'fetch_failed',
  timed_out: 'read_timeout',
  generic: 'instance_failed',
};

/**
 * Returns the failure for an error code of the cobalt server, `answer_unknown` for an unknown code. A rejected key is never reported as a
 * private post.
 */
export function failureOfCode(code: string, link: ParsedLink): EngineFailure {
  const bare = code.startsWith(PREFIX) ? code.slice(PREFIX.length) : code;
  if (bare.startsWith('auth.')) return failed('key_refused');
  // A cobalt server without an account session reports stories as unsupported.
  if (link.kind === 'story' && bare.endsWith('unsupported')) return failed('story_needs_session');
  return failed((Object.hasOwn(CAUSES, bare) ? CAUSES[bare] : undefined) ?? 'answer_unknown');
}

const nameSchema = z.string().max(1_024).optional().catch(undefined);

const fileSchema = z.object({
  status: z.enum(['tunnel', 'redirect']),
  url: z.string(),
  filename: nameSchema,
});
const pickerSchema = z.object({
  status: z.literal('picker'),
  picker: z.array(
    z.object({ type: z.string().optional().catch(undefined), url: z.string(), thumb: optionalAddress() }),
  ),
  audio: optionalAddress(),
  audioFilename: nameSchema,
});
/**
 * Schema of the response of a cobalt server that is configured to leave the processing of files, such as merging picture and sound, to the
 * client.
 */
const localSchema = z.object({
  status: z.literal('local-processing'),
  type: z.string(),
  tunnel: z.array(z.string()).min(1),
  output: z.object({ filename: nameSchema }).optional().catch(undefined),
  isHLS: z.boolean().nullish(),
});
const errorSchema = z.object({
  status: z.literal('error'),
  error: z.object({ code: z.string().max(200) }),
});
const answerSchema = z.discriminatedUnion('status', [fileSchema, pickerSchema, localSchema, errorSchema]);

type FileAnswer = z.infer<typeof fileSchema>;
type PickerAnswer = z.infer<typeof pickerSchema>;
type LocalAnswer = z.infer<typeof localSchema>;

/** Creates the schema of a text that may be missing (undefined) or null; any other value becomes null. */
function optionalAddress() {
  return z.string().nullish().catch(null);
}

const UNREADABLE = failed('answer_unknown');

/**
 * Parses the response of a cobalt server to a post or a failure. `status` is the HTTP status, `base` the URL of the cobalt server as the
 * owner configured it. Never throws.
 */
export function readCobaltAnswer(
  status: number,
  body: string,
  link: ParsedLink,
  base: string,
): EngineOutcome {
  const parsed = answerSchema.safeParse(readJson(body));
  // A response in another format may come from a proxy in front of the server.
  if (!parsed.success) return status === 200 ? UNREADABLE : failureOfServiceStatus(status);
  const answer = parsed.data;
  if (answer.status === 'error') return failureOfCode(answer.error.code, link);
  if (status !== 200) return failureOfServiceStatus(status);
  const context = { link, base };
  if (answer.status === 'picker') return readPicker(answer, context);
  return answer.status === 'local-processing' ? readLocal(answer, context) : readFile(answer, context);
}

/** Returns the media kind to assume for a link when no file name has a known extension. */
const usualKind = ({ kind }: ParsedLink): MediaKind => (kind === 'photo' ? 'photo' : 'video');

function readFile({ url, filename = '' }: FileAnswer, context: RequestContext): EngineOutcome {
  const { link } = context;
  const file = toCobaltFile(url, context);
  if (file === null) return UNREADABLE;
  const extension = extensionIn(filename) ?? extensionIn(new URL(file.url).pathname);
  const kind = kindOfExtension(extension) ?? usualKind(link);
  return toPost(link, [toItem(file, kind, extension, link)], handleIn(filename, link));
}

function readPicker({ picker, audio, audioFilename }: PickerAnswer, context: RequestContext): EngineOutcome {
  const { link } = context;
  const items = picker.slice(0, POST_ITEMS_MAX).map(({ type, url, thumb }): ExtractedItem | null => {
    const file = toCobaltFile(url, context);
    if (file === null) return null;
    const shown = extensionIn(new URL(file.url).pathname);
    const isNamed = type === 'photo' || type === 'video';
    const kind = isNamed ? type : (kindOfExtension(shown) ?? 'video');
    const extension = kindOfExtension(shown) === kind ? shown : null;
    // A cobalt server allows about forty tunnel requests a minute, thumbnails included, so a picture with a direct URL is its own thumbnail.
    const isDirect = kind === 'photo' && file.via === undefined;
    return toItem(file, kind, extension, link, isDirect ? file : toCobaltFile(thumb, context));
  });
  // An incomplete set must not look complete.
  if (items.length === 0) return failed('no_media');
  const whole = items.filter((item) => item !== null);
  if (whole.length < items.length) return UNREADABLE;
  const sound = toCobaltFile(audio, context);
  const soundItems = sound === null ? [] : [toItem(sound, 'audio', extensionIn(audioFilename ?? ''), link)];
  const outcome = toPost(link, [...whole, ...soundItems], handleIn(audioFilename, link));
  if (!outcome.ok) return outcome;
  return { ok: true, post: { ...outcome.post, statedItems: picker.length, isPicturePost: true } };
}

function readLocal({ type, tunnel, output, isHLS }: LocalAnswer, context: RequestContext): EngineOutcome {
  const { link } = context;
  // An HLS playlist is not a file that can be saved.
  if (isHLS === true) return failed('no_media');
  const [first, second] = tunnel.map((address) => toCobaltFile(address, context));
  if (first === undefined || first === null) return UNREADABLE;
  const filename = output?.filename ?? '';
  const username = handleIn(filename, link);
  if (type === 'merge') {
    const item = toItem(first, 'video', null, link);
    const silent = item.renditions.map((rendition) => ({ ...rendition, audioAvailable: false }));
    const sound = second === undefined || second === null ? [] : [emptyRendition('audio', second)];
    return toPost(link, [{ ...item, renditions: [...silent, ...sound] }], username);
  }
  // The name is that of the finished file, but the tunnel serves the source file unless the type is 'proxy'.
  const extension = type === 'proxy' ? extensionIn(filename) : null;
  const kind = type === 'audio' ? 'audio' : (kindOfExtension(extension) ?? usualKind(link));
  return toPost(link, [toItem(first, kind, extension, link)], username);
}

/**
 * Creates an item with one file. Reads the duration, and the short side of a clip, from the file's URL on the delivery network, because the
 * response does not contain them. A picture without `thumbnail` is its own thumbnail.
 */
function toItem(
  file: UpstreamFile,
  kind: MediaKind,
  extension: string | null,
  { platform }: ParsedLink,
  thumbnail: UpstreamFile | null = null,
): ExtractedItem {
  const isHinted = kind !== 'photo' && file.via === undefined;
  const hints = isHinted ? serverPlatformOf(platform)?.delivery.videoHints?.(file.url) : null;
  const shortSide = kind === 'video' ? (hints?.shortSide ?? null) : null;
  const quality = shortSide === null ? null : `${shortSide}p`;
  return {
    kind,
    thumbnail: thumbnail ?? (kind === 'photo' ? file : null),
    width: null,
    height: null,
    duration: hints?.duration ?? null,
    renditions: [{ ...emptyRendition(kind, file), quality, extension }],
  };
}

function toPost(link: ParsedLink, items: readonly ExtractedItem[], username: string | null): EngineOutcome {
  const files = items.flatMap(({ thumbnail, renditions }) => [
    ...(thumbnail === null ? [] : [thumbnail]),
    ...renditions.map(({ source }) => source),
  ]);
  const ends = files.flatMap((file) => (file.kind === 'upstream' ? (expiryOf(file) ?? []) : []));
  const post: ExtractedPost = {
    id: link.id,
    username,
    // The response contains no caption.
    caption: '',
    thumbnail: items[0]?.thumbnail ?? null,
    duration: items[0]?.duration ?? null,
    items,
    ...NOTHING_STATED,
    goodUntil: ends.length === 0 ? null : Math.min(...ends),
  };
  return { ok: true, post };
}
