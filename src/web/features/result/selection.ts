import { type Dispatch, useReducer, useState } from 'react';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { DOWNLOADS_PER_PRESS, planZip } from '../../lib/set-plan.ts';

/** Way of saving a set: separate downloads, ZIP files, a folder, or the share sheet. */
export type SaveAs = 'separate' | 'zip' | 'folder' | 'sheet';

/** Ways in which this device can save a set. */
export interface SetWays {
  /** Whether the browser can write files into a folder of the visitor. */
  readonly folder: boolean;
  /** Whether the browser can save a file that this page makes, such as a ZIP. */
  readonly zip: boolean;
  /** Maximum size of a ZIP in bytes. */
  readonly zipBytes: number;
  /** Where the share sheet puts the files; null if the device has no share sheet for files. */
  readonly sheet: 'photos' | 'app' | null;
  /** Whether the device is a phone or a tablet, where files in a ZIP do not reach the photos. */
  readonly isTouchDevice: boolean;
}

/** The visitor's choices for one post. Lists are parallel to the post's items. */
export interface Selection {
  /** Index of the shown item. */
  readonly current: number;
  /** Index of the chosen quality of each item. */
  readonly qualityIndexes: readonly number[];
  /** Whether each item of a set is selected for saving. */
  readonly picked: readonly boolean[];
  /** Null until the visitor chooses; see `saveAsOf`. */
  readonly saveAs: SaveAs | null;
  /** Whether the details are saved with a set. */
  readonly withDetails: boolean;
  /** Indexes of all items in the order in which a film shows them. */
  readonly filmOrder: readonly number[];
}

/** A change of the selection; `item` and `quality` are indexes. */
export type SelectionEvent =
  | { readonly type: 'shown'; readonly item: number }
  | { readonly type: 'chosen'; readonly item: number; readonly quality: number }
  | { readonly type: 'toggled'; readonly item: number }
  | { readonly type: 'all-picked'; readonly isPicked: boolean }
  | { readonly type: 'save-as'; readonly saveAs: SaveAs }
  | { readonly type: 'details'; readonly isWanted: boolean }
  /** Two items change places in the film. */
  | { readonly type: 'swapped'; readonly item: number; readonly other: number }
  /** `post` was fetched again as `fresh`, with fresh links. */
  | { readonly type: 'refreshed'; readonly post: Post; readonly fresh: Post };

/**
 * Returns the index of the item that the post's link names (`img_index`, counted from 1); 0 if the link names none or one that the post
 * does not have.
 */
const linkedItemIndex = (post: Post): number => {
  const index = Number(/[?&]img_index=(\d{1,2})$/.exec(post.url)?.[1] ?? 1) - 1;
  return index in post.items ? index : 0;
};

/** Returns whether a quality is a video that is known to have no sound; false if this is unknown. */
export const isSilentClip = ({ videoAvailable, audioAvailable }: Quality): boolean =>
  videoAvailable && audioAvailable === false;

/** Returns the index of the first video that is not known to be silent, or 0 if there is none. */
const preferredQuality = ({ qualities }: PostItem): number =>
  Math.max(
    0,
    qualities.findIndex((quality) => !isSilentClip(quality) && quality.videoAvailable),
  );

/**
 * Returns the initial selection: shows the item that the link names, selects all items, and chooses for each item the first video that is
 * not known to be silent, or else its first quality.
 */
export const initialSelection = (post: Post): Selection => ({
  current: linkedItemIndex(post),
  qualityIndexes: post.items.map(preferredQuality),
  picked: post.items.map(() => true),
  saveAs: null,
  withDetails: false,
  filmOrder: [...post.items.keys()],
});

const replaced = <Value>(list: readonly Value[], index: number, value: Value): readonly Value[] =>
  index in list ? list.with(index, value) : list;

/** Returns the next selection; ignores an event whose `item` is not in the post. */
export function reduceSelection(selection: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case 'shown':
      return event.item in selection.picked ? { ...selection, current: event.item } : selection;
    case 'chosen':
      return { ...selection, qualityIndexes: replaced(selection.qualityIndexes, event.item, event.quality) };
    case 'toggled':
      return { ...selection, picked: replaced(selection.picked, event.item, !selection.picked[event.item]) };
    case 'all-picked':
      return { ...selection, picked: selection.picked.map(() => event.isPicked) };
    case 'save-as':
      return { ...selection, saveAs: event.saveAs };
    case 'details':
      return { ...selection, withDetails: event.isWanted };
    case 'swapped': {
      const { filmOrder: order } = selection;
      const [place, otherPlace] = [order.indexOf(event.item), order.indexOf(event.other)];
      return { ...selection, filmOrder: order.with(place, event.other).with(otherPlace, event.item) };
    }
    case 'refreshed':
      return reselected(selection, event.post, event.fresh);
  }
}

/**
 * Returns the chosen quality of an item, or its first quality if the chosen one no longer exists; undefined for an item without qualities.
 */
const qualityOf = (item: PostItem, selection: Selection, index: number): Quality | undefined =>
  item.qualities[selection.qualityIndexes[index] ?? 0] ?? item.qualities[0];

/**
 * Returns the files to save in the order of the post, each with the index of its item. They are the file of the only item, or those of the
 * selected items of a set.
 */
function chosenItems(post: Post, selection: Selection): readonly (readonly [file: Quality, index: number])[] {
  const single = post.items.length === 1;
  return post.items.flatMap((item, index) => {
    const quality = single || selection.picked[index] ? qualityOf(item, selection, index) : undefined;
    return quality === undefined ? [] : [[quality, index] as const];
  });
}

/**
 * Returns the files to save in the order of the post: that of the only item, or those of the selected items of a set, each in its chosen
 * quality.
 */
export const chosenFiles = (post: Post, selection: Selection): readonly Quality[] =>
  chosenItems(post, selection).map(([file]) => file);

/** Returns the indexes of the selected photos of a set in the order of the film. */
export const filmPictures = ({ items }: Post, { picked, filmOrder }: Selection): readonly number[] =>
  filmOrder.filter((index) => picked[index] === true && items[index]?.kind === 'photo');

/**
 * Returns how to save the chosen files. If the visitor has not chosen: to the phone's photos, if the device can do that; on a computer, as
 * ZIP above the number of files that a browser accepts per click; otherwise separately. A ZIP that no file fits into becomes separate
 * files.
 */
export function saveAsOf(
  files: readonly Quality[],
  { saveAs }: Pick<Selection, 'saveAs'>,
  { zip, zipBytes, sheet, isTouchDevice }: SetWays,
): SaveAs {
  const prefersZip = zip && !isTouchDevice && files.length > DOWNLOADS_PER_PRESS;
  const wanted = saveAs ?? (sheet === 'photos' ? 'sheet' : prefersZip ? 'zip' : 'separate');
  return wanted === 'zip' && planZip(files, zipBytes).parts === 0 ? 'separate' : wanted;
}

/**
 * Returns the index of the quality of `fresh` that corresponds to `wanted`, a quality of an earlier preview; -1 if there is none, or if the
 * extension or the size shows that it is a different file.
 */
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
 * Finds the chosen files of `post` in `fresh`, a newer preview of the same post with fresh links. Returns null if one of them is missing or
 * the number of items differs, because saving another file unnoticed would be worse than a failure.
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

/**
 * Returns the selection for `fresh`, a newer preview of `post`, whose qualities may be fewer or in another order. A chosen quality that is
 * missing is replaced by one with the same label that is as silent, or else by the item's preferred one.
 */
const reselected = (selection: Selection, post: Post, fresh: Post): Selection => ({
  ...selection,
  qualityIndexes: post.items.map((item, index) => {
    const wanted = qualityOf(item, selection, index);
    if (wanted === undefined) return 0;
    const again = fresh.items[index];
    const place = qualityIndexIn(again, wanted);
    if (place !== -1) return place;
    const similar = again?.qualities.findIndex(
      (one) => one.label === wanted.label && isSilentClip(one) === isSilentClip(wanted),
    );
    return similar === undefined || similar === -1 ? preferredQuality(again ?? item) : similar;
  }),
});

/**
 * Returns the visitor's selection for `post` and its dispatch function. When the post is fetched again, finds each chosen quality in the
 * new preview. A component that can show another post must use the post as its React key.
 */
export function useSelection(post: Post): readonly [Selection, Dispatch<SelectionEvent>] {
  const [selection, select] = useReducer(reduceSelection, post, initialSelection);
  const [shownPost, setShownPost] = useState(post);
  if (shownPost !== post) {
    setShownPost(post);
    select({ type: 'refreshed', post: shownPost, fresh: post });
  }
  return [selection, select];
}
