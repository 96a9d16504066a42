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

/** Order of the rows by origin. Translations come last, because there may be many. */
const ORDER: readonly CaptionOrigin[] = ['author', 'spoken', 'unknown', 'translated'];

/** Returns the caption files as rows, ordered by their origin (translations last) and then by the name of their language. */
export const describeCaptions = (files: readonly CaptionFile[]) =>
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

/** Converts a caption file to the source of a download. An unknown size becomes 0 with `sizeKnown: false`. */
export const captionSource = ({ size, ...file }: CaptionFile) => ({
  ...file,
  size: size ?? 0,
  sizeKnown: size !== null,
});

/**
 * Finds the caption file that corresponds to `earlierFile`, which is from an earlier preview, in a newer preview of the same post. The found
 * file has a fresh link. Returns null if the post has no captions in that language and of that origin, or if the size shows that they are a
 * different file.
 */
export const findSameCaptions = ({ captions }: Post, earlierFile: CaptionFile): CaptionFile | null =>
  captions?.find(
    ({ language, origin, size }) =>
      language === earlierFile.language &&
      origin === earlierFile.origin &&
      (size === earlierFile.size || size === null || earlierFile.size === null),
  ) ?? null;
