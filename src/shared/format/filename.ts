import { isMediaExtension } from './mime.ts';

export const FILENAME_MAX_CHARACTERS = 150;

const DEFAULT_EXTENSION = 'mp4';
const WORD_MAX_CHARACTERS = 20;
const SUFFIX_MAX_CHARACTERS = 40;

/**
 * Replaces each run of characters other than ASCII letters, digits, underscores and hyphens with one hyphen, and cuts the result to
 * `maxCharacters`. The only dot of a file name is therefore the one before the extension, which rules out hidden files and '..'; and no
 * bidirectional mark can make a program look like a picture. The platform at the start of each name rules out the names of Windows devices
 * ('nul.mp4').
 */
const clean = (part: string, maxCharacters: number): string =>
  part
    .slice(0, FILENAME_MAX_CHARACTERS)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, maxCharacters);

const dateOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : (date.toISOString().split('T', 1)[0] ?? '');

/**
 * Returns the name of a downloaded file: `{platform}_{type}_{id}[_{suffix}]_{YYYY-MM-DD}.{ext}`, the date in UTC. The
 * name is safe on every system and at most 150 characters long for any input; an extension that is no media type
 * becomes mp4.
 */
export const mediaFilename = (parts: {
  readonly platform: string;
  readonly kind: string;
  readonly id: string;
  readonly suffix?: string;
  readonly date: Date;
  readonly extension: string;
}): string => {
  const extension = isMediaExtension(parts.extension)
    ? parts.extension.toLowerCase().replace(/^\./, '')
    : DEFAULT_EXTENSION;
  const platform = clean(parts.platform, WORD_MAX_CHARACTERS) || 'media';
  const kind = clean(parts.kind, WORD_MAX_CHARACTERS) || 'file';
  const before = `${platform}_${kind}_`;
  const after = [clean(parts.suffix ?? '', SUFFIX_MAX_CHARACTERS), dateOf(parts.date)]
    .filter((part) => part !== '')
    .map((part) => `_${part}`)
    .join('');
  const maxIdCharacters = FILENAME_MAX_CHARACTERS - before.length - after.length - extension.length - 1;
  return `${before}${clean(parts.id, maxIdCharacters) || 'unknown'}${after}.${extension}`;
};
