import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { Post } from '#shared/contract/preview.ts';
import { LINK_LIST_MAX_LINKS } from '#shared/limits.ts';
import type { FoundPostLink } from '#shared/links/post-links.ts';
import type { RefusedPreview } from '../../lib/preview-client.ts';

/** Number of links that are looked up at the same time. */
const LOOK_UPS_AT_ONCE = 2;

/** Why a file was not saved: the sentence to show, and a second one if the first does not say the reason. */
export interface SaveRefusal {
  readonly message: string;
  readonly reason?: string | undefined;
}

/** End of a file: why it was not saved, or whether the browser downloads it itself, so that this page does not see how that ends. */
export type FileEnd = { readonly refusal: SaveRefusal } | { readonly isHandedOver: boolean };

/** A row whose post was found. `savedFiles` are the indexes of the post's items that are saved, or at least handed over. */
interface FoundRow {
  readonly post: Post;
  readonly savedFiles: readonly number[];
  readonly isHandedOver: boolean;
}

/** State of a row: `unread` if the lookup failed, `unsaved` if a file could not be saved. */
export type RowState =
  | { readonly name: 'waiting' | 'looking-up' }
  | { readonly name: 'unread'; readonly failure: RefusedPreview }
  | ({ readonly name: 'ready' | 'saving' | 'saved' } & FoundRow)
  | ({ readonly name: 'unsaved'; readonly failure: SaveRefusal } & FoundRow);

/** Link of the list. `key` identifies its post. */
export interface ListedLink extends Pick<FoundPostLink, 'link' | 'written'> {
  readonly key: string;
  readonly state: RowState;
}

/** Links that a limit holds back: those of one platform, or all. */
export type PauseScope = PostPlatform | 'all';
/** Refusal that holds links back until a time (ms since 1970), with its sentence. */
export interface Pause {
  readonly until: number;
  readonly message: string;
}

export interface LinkListState {
  readonly rows: readonly ListedLink[];
  readonly pauses: Readonly<Partial<Record<PauseScope, Pause>>>;
  /** Number of links that were left out because the list was full. */
  readonly leftOut: number;
  /** Number of links that led to a post that was listed already. */
  readonly folded: number;
  /** Number of posts found so far. */
  readonly found: number;
}

export const EMPTY_LINK_LIST: LinkListState = { rows: [], pauses: {}, leftOut: 0, folded: 0, found: 0 };

/** Change of the list. `key` and `keys` name rows; an event about a row that was removed does nothing. */
export type LinkListEvent =
  | { readonly type: 'added'; readonly links: readonly FoundPostLink[] }
  | { readonly type: 'look-up-began'; readonly key: string }
  | { readonly type: 'found'; readonly key: string; readonly post: Post }
  | { readonly type: 'refused'; readonly key: string; readonly failure: RefusedPreview }
  /** The row is to be looked up again, after `pause` if there is one, or if it is found, its files are to be saved again. */
  | {
      readonly type: 'put-back';
      readonly key: string;
      readonly pause?: Pause & { readonly scope: PauseScope };
    }
  | { readonly type: 'resumed'; readonly scope: PauseScope }
  | { readonly type: 'removed'; readonly key: string }
  | { readonly type: 'order-began'; readonly keys: readonly string[] }
  /** `file` is the index of the post's item. */
  | { readonly type: 'file-ended'; readonly key: string; readonly file: number; readonly end: FileEnd }
  | { readonly type: 'order-ended' };

const keyOf = ({ link: { platform, id } }: FoundPostLink): string => `${platform} ${id}`;

/** Returns the post of a row with its saved files; null if it is not found. */
export const foundRow = (state: RowState): FoundRow | null =>
  'post' in state
    ? { post: state.post, savedFiles: state.savedFiles, isHandedOver: state.isHandedOver }
    : null;

const isSamePost = (state: RowState, post: Post): boolean => {
  const other = foundRow(state)?.post;
  return other?.platform === post.platform && other.id === post.id;
};

/** Adds links below the unfinished rows; saved rows make room. */
function added(list: LinkListState, links: readonly FoundPostLink[]): LinkListState {
  const kept = list.rows.filter(({ state }) => state.name !== 'saved');
  const fresh = links.filter((link) => !kept.some(({ key }) => key === keyOf(link)));
  const taken = fresh.slice(0, LINK_LIST_MAX_LINKS - kept.length).map((found): ListedLink => {
    const { link, written } = found;
    return { key: keyOf(found), link, written, state: { name: 'waiting' } };
  });
  return {
    ...list,
    rows: [...kept, ...taken],
    leftOut: fresh.length - taken.length,
    folded: links.length - fresh.length,
  };
}

const withStates = (list: LinkListState, next: (row: ListedLink) => RowState): LinkListState => ({
  ...list,
  rows: list.rows.map((row) => ({ ...row, state: next(row) })),
});

const withState = (list: LinkListState, wanted: string, next: (state: RowState) => RowState): LinkListState =>
  withStates(list, ({ key, state }) => (key === wanted ? next(state) : state));

const without = (list: LinkListState, key: string): LinkListState => ({
  ...list,
  rows: list.rows.filter((row) => row.key !== key),
});

function foundPost(list: LinkListState, key: string, post: Post): LinkListState {
  if (!list.rows.some((row) => row.key === key)) return list;
  // Only its lookup shows to which post a short link leads.
  if (list.rows.some((row) => row.key !== key && isSamePost(row.state, post)))
    return { ...without(list, key), folded: list.folded + 1 };
  const state = { name: 'ready', post, savedFiles: [], isHandedOver: false } as const;
  return { ...withState(list, key, () => state), found: list.found + 1 };
}

function fileEnded(state: RowState, file: number, end: FileEnd): RowState {
  const row = foundRow(state);
  if (row === null) return state;
  if ('refusal' in end) return { ...row, name: 'unsaved', failure: end.refusal };
  const savedFiles = [...new Set([...row.savedFiles, file])];
  const next = { ...state, ...row, savedFiles, isHandedOver: row.isHandedOver || end.isHandedOver };
  return savedFiles.length === row.post.items.length ? { ...next, name: 'saved' } : next;
}

/** Returns the state of a row whose files are being saved now. */
function begun(state: RowState): RowState {
  const row = foundRow(state);
  return row === null || state.name === 'saved' ? state : { ...row, name: 'saving' };
}

/** Returns the state of a row whose files no order saves any more, or whose lookup is repeated. */
function rested(state: RowState): RowState {
  const row = foundRow(state);
  return row === null ? { name: 'waiting' } : { ...row, name: 'ready' };
}

/** Returns the next state of the list. */
export function reduceLinkList(list: LinkListState, event: LinkListEvent): LinkListState {
  switch (event.type) {
    case 'added':
      return added(list, event.links);
    case 'look-up-began':
      return withState(list, event.key, () => ({ name: 'looking-up' }));
    case 'found':
      return foundPost(list, event.key, event.post);
    case 'refused':
      return withState(list, event.key, () => ({ name: 'unread', failure: event.failure }));
    case 'put-back': {
      const back = withState(list, event.key, rested);
      if (event.pause === undefined) return back;
      const { scope, ...pause } = event.pause;
      return { ...back, pauses: { ...list.pauses, [scope]: pause } };
    }
    case 'resumed': {
      const { [event.scope]: _, ...pauses } = list.pauses;
      return { ...list, pauses };
    }
    case 'removed':
      return without(list, event.key);
    case 'order-began':
      return withStates(list, ({ key, state }) => (event.keys.includes(key) ? begun(state) : state));
    case 'file-ended':
      return withState(list, event.key, (state) => fileEnded(state, event.file, event.end));
    case 'order-ended':
      return withStates(list, ({ state }) => (state.name === 'saving' ? rested(state) : state));
  }
}

/** Returns the rows to look up now, while others are being looked up. */
export function nextLookUps({ rows, pauses }: LinkListState): readonly ListedLink[] {
  const running = rows.filter(({ state }) => state.name === 'looking-up').length;
  return rows
    .filter(
      ({ state, link }) =>
        state.name === 'waiting' && pauses.all === undefined && pauses[link.platform] === undefined,
    )
    .slice(0, Math.max(0, LOOK_UPS_AT_ONCE - running));
}
