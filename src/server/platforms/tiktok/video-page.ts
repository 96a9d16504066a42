import { type EngineFailure, type EngineOutcome, failed } from '../failures.ts';
import { walkEmbeddedJson } from '../reading/embedded-json.ts';
import { type JsonRecord, recordOf, textOf, valueAt } from '../reading/json-value.ts';
import { itemPost } from './item-post.ts';
import { failureOfWithheldPage, isChallenge } from './refused-page.ts';
import { type StatusMeaning, statusMeaning } from './status-meaning.ts';
import type { FileHeaders } from './tiktok-file.ts';

/** Data of the requested post in a page. */
interface ItemData {
  /** Object of the post; null if the page contains none. */
  readonly item: JsonRecord | null;
  /** Block with the status of the page (`statusCode` or `status_code`); null if there is none. */
  readonly statusBlock: JsonRecord | null;
  /** Whether the page contains the data of any post. */
  readonly hasPosts: boolean;
}

/** How certain it is that a block describes the requested post, in ascending order; a block of rank 'other' describes a different post. */
const RANKS = ['other', 'unnamed', 'named', 'nameless item', 'own item'] as const;
type Rank = (typeof RANKS)[number];

/**
 * Reads the data of the post with this id from a video page, desktop or mobile, independent of the names of its scripts and scopes. A page
 * may contain other posts, and the requested post again among recommendations. A block with the item of the post takes precedence; an
 * element of a list counts only if it has the id of the post and no other object has that id.
 */
async function readItemData(html: string, id: string): Promise<ItemData> {
  const best: { rank: Rank; detail: JsonRecord | null } = { rank: 'other', detail: null };
  let loose: JsonRecord | null = null;
  let inList: JsonRecord | null = null;
  let hasPosts = false;
  const words = ['itemStruct', 'statusCode', '__DEFAULT_SCOPE__', id];
  await walkEmbeddedJson(html, words, ({ key, value, isListed }) => {
    const record = recordOf(value);
    if (record === null) return;
    const isOwn = isOwnItem(record, key, id);
    const isBlock = Object.hasOwn(record, 'itemInfo') || isDetailName(key);
    hasPosts ||= isBlock || isItem(record);
    if (isListed) inList ??= isOwn ? record : null;
    else if (isBlock) {
      const rank = rankOfDetail(record, key, id);
      if (RANKS.indexOf(rank) > RANKS.indexOf(best.rank)) Object.assign(best, { rank, detail: record });
    } else if (isOwn) loose ??= record;
  });
  const { rank, detail } = best;
  const item = rank.endsWith('item') ? itemOf(detail) : null;
  return { item: item ?? loose ?? inList, statusBlock: detail, hasPosts };
}

const itemOf = (detail: unknown): JsonRecord | null => recordOf(valueAt(detail, 'itemInfo', 'itemStruct'));

function rankOfDetail(detail: JsonRecord, key: string | null, id: string): Rank {
  const item = itemOf(detail);
  if (item === null) return isDetailName(key) ? 'named' : 'unnamed';
  if (hasId(item, id)) return 'own item';
  return (item['id'] ?? null) === null ? 'nameless item' : 'other';
}

/** Returns whether an object has this id. Numeric ids are compared as numbers, because JSON.parse rounds a number of nineteen digits. */
export const hasId = (item: unknown, id: string): boolean => {
  const own = valueAt(item, 'id');
  return typeof own === 'number' ? own === Number(id) : own === id;
};

/** Returns whether a key is the name of a status block. Without an item, such a block may contain only its status. */
const isDetailName = (key: string | null): boolean => key !== null && /(?:video|photo)[.-]detail$/.test(key);

const isItem = (record: JsonRecord): boolean =>
  recordOf(record['video']) !== null || recordOf(record['imagePost']) !== null;

/** Returns whether an object is the item of the post, which its id shows or, without an id, its key. */
const isOwnItem = (record: JsonRecord, key: string | null, id: string): boolean =>
  isItem(record) && (hasId(record, id) || (record['id'] === undefined && key === id));

/** Status that TikTok sends both for missing posts and to servers that it blocks. TikTok's oEmbed service may show which applies. */
export interface DoubtfulStatus {
  readonly ok: 'confirm';
  readonly status: Required<StatusMeaning>;
}

export type VideoPageOutcome = EngineOutcome | DoubtfulStatus;

/** Parses the page of a video or a photo post to a post, a failure or a doubtful status. `headers` are the request headers for videos. */
export async function readVideoPage(
  html: string,
  id: string,
  headers: FileHeaders,
): Promise<VideoPageOutcome> {
  const { item, statusBlock, hasPosts } = await readItemData(html, id);
  const code = codeOf(statusBlock);
  const status = statusMeaning(code, messageOf(statusBlock));
  if (status !== null && (code !== 0 || item === null)) return outcomeOf(status);
  if (item !== null) {
    const outcome = itemPost(item, id, headers);
    return outcome.ok ? outcome : (status?.failure ?? outcome);
  }
  if (await isChallenge(html)) return failed('challenge');
  // TikTok withholds a post with status 0 and no item. A block with the item of another post is not in `statusBlock`: that page has an
  // unknown layout.
  if (statusBlock !== null) return failed('page_refused');
  return (hasPosts ? null : await failureOfWithheldPage(html, id)) ?? failed('page_unreadable');
}

const outcomeOf = ({ failure, failureIfUnknown }: StatusMeaning): EngineFailure | DoubtfulStatus =>
  failureIfUnknown === undefined ? failure : { ok: 'confirm', status: { failure, failureIfUnknown } };

function codeOf(detail: JsonRecord | null): number {
  const given = detail?.['statusCode'] ?? detail?.['status_code'];
  const code = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  return Number.isNaN(code) ? 0 : code;
}

function messageOf(detail: JsonRecord | null): string {
  const given = ['statusMsg', 'status_msg', 'statusMessage', 'status_message'].map((name) => detail?.[name]);
  return given.map(textOf).find((message) => message !== null) ?? '';
}
