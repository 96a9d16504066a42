import { FILENAME_MAX_CHARACTERS } from '../limits.ts';
import { isMediaExtension } from './mime.ts';

const DEFAULT_EXTENSION = 'mp4';
const WORD_MAX_CHARACTERS = 20;
const SUFFIX_MAX_CHARACTERS = 40;

/**
 * Only letters, digits, underscore and hyphen are left of a part. No dot survives, so the one before the extension is the only
 * one: no hidden file, no '..', no Windows device ('nul.mp4'), no direction mark that turns 'gpj.exe' round.
 */
const clean = (part: string, max: number): string =>
  part
    .slice(0, FILENAME_MAX_CHARACTERS)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, max);

const dateOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : (date.toISOString().split('T', 1)[0] ?? '');

/**
 * Gives the name a file is saved under: `{platform}_{type}_{id}[_{suffix}]_{YYYY-MM-DD}.{ext}` (product, section 2), the date in
 * UTC. Whatever the parts hold, the name is safe on every system and at most 150 characters; an extension that is no kind of
 * media becomes mp4.
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
  const room = FILENAME_MAX_CHARACTERS - before.length - after.length - extension.length - 1;
  return `${before}${clean(parts.id, room) || 'unknown'}${after}.${extension}`;
};
