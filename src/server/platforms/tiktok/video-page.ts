import { type EngineFailure, type EngineOutcome, failed } from '../reading/engine-outcome.ts';
import { type JsonRecord, textOf } from '../reading/json-value.ts';
import { itemPost } from './item-post.ts';
import { readItemData } from './own-item.ts';
import { isChallenge, withheldPage } from './refused-page.ts';
import { type StatusMeaning, statusMeaning } from './status-meaning.ts';
import type { FileHeaders } from './tiktok-file.ts';

/** Status that TikTok sends both for missing posts and to servers that it blocks; a request to oEmbed may show which of the two applies. */
export interface DoubtfulStatus {
  readonly ok: 'confirm';
  readonly status: Required<StatusMeaning>;
}

export type VideoPageOutcome = EngineOutcome | DoubtfulStatus;

/** Parses a video page to a post, a failure or a doubtful status. Photo posts use the same page. `headers` are the request headers for videos. */
export async function readVideoPage(
  html: string,
  id: string,
  headers: FileHeaders,
): Promise<VideoPageOutcome> {
  const { item, detail, hasPosts } = await readItemData(html, id);
  const code = codeOf(detail);
  const status = statusMeaning(code, messageOf(detail));
  if (status !== null && (code !== 0 || item === null)) return outcomeOf(status);
  if (item !== null) {
    const outcome = itemPost(item, id, headers);
    return outcome.ok ? outcome : (status?.failure ?? outcome);
  }
  if (await isChallenge(html)) return failed('challenge');
  // TikTok withholds a post with status 0 and no item. A block with the item of another post is not in `detail`: that page has an
  // unknown layout.
  if (detail !== null) return failed('page_refused');
  return (hasPosts ? null : await withheldPage(html, id)) ?? failed('page_unreadable');
}

const outcomeOf = ({ failure, ifUnknown }: StatusMeaning): EngineFailure | DoubtfulStatus =>
  ifUnknown === undefined ? failure : { ok: 'confirm', status: { failure, ifUnknown } };

function codeOf(detail: JsonRecord | null): number {
  const given = detail?.['statusCode'] ?? detail?.['status_code'];
  const code = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  return Number.isNaN(code) ? 0 : code;
}

function messageOf(detail: JsonRecord | null): string {
  const given = ['statusMsg', 'status_msg', 'statusMessage', 'status_message'].map((name) => detail?.[name]);
  return given.map(textOf).find((message) => message !== null) ?? '';
}
