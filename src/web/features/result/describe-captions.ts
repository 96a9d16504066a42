import { captionsList } from '#messages/captions-list.ts';
import { LANGUAGE } from '#messages/language.ts';
import type { CaptionOrigin } from '#shared/contract/content-type.ts';
import type { CaptionFile, Post } from '#shared/contract/preview.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { text } from '#shared/messages/text.ts';

// Created when first used, because most posts have no captions and creating it takes milliseconds.
let languageNames: Intl.DisplayNames | undefined;

function languageName(tag: string): string {
  languageNames ??= new Intl.DisplayNames(LANGUAGE, { type: 'language', languageDisplay: 'standard' });
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Translations, of which there may be many, come last. */
const ORDER: readonly CaptionOrigin[] = ['author', 'spoken', 'unknown', 'translated'];

/** Returns the caption files as rows: translations last, files of one origin by the names of their languages. */
export const shownCaptions = (files: readonly CaptionFile[]) =>
  files
    .map((file) => ({
      file,
      /** Name of the language in the page's language: 'Portuguese (Brazil)'. */
      language: languageName(file.language),
      origin: text(captionsList, `origin.${file.origin}`),
      /** Null if the size is not known. */
      size: file.size === null ? null : formatBytes(file.size),
    }))
    .toSorted(
      (one, other) =>
        ORDER.indexOf(one.file.origin) - ORDER.indexOf(other.file.origin) ||
        one.language.localeCompare(other.language, LANGUAGE),
    );

/** Caption file as a row shows it. */
export type ShownCaptions = ReturnType<typeof shownCaptions>[number];

/** Returns a caption file as a download takes it. An unknown size becomes 0 with `sizeKnown: false`. */
export const captionSource = ({ size, ...file }: CaptionFile) => ({
  ...file,
  size: size ?? 0,
  sizeKnown: size !== null,
});

/**
 * Finds `wanted`, a caption file of an earlier preview, in a newer preview of the same post, which has fresh links. Returns null if the
 * post has none in that language and of that origin, or if its size shows that it is another file.
 */
export const findSameCaptions = ({ captions }: Post, wanted: CaptionFile): CaptionFile | null =>
  captions?.find(
    ({ language, origin, size }) =>
      language === wanted.language &&
      origin === wanted.origin &&
      (size === wanted.size || size === null || wanted.size === null),
  ) ?? null;
