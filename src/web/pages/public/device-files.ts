import type { Post, PostItem } from '#shared/contract/preview.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Cutting } from '../../features/player/use-part.ts';
import { authorFile, coverFile } from '../../features/result/extra-files.ts';
import { filmPictures, type Selection } from '../../features/result/selection.ts';
import { findKeyFrame, isExactClipQuick } from '../../workbench/clip-questions.ts';
import { canMakeFiles } from '../../workbench/device.ts';
import {
  cuttableClip,
  filmOf,
  type OfferedFile,
  partOf,
  soundsOf,
  withMadeFiles,
} from '../../workbench/offers.ts';

/** Returns whether files are made on this device: the owner allows it, and the browser can. */
export const makesFiles = ({ madeFiles }: Pick<Site, 'madeFiles'>): boolean => madeFiles && canMakeFiles();

/** Returns what this device offers of the post: with the files that it can make itself, if it makes files (`makes`). */
export const offeredOf = (post: Post, makes: boolean): Post => (makes ? withMadeFiles(post) : post);

/** Returns the files of sound that this device can make from the item at `index`. */
export function offeredSounds(post: Post, index: number, template: string): readonly OfferedFile[] {
  const item = post.items[index];
  return item === undefined ? [] : soundsOf(post, item, template);
}

/**
 * Returns the file of `fresh`, a newer preview of `post`, that is made like `file`, which this device makes from the shown item or the
 * selected pictures of `post`, or which is its cover or its author's picture. Null if the items differ or the file can no longer be
 * made.
 */
export function sameMadeFile(
  fresh: Post,
  post: Post,
  selection: Selection,
  file: OfferedFile,
  template: string,
): OfferedFile | null {
  const { current } = selection;
  const item = fresh.items[current];
  const { making } = file;
  if (item === undefined || fresh.items.length !== post.items.length) return null;
  if (making?.kind === 'film') return offeredFilm(fresh, selection, making.secondsEach);
  if (making?.kind === 'clip') {
    const clip = cuttableClip(item);
    return clip === undefined ? null : partOf(clip, making);
  }
  if (file.quality === 'cover') return coverFile(fresh, current, template);
  if (file.quality === 'author') return authorFile(fresh, template);
  return soundsOf(fresh, item, template).find(({ quality }) => quality === file.quality) ?? null;
}

/** Returns the film that this device can make of the selected pictures; null if they are too few. */
export const offeredFilm = (post: Post, selection: Selection, secondsEach: number): OfferedFile | null =>
  filmOf(post, filmPictures(post, selection), secondsEach);

/** Returns what the player needs to cut the clip of an item; null without a clip. */
export function cuttingOf(item: PostItem, onSavePart: (file: OfferedFile) => void): Cutting | null {
  const clip = cuttableClip(item);
  if (clip === undefined) return null;
  const { url, direct } = clip;
  const link = direct === true ? `${url}?tunnel` : url;
  const source = { url: new URL(link, window.location.href).href, size: clip.sizeKnown ? clip.size : null };
  return {
    snap: (seconds, signal) => findKeyFrame(source, seconds, signal),
    isExactQuick: (signal) => isExactClipQuick(source, 0, signal),
    onSave: (part) => onSavePart(partOf(clip, part)),
  };
}
