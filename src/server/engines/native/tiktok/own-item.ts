import { type JsonRecord, recordOf, valueAt } from '../../json-value.ts';
import { walkEmbeddedJson } from '../walk-json.ts';

/** What a page's data says of the post with a certain id. */
export interface ItemData {
  /** The post's own object; null where the page holds none. */
  readonly item: JsonRecord | null;
  /** The block that says how the post's page went, with its `statusCode`; null where there is none. */
  readonly detail: JsonRecord | null;
  /** Whether there is any data at all. */
  readonly found: boolean;
}

/** How surely a block is the one of the post's own page; 'other' is that of another post. */
const RANKS = ['other', 'unnamed', 'named', 'nameless item', 'own item'] as const;
type Rank = (typeof RANKS)[number];

/**
 * Reads the data of a video page, for a desktop browser or a phone, whatever its script and scope are called. A page may hold
 * other posts, and this one again among recommendations: of several blocks the one with the post's own item wins, an element of a
 * list never counts.
 */
export function readItemData(html: string, id: string): ItemData {
  const best: { rank: Rank; detail: JsonRecord | null } = { rank: 'other', detail: null };
  let loose: JsonRecord | null = null;
  let found = false;
  walkEmbeddedJson(html, ['itemStruct', 'statusCode', '__DEFAULT_SCOPE__', id], ({ key, value, listed }) => {
    const record = recordOf(value);
    if (key === '__DEFAULT_SCOPE__') found ||= record !== null;
    if (record === null || listed) return;
    if (Object.hasOwn(record, 'itemInfo') || isDetailName(key)) {
      found = true;
      const rank = rankOfDetail(record, key, id);
      if (RANKS.indexOf(rank) > RANKS.indexOf(best.rank)) Object.assign(best, { rank, detail: record });
    } else if (isItem(record) && (hasId(record, id) || (record['id'] === undefined && key === id)))
      loose ??= record;
  });
  const { rank, detail } = best;
  const item = rank.endsWith('item') ? itemOf(detail) : null;
  return { item: item ?? loose, detail, found };
}

const itemOf = (detail: unknown): JsonRecord | null => recordOf(valueAt(detail, 'itemInfo', 'itemStruct'));

function rankOfDetail(detail: JsonRecord, key: string | null, id: string): Rank {
  const item = itemOf(detail);
  if (item === null) return isDetailName(key) ? 'named' : 'unnamed';
  if (hasId(item, id)) return 'own item';
  return (item['id'] ?? null) === null ? 'nameless item' : 'other';
}

/** Tells whether an object names this id; JSON rounds a number of nineteen digits. */
export const hasId = (item: unknown, id: string): boolean => {
  const own = valueAt(item, 'id');
  return typeof own === 'number' ? own === Number(id) : own === id;
};

/** A name only: the block of a page that has no item may hold nothing but its status. */
const isDetailName = (key: string | null): boolean => key !== null && /(?:video|photo)[.-]detail$/.test(key);

const isItem = (record: JsonRecord): boolean =>
  recordOf(record['video']) !== null || recordOf(record['imagePost']) !== null;
