import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { BLOB_MAX_BYTES, DOWNLOADS_PER_PRESS } from '#shared/limits.ts';
import { planZip } from '../../lib/zip-plan.ts';

export type SaveAs = 'separate' | 'zip' | 'folder';

/** What the visitor has picked of one post. Lists run parallel to the post's items. */
export interface Selection {
  /** Index of the item on the stage. */
  readonly current: number;
  /** Index of the chosen quality of each item. */
  readonly qualities: readonly number[];
  /** Whether each item of a set is to be saved. */
  readonly picked: readonly boolean[];
  /** Null until the visitor chooses; see `saveAsOf`. */
  readonly saveAs: SaveAs | null;
}

export type SelectionEvent =
  | { readonly type: 'shown'; readonly item: number }
  | { readonly type: 'chosen'; readonly item: number; readonly quality: number }
  | { readonly type: 'toggled'; readonly item: number }
  | { readonly type: 'all-picked' }
  | { readonly type: 'none-picked' }
  | { readonly type: 'save-as'; readonly saveAs: SaveAs }
  /** The post was read anew. */
  | { readonly type: 'refreshed'; readonly post: Post; readonly fresh: Post };

/** The picture of a set the visitor's link points at (`img_index`, counted from 1); the first without one. */
const pointedAt = (post: Post): number => {
  const index = Number(/[?&]img_index=(\d{1,2})$/.exec(post.url)?.[1] ?? 1) - 1;
  return index in post.items ? index : 0;
};

/** Whether a quality is a clip that is known to have no sound; where nobody knows, nothing is claimed. */
export const isSilentClip = ({ videoAvailable, audioAvailable }: Quality): boolean =>
  videoAvailable && audioAvailable === false;

/** The first quality that is not silent, the first of all where every one is. */
const preferredQuality = ({ qualities }: PostItem): number =>
  Math.max(
    0,
    qualities.findIndex((quality) => !isSilentClip(quality) && quality.videoAvailable),
  );

/** One quality of every item, and every item: a set is mostly wanted whole, its sound included. */
export const initialSelection = (post: Post): Selection => ({
  current: pointedAt(post),
  qualities: post.items.map(preferredQuality),
  picked: post.items.map(() => true),
  saveAs: null,
});

const replaced = <Value>(list: readonly Value[], index: number, value: Value): readonly Value[] =>
  index in list ? list.with(index, value) : list;

/** The next selection; an index outside the post changes nothing. */
export function reduceSelection(selection: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case 'shown':
      return event.item in selection.picked ? { ...selection, current: event.item } : selection;
    case 'chosen':
      return { ...selection, qualities: replaced(selection.qualities, event.item, event.quality) };
    case 'toggled':
      return { ...selection, picked: replaced(selection.picked, event.item, !selection.picked[event.item]) };
    case 'all-picked':
      return { ...selection, picked: selection.picked.map(() => true) };
    case 'none-picked':
      return { ...selection, picked: selection.picked.map(() => false) };
    case 'save-as':
      return { ...selection, saveAs: event.saveAs };
    case 'refreshed':
      return reselected(selection, event.post, event.fresh);
  }
}

/** The chosen quality of an item; its first when the choice no longer exists. */
const qualityOf = (item: PostItem, selection: Selection, index: number): Quality | undefined =>
  item.qualities[selection.qualities[index] ?? 0] ?? item.qualities[0];

/** What a press on Download saves, in the post's order: the one item's file, or those picked of a set, with their items' places. */
function chosenItems(post: Post, selection: Selection): readonly (readonly [file: Quality, index: number])[] {
  const single = post.items.length === 1;
  return post.items.flatMap((item, index) => {
    const quality = single || selection.picked[index] ? qualityOf(item, selection, index) : undefined;
    return quality === undefined ? [] : [[quality, index] as const];
  });
}

/** The files a press on Download saves. */
export const chosenFiles = (post: Post, selection: Selection): readonly Quality[] =>
  chosenItems(post, selection).map(([file]) => file);

/**
 * How the chosen files are saved: as the visitor chose, else as one ZIP above the number of files a browser takes at one
 * press, else separately. Where no file fits into a ZIP, separately too.
 */
export function saveAsOf(files: readonly Quality[], { saveAs }: Pick<Selection, 'saveAs'>): SaveAs {
  const wanted = saveAs ?? (files.length > DOWNLOADS_PER_PRESS ? 'zip' : 'separate');
  return wanted === 'zip' && planZip(files, BLOB_MAX_BYTES).parts === 0 ? 'separate' : wanted;
}

/** Where a file stands in its item, read anew; -1 where it does no more, or is another by its size. */
const placeIn = (fresh: PostItem | undefined, wanted: Quality): number =>
  fresh?.qualities.findIndex(
    (one) =>
      one.label === wanted.label &&
      one.videoAvailable === wanted.videoAvailable &&
      // What could not be looked at in one of the two previews is no other file for that.
      (one.audioAvailable === wanted.audioAvailable ||
        one.audioAvailable === null ||
        wanted.audioAvailable === null) &&
      // What could not be looked at this time has the extension its engine guessed.
      (one.extension === wanted.extension || !one.sizeKnown) &&
      (one.size === wanted.size || !one.sizeKnown || !wanted.sizeKnown),
  ) ?? -1;

/**
 * The same files in a newer preview of the post, which brought fresh links; null when one of them is no longer
 * there, because saving something else unasked would be worse than failing.
 */
export function sameFiles(fresh: Post, post: Post, selection: Selection): readonly Quality[] | null {
  if (fresh.items.length !== post.items.length) return null;
  const wanted = chosenItems(post, selection);
  const found = wanted.flatMap(([quality, index]) => {
    const item = fresh.items[index];
    return item?.qualities[placeIn(item, quality)] ?? [];
  });
  return found.length === wanted.length ? found : null;
}

/** What was chosen of `post`, in a newer preview of it that may name its qualities in another order, or fewer. */
const reselected = (selection: Selection, post: Post, fresh: Post): Selection => ({
  ...selection,
  qualities: post.items.map((item, index) => {
    const wanted = qualityOf(item, selection, index);
    if (wanted === undefined) return 0;
    const again = fresh.items[index];
    const place = placeIn(again, wanted);
    if (place !== -1) return place;
    return Math.max(0, again?.qualities.findIndex(({ label }) => label === wanted.label) ?? 0);
  }),
});
