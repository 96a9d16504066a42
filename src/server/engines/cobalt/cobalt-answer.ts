import * as z from 'zod';
import type { MediaKind } from '#shared/contract/content-type.ts';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { addressHints } from '../address-hints.ts';
import type { EngineOutcome, ExtractedItem, ExtractedPost, Rendition, UpstreamFile } from '../engine.ts';
import { failed, nonTerminal, withCause } from '../engine-failure.ts';
import { failureOfCode, failureOfStatus } from './cobalt-failure.ts';
import { endOf, extensionIn, handleIn, kindOfExtension, toFile, toRendition } from './cobalt-files.ts';

const nameSchema = z.string().max(1_024).optional().catch(undefined);

const fileSchema = z.object({
  status: z.enum(['tunnel', 'redirect']),
  url: z.string(),
  filename: nameSchema,
});
const pickerSchema = z.object({
  status: z.literal('picker'),
  picker: z.array(
    z.object({ type: z.string().optional().catch(undefined), url: z.string(), thumb: nameless() }),
  ),
  audio: nameless(),
  audioFilename: nameSchema,
});
/** Given by instances that leave the joining of picture and sound to the asker, whatever was asked for. */
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

/** An address that may be missing. */
function nameless() {
  return z.string().nullish().catch(null);
}

/** What an answer is read with: the link it was asked for, and where the owner said the instance is. */
interface Asked {
  readonly link: ParsedLink;
  readonly base: string;
}

const UNREADABLE = withCause(failed('provider_answer'), 'layout_unknown');

/** Gives the post in an instance's answer, or what it says instead. `base` is the instance's address. Never throws. */
export function readCobaltAnswer(
  status: number,
  text: string,
  link: ParsedLink,
  base: string,
): EngineOutcome {
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) return status === 200 ? UNREADABLE : failureOfStatus(status);
  const answer = parsed.data;
  if (answer.status === 'error') return failureOfCode(answer.error.code, link);
  if (status !== 200) return failureOfStatus(status);
  const asked = { link, base };
  if (answer.status === 'picker') return readPicker(answer, asked);
  return answer.status === 'local-processing' ? readLocal(answer, asked) : readFile(answer, asked);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a file of a post is when its name does not say. */
const usualKind = ({ kind }: ParsedLink): MediaKind => (kind === 'photo' ? 'photo' : 'video');

function readFile({ url, filename = '' }: FileAnswer, { link, base }: Asked): EngineOutcome {
  const file = toFile(url, base);
  if (file === null) return UNREADABLE;
  const extension = extensionIn(filename) ?? extensionIn(new URL(file.url).pathname);
  const kind = kindOfExtension(extension) ?? usualKind(link);
  return toPost(link, [toItem([toRendition(file, kind, extension)], null)], handleIn(filename, link));
}

function readPicker({ picker, audio, audioFilename }: PickerAnswer, { link, base }: Asked): EngineOutcome {
  const items = picker.slice(0, POST_ITEMS_MAX).map(({ type, url, thumb }): ExtractedItem | null => {
    const file = toFile(url, base);
    if (file === null) return null;
    const shown = extensionIn(new URL(file.url).pathname);
    const isNamed = type === 'photo' || type === 'video';
    const kind = isNamed ? type : (kindOfExtension(shown) ?? 'video');
    const extension = kindOfExtension(shown) === kind ? shown : null;
    // An instance allows some forty calls of its tunnel a minute, thumbnails included; a picture outside of it is its own thumbnail.
    const isDirect = kind === 'photo' && file.via === undefined;
    return toItem([toRendition(file, kind, extension)], isDirect ? file : toFile(thumb, base));
  });
  // A set short of a picture would pass for the whole.
  if (items.length === 0) return withCause(nonTerminal('no_media'), 'no_files');
  const whole = items.filter((item) => item !== null);
  if (whole.length < items.length) return UNREADABLE;
  const sound = toFile(audio, base);
  const song =
    sound === null ? [] : [toItem([toRendition(sound, 'audio', extensionIn(audioFilename ?? ''))], null)];
  const outcome = toPost(link, [...whole, ...song], handleIn(audioFilename, link));
  if (!outcome.ok) return outcome;
  return { ok: true, post: { ...outcome.post, statedItems: picker.length, isPicturePost: true } };
}

function readLocal({ type, tunnel, output, isHLS }: LocalAnswer, { link, base }: Asked): EngineOutcome {
  // A list of pieces is no file that could be saved.
  if (isHLS === true) return withCause(nonTerminal('no_media'), 'no_files');
  const [first, second] = tunnel.map((address) => toFile(address, base));
  if (first === undefined || first === null) return UNREADABLE;
  const filename = output?.filename ?? '';
  const username = handleIn(filename, link);
  if (type === 'merge') {
    const sound = second === undefined || second === null ? [] : [toRendition(second, 'audio', null)];
    return toPost(link, [toItem([toRendition(first, 'video', null, true), ...sound], null)], username);
  }
  // The name is that of the finished file; what comes is what it would have been made from.
  const extension = type === 'proxy' ? extensionIn(filename) : null;
  const kind = type === 'audio' ? 'audio' : (kindOfExtension(extension) ?? usualKind(link));
  return toPost(link, [toItem([toRendition(first, kind, extension)], null)], username);
}

function toItem(renditions: readonly Rendition[], thumbnail: UpstreamFile | null): ExtractedItem {
  const [first] = renditions;
  const kind = first?.kind ?? 'video';
  const source = first?.source ?? null;
  const hints = source?.kind === 'upstream' && kind !== 'photo' ? addressHints(source.url) : null;
  return {
    kind,
    thumbnail: thumbnail ?? (kind === 'photo' ? source : null),
    width: null,
    height: null,
    duration: hints?.duration ?? null,
    renditions,
  };
}

function toPost(link: ParsedLink, items: readonly ExtractedItem[], username: string | null): EngineOutcome {
  const files = items.flatMap(({ thumbnail, renditions }) => [
    ...(thumbnail === null ? [] : [thumbnail]),
    ...renditions.map(({ source }) => source),
  ]);
  const ends = files.flatMap((file) => (file.kind === 'upstream' ? (endOf(file) ?? []) : []));
  const post: ExtractedPost = {
    id: link.id,
    username,
    // The instance tells none of these.
    caption: '',
    thumbnail: items[0]?.thumbnail ?? null,
    duration: items[0]?.duration ?? null,
    items,
    ...(ends.length === 0 ? {} : { goodUntil: Math.min(...ends) }),
  };
  return { ok: true, post };
}
