import { type FilenameToken, fillTemplate } from './filename-template.ts';
import { isMediaExtension } from './mime.ts';

export const FILENAME_MAX_CHARACTERS = 150;

const DEFAULT_EXTENSION = 'mp4';
/** Extensions of files that the page makes. */
const PAGE_EXTENSIONS: readonly string[] = ['zip', 'txt', 'json'];
const CAPTIONS_EXTENSION = 'vtt';
const WORD_MAX_CHARACTERS = 20;
const USER_MAX_CHARACTERS = 40;
const SUFFIX_MAX_CHARACTERS = 40;
const UNKNOWN = 'unknown';

const UNSAFE = /[^A-Za-z0-9_-]+/g;
/** Names of accounts have dots; `mediaFilename` removes one at the start or the end of a file name. */
const UNSAFE_IN_USER = /[^A-Za-z0-9_.-]+/g;

/**
 * Replaces each run of characters other than ASCII letters, digits, underscores and hyphens with one hyphen, and cuts the result to
 * `maxCharacters`. No bidirectional mark can therefore make a program look like a picture, and the name is the same in every header, ZIP and
 * file system.
 */
const clean = (part: string, maxCharacters: number, unsafe = UNSAFE): string =>
  part.slice(0, FILENAME_MAX_CHARACTERS).replace(unsafe, '-').slice(0, maxCharacters);

const dateOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : (date.toISOString().split('T', 1)[0] ?? '');

/** Names that Windows gives to devices, whatever follows after a dot, a comma or a space. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?![\w-])/i;

/** Returns a name without an extension that every system accepts: no dot or space at its ends, no device of Windows. */
const safeStem = (filled: string): string =>
  filled.replace(/^[. ]+|[. ]+$/g, '').replace(DEVICE, (device) => `_${device}`);

/** Post whose files get names. `username` is 'unknown' or null if the author is not known. */
interface NamedPost {
  readonly platform: string;
  readonly id: string;
  readonly username: string | null;
}

interface NamedFile {
  readonly kind: string;
  readonly quality: string;
  readonly extension: string;
}

interface NameParts extends NamedPost, Omit<NamedFile, 'quality'> {
  /** Position in a set, counted from 1; null outside of a set. */
  readonly position?: number | null;
  /** What distinguishes the file from others of its kind in the same place; null for the best one. */
  readonly quality?: string | null;
  readonly date: Date;
}

const extensionOf = (extension: string): string => {
  const bare = extension.toLowerCase().replace(/^\./, '');
  return PAGE_EXTENSIONS.includes(bare) || isMediaExtension(extension) ? bare : DEFAULT_EXTENSION;
};

const tokenValues = (parts: NameParts): Record<FilenameToken, string> => {
  const n = typeof parts.position === 'number' ? String(parts.position) : '';
  const suffix = clean(
    [n, parts.quality ?? ''].filter((part) => part !== '').join('_'),
    SUFFIX_MAX_CHARACTERS,
  );
  return {
    platform: clean(parts.platform, WORD_MAX_CHARACTERS) || 'media',
    user: parts.username === UNKNOWN ? '' : clean(parts.username ?? '', USER_MAX_CHARACTERS, UNSAFE_IN_USER),
    date: dateOf(parts.date),
    id: clean(parts.id, FILENAME_MAX_CHARACTERS) || UNKNOWN,
    type: clean(parts.kind, WORD_MAX_CHARACTERS) || 'file',
    quality: n === '' ? suffix : suffix.slice(n.length + 1),
    n,
  };
};

/**
 * Returns the name of a downloaded file: `template`, filled in, with the extension; the date in UTC. A template without `{n}` gets it at its
 * end for a file of a set, so that the names of a set differ. The name is safe on every system and at most 150 characters long for any
 * input: the longest values are cut, but neither the date nor the position. Any other extension than that of a media type or of a file that the page makes becomes mp4.
 */
export const mediaFilename = (template: string, parts: NameParts): string => {
  const extension = extensionOf(parts.extension);
  const values = tokenValues(parts);
  const { n, date, id } = values;
  const whole = n === '' || template.includes('{n}') ? template : `${template}_{n}`;
  const maxCharacters = FILENAME_MAX_CHARACTERS - extension.length - 1;
  for (let cut = FILENAME_MAX_CHARACTERS; cut > 0; cut -= 1) {
    const shortened = Object.fromEntries(
      Object.entries(values).map(([token, value]) => [token, value.slice(0, cut)]),
    ) as typeof values;
    const stem = safeStem(fillTemplate(whole, { ...shortened, n, date }));
    if (stem !== '' && stem.length <= maxCharacters) return `${stem}.${extension}`;
  }
  // The template has nothing but separators, or is longer than one that passed the check.
  return `${safeStem(id.slice(0, maxCharacters - 1))}.${extension}`;
};

/** Returns the names of all files of a post: one list for each item. The best file of each kind in an item is named without its quality. */
export const postFilenames = (
  template: string,
  post: NamedPost,
  items: readonly (readonly NamedFile[])[],
  date: Date,
): readonly (readonly string[])[] =>
  items.map((files, index) =>
    files.map((file) => {
      const isBest = files.find(({ kind }) => kind === file.kind) === file;
      return mediaFilename(template, {
        ...post,
        kind: file.kind,
        position: items.length > 1 ? index + 1 : null,
        quality: isBest ? null : file.quality,
        date,
        extension: file.extension,
      });
    }),
  );

/** Returns the name of a caption file, whose language and origin stand in the place of the quality. */
export const captionsFilename = (
  template: string,
  post: NamedPost,
  { language, origin }: { readonly language: string; readonly origin: string },
  date: Date,
): string =>
  mediaFilename(template, {
    ...post,
    kind: 'captions',
    quality: origin === UNKNOWN ? language : `${language}_${origin}`,
    date,
    extension: CAPTIONS_EXTENSION,
  });
