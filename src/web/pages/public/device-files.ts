import type { Post, PostItem } from '#shared/contract/preview.ts';
import type { Cutting } from '../../features/player/use-part.ts';
import type { Selection } from '../../features/result/selection.ts';
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

/** Returns what this device offers of the post: with the files that it can make itself. */
export const offeredOf = (post: Post): Post => (canMakeFiles() ? withMadeFiles(post) : post);

/** Returns the files of sound that this device can make from the item at `index`. */
export function offeredSounds(post: Post, index: number, template: string): readonly OfferedFile[] {
  const item = post.items[index];
  return item === undefined || !canMakeFiles() ? [] : soundsOf(post, item, template);
}

/**
 * Returns the file of `fresh`, a newer preview of `post`, that is made like `file`, which this device makes from the shown item or the
 * selected pictures of `post`. Null if the items differ or the file can no longer be made.
 */
export function sameMadeFile(
  fresh: Post,
  post: Post,
  { current, picked }: Selection,
  file: OfferedFile,
  template: string,
): OfferedFile | null {
  const item = fresh.items[current];
  const { making } = file;
  if (item === undefined || fresh.items.length !== post.items.length) return null;
  if (making?.kind === 'film') return filmOf(fresh, picked, making.secondsEach);
  if (making?.kind === 'clip') {
    const clip = cuttableClip(item);
    return clip === undefined ? null : partOf(clip, making);
  }
  return soundsOf(fresh, item, template).find(({ quality }) => quality === file.quality) ?? null;
}

/** Returns the film that this device can make of the selected pictures; null if it cannot make one. */
export const offeredFilm = (post: Post, { picked }: Selection, secondsEach: number): OfferedFile | null =>
  canMakeFiles() ? filmOf(post, picked, secondsEach) : null;

/** Returns what the player needs to cut the clip of an item; null if this device cannot cut it. */
export function cuttingOf(item: PostItem, onSavePart: (file: OfferedFile) => void): Cutting | null {
  const clip = canMakeFiles() ? cuttableClip(item) : undefined;
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
