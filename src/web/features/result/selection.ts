import { type Dispatch, useReducer, useState } from 'react';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { BLOB_MAX_BYTES, DOWNLOADS_PER_PRESS, planZip } from '../../lib/set-plan.ts';

/** Way of saving a set: separate downloads, ZIP files, a folder, or the share sheet. */
export type SaveAs = 'separate' | 'zip' | 'folder' | 'sheet';

/** In which ways this device can save a set. */
export interface SetWays {
  readonly folder: boolean;
  /** Whether the browser can save a file that this page makes, such as a ZIP. */
  readonly zip: boolean;
  /** Where the share sheet puts the files; null if it takes none. */
  readonly sheet: 'photos' | 'app' | null;
  /** Whether the device is a phone or a tablet, where files in a ZIP do not reach the photos. */
  readonly isTouchDevice: boolean;
}

/** The visitor's choices for one post. Lists are parallel to the post's items. */
export interface Selection {
  /** Index of the shown item. */
  readonly current: number;
  /** Index of the chosen quality of each item. */
  readonly qualities: readonly number[];
  /** Whether each item of a set is selected for saving. */
  readonly picked: readonly boolean[];
  /** Null until the visitor chooses; see `saveAsOf`. */
  readonly saveAs: SaveAs | null;
}

/** A change of the selection; `item` and `quality` are indexes. */
export type SelectionEvent =
  | { readonly type: 'shown'; readonly item: number }
  | { readonly type: 'chosen'; readonly item: number; readonly quality: number }
  | { readonly type: 'toggled'; readonly item: number }
  | { readonly type: 'all-picked'; readonly isPicked: boolean }
  | { readonly type: 'save-as'; readonly saveAs: SaveAs }
  /** The post was fetched again. */
  | { readonly type: 'refreshed'; readonly post: Post; readonly fresh: Post };

/** Returns the index of the picture the link names (`img_index`, counted from 1); 0 if it names none. */
const linkedItemIndex = (post: Post): number => {
  const index = Number(/[?&]img_index=(\d{1,2})$/.exec(post.url)?.[1] ?? 1) - 1;
  return index in post.items ? index : 0;
};

/** Returns whether a quality is a video known to have no sound; false if that is unknown. */
export const isSilentClip = ({ videoAvailable, audioAvailable }: Quality): boolean =>
  videoAvailable && audioAvailable === false;

/** Returns the index of the first video that is not known to be silent, or 0 if there is none. */
const preferredQuality = ({ qualities }: PostItem): number =>
  Math.max(
    0,
    qualities.findIndex((quality) => !isSilentClip(quality) && quality.videoAvailable),
  );

/**
 * Returns the selection before the visitor changes it: shows the item that the link names, selects all items, and chooses for each the
 * first video not known to be silent, else its first quality.
 */
export const initialSelection = (post: Post): Selection => ({
  current: linkedItemIndex(post),
  qualities: post.items.map(preferredQuality),
  picked: post.items.map(() => true),
  saveAs: null,
});

const replaced = <Value>(list: readonly Value[], index: number, value: Value): readonly Value[] =>
  index in list ? list.with(index, value) : list;

/** Returns the next selection; events with an index outside the post are ignored. */
export function reduceSelection(selection: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case 'shown':
      return event.item in selection.picked ? { ...selection, current: event.item } : selection;
    case 'chosen':
      return { ...selection, qualities: replaced(selection.qualities, event.item, event.quality) };
    case 'toggled':
      return { ...selection, picked: replaced(selection.picked, event.item, !selection.picked[event.item]) };
    case 'all-picked':
      return { ...selection, picked: selection.picked.map(() => event.isPicked) };
    case 'save-as':
      return { ...selection, saveAs: event.saveAs };
    case 'refreshed':
      return reselected(selection, event.post, event.fresh);
  }
}

/** Returns the chosen quality of an item, or its first one if the choice no longer exists. */
const qualityOf = (item: PostItem, selection: Selection, index: number): Quality | undefined =>
  item.qualities[selection.qualities[index] ?? 0] ?? item.qualities[0];

/**
 * Returns the files to save, in the post's order, each with its item's index: the only item, or the selected ones of
 * a set.
 */
function chosenItems(post: Post, selection: Selection): readonly (readonly [file: Quality, index: number])[] {
  const single = post.items.length === 1;
  return post.items.flatMap((item, index) => {
    const quality = single || selection.picked[index] ? qualityOf(item, selection, index) : undefined;
    return quality === undefined ? [] : [[quality, index] as const];
  });
}

/** Returns the files to save, in the post's order: the only item or the selected items of a set, each in its chosen quality. */
export const chosenFiles = (post: Post, selection: Selection): readonly Quality[] =>
  chosenItems(post, selection).map(([file]) => file);

/**
 * Returns how to save the chosen files: as the visitor chose, else to the phone's photos if the device has that way, else, on a computer,
 * as ZIP above the number of files a browser accepts per click, else separately. A ZIP that no file fits into becomes separate files.
 */
export function saveAsOf(
  files: readonly Quality[],
  { saveAs }: Pick<Selection, 'saveAs'>,
  { zip, sheet, isTouchDevice }: SetWays,
): SaveAs {
  const prefersZip = zip && !isTouchDevice && files.length > DOWNLOADS_PER_PRESS;
  const wanted = saveAs ?? (sheet === 'photos' ? 'sheet' : prefersZip ? 'zip' : 'separate');
  return wanted === 'zip' && planZip(files, BLOB_MAX_BYTES).parts === 0 ? 'separate' : wanted;
}

/** Returns the index of a file in its refetched item; -1 if it is gone or its size shows that it is another file. */
const qualityIndexIn = (fresh: PostItem | undefined, wanted: Quality): number =>
  fresh?.qualities.findIndex(
    (one) =>
      one.label === wanted.label &&
      one.videoAvailable === wanted.videoAvailable &&
      // An unknown value in one of the two previews does not make it another file.
      (one.audioAvailable === wanted.audioAvailable ||
        one.audioAvailable === null ||
        wanted.audioAvailable === null) &&
      // A file that could not be checked this time has the extension its engine guessed.
      (one.extension === wanted.extension || !one.sizeKnown) &&
      (one.size === wanted.size || !one.sizeKnown || !wanted.sizeKnown),
  ) ?? -1;

/**
 * Finds the chosen files of `post` in `fresh`, a newer preview of it with fresh links. Returns null if one is missing: saving another file
 * unnoticed would be worse than failing.
 */
export function findSameFiles(fresh: Post, post: Post, selection: Selection): readonly Quality[] | null {
  if (fresh.items.length !== post.items.length) return null;
  const wanted = chosenItems(post, selection);
  const found = wanted.flatMap(([quality, index]) => {
    const item = fresh.items[index];
    return item?.qualities[qualityIndexIn(item, quality)] ?? [];
  });
  return found.length === wanted.length ? found : null;
}

/** Returns the selection for a newer preview of `post`, whose qualities may be in another order or fewer. */
const reselected = (selection: Selection, post: Post, fresh: Post): Selection => ({
  ...selection,
  qualities: post.items.map((item, index) => {
    const wanted = qualityOf(item, selection, index);
    if (wanted === undefined) return 0;
    const again = fresh.items[index];
    const place = qualityIndexIn(again, wanted);
    if (place !== -1) return place;
    return Math.max(0, again?.qualities.findIndex(({ label }) => label === wanted.label) ?? 0);
  }),
});

/**
 * Returns the visitor's selection for `post` and its dispatch function. When the post is fetched again, each chosen quality is found again
 * in the new post. A component that shows another post must be keyed by it.
 */
export function useSelection(post: Post): readonly [Selection, Dispatch<SelectionEvent>] {
  const [selection, select] = useReducer(reduceSelection, post, initialSelection);
  const [of, setOf] = useState(post);
  if (of !== post) {
    setOf(post);
    select({ type: 'refreshed', post: of, fresh: post });
  }
  return [selection, select];
}
