import type { CaptionOrigin } from '#shared/contract/content-type.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import type { ExtractedCaptions } from '../reading/extracted-post.ts';
import { listOf, shortListOf, textOf, valueAt } from '../reading/json-value.ts';
import { type FileHeaders, fileUrls, isDeliveryHost, toFile } from './tiktok-file.ts';

/** Maximum number of caption files per video. Each file costs a request per preview; real videos have at most about thirty. */
const CAPTION_FILES_MAX = 40;
/** Maximum number of entries that are read from a list, because a page may contain any number. */
const ENTRIES_MAX = 100;
/** Format of the entries that are read; the other formats are TikTok's own. */
const FORMAT = 'webvtt';
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/**
 * Reads the caption files of a video, at most CAPTION_FILES_MAX. A page lists them in `claInfo`, in `subtitleInfos` or in both; an entry of
 * the second list is dropped if the first has one with the same language and origin, or with the same language when the origin of the
 * second is unknown. `headers` are the request headers that the delivery network requires for videos.
 */
export function captionFiles(video: unknown, headers: FileHeaders): readonly ExtractedCaptions[] {
  const first = oneOfEach(entriesOf(valueAt(video, 'claInfo', 'captionInfos')), claCaptions, headers);
  const second = oneOfEach(entriesOf(valueAt(video, 'subtitleInfos')), subtitleCaptions, headers);
  const missing = second.filter((file) => !first.some((known) => isSameText(known, file)));
  return [...first, ...missing].slice(0, CAPTION_FILES_MAX);
}

const entriesOf = (list: unknown): readonly unknown[] => listOf(list).slice(0, ENTRIES_MAX);

/** Entry of `claInfo` or `subtitleInfos`. Only the origin has been validated. */
interface Entry {
  readonly format: unknown;
  readonly languages: readonly unknown[];
  readonly origin: CaptionOrigin;
  readonly addresses: readonly unknown[];
}

const claCaptions = (info: unknown): Entry => ({
  format: valueAt(info, 'captionFormat'),
  // Usually a tag with a region; in some pages the name of the language.
  languages: [valueAt(info, 'language'), valueAt(info, 'languageCode')],
  origin: claOrigin(valueAt(info, 'isAutoGen'), valueAt(info, 'isOriginalCaption')),
  addresses: [valueAt(info, 'url'), ...shortListOf(valueAt(info, 'urlList'))],
});

const subtitleCaptions = (info: unknown): Entry => ({
  format: valueAt(info, 'Format'),
  languages: [valueAt(info, 'LanguageCodeName')],
  origin: sourceOrigin(textOf(valueAt(info, 'Source'))),
  addresses: [valueAt(info, 'Url')],
});

function claOrigin(isGenerated: unknown, isOriginal: unknown): CaptionOrigin {
  if (isGenerated === false) return 'author';
  if (isGenerated !== true || typeof isOriginal !== 'boolean') return 'unknown';
  return isOriginal ? 'spoken' : 'translated';
}

function sourceOrigin(source: string | null): CaptionOrigin {
  switch (source?.toUpperCase()) {
    case 'ASR':
      return 'spoken';
    case 'MT':
      return 'translated';
    default:
      return 'unknown';
  }
}

/** Reads the usable entries of a list with `read`. Keeps the first entry of each language and origin. */
function oneOfEach(
  list: readonly unknown[],
  read: (info: unknown) => Entry,
  headers: FileHeaders,
): readonly ExtractedCaptions[] {
  const files = new Map<string, ExtractedCaptions>();
  for (const info of list) {
    const { format, languages, origin, addresses } = read(info);
    const language = languageTag(languages);
    const source = textOf(format)?.toLowerCase() === FORMAT ? captionSource(addresses, headers) : null;
    if (language === null || source === null) continue;
    const key = `${language} ${origin}`;
    if (!files.has(key)) files.set(key, { source, language, origin });
  }
  return [...files.values()];
}

/** Returns the first valid language tag among `values` in its canonical form, 'en-US' for TikTok's 'eng-US'; null if none is valid. */
function languageTag(values: readonly unknown[]): string | null {
  for (const value of values) {
    const tag = textOf(value)?.replaceAll('_', '-') ?? '';
    if (!LANGUAGE_TAG.test(tag)) continue;
    try {
      const [canonical] = Intl.getCanonicalLocales(tag);
      if (canonical !== undefined) return canonical;
    } catch {
      // A tag with a repeated part has the right form, but is invalid.
    }
  }
  return null;
}

function captionSource(addresses: readonly unknown[], headers: FileHeaders): UpstreamFile | null {
  return toFile(
    fileUrls(addresses).filter(({ hostname }) => isDeliveryHost(hostname)),
    headers,
  );
}

/** Returns the language and the script of a tag, without the region, which one list may state and the other list leave out. */
function writtenLanguage(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script ?? ''}`;
}

/** Returns whether `file` has the language of `known`, and the same origin or an unknown one, so that both name the same captions. */
const isSameText = (known: ExtractedCaptions, file: ExtractedCaptions): boolean =>
  writtenLanguage(known.language) === writtenLanguage(file.language) &&
  (known.origin === file.origin || file.origin === 'unknown');
