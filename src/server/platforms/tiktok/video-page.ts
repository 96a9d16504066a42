import { failed, nonTerminal, terminal, withCause } from '../../extraction/engine-failure.ts';
import type { EngineFailure, EngineOutcome } from '../../extraction/engine-outcome.ts';
import { textOf, valueAt } from '../../extraction/json-value.ts';
import { scanHtml } from '../../extraction/scan-html.ts';
import { LIMITED_PAGE } from '../../extraction/source-pause.ts';
import { itemPost } from './item-post.ts';
import { type ItemData, readItemData } from './own-item.ts';
import type { FileHeaders } from './tiktok-file.ts';

/** Maximum length of a refusal page: it has about 1,400 characters and no data. Real pages have hundreds of kilobytes. */
const STUB_MAX_CHARACTERS = 2_000;
/** Markers of a captcha page. The word "captcha" alone also occurs on regular pages. */
const CAPTCHA_MARKS = ['captcha_verify_img_slide', 'oec-ttweb-captcha', 'captcha-init', 'secsdk-captcha'];

/** Outcome of a video page. `confirm` requires a check with oEmbed, because the status code also means that this server is blocked. */
export type VideoPageOutcome = EngineOutcome | { readonly ok: 'confirm' };

/** Parses a video page to a post, a failure or `confirm`. Photo posts use the same page. `headers` are the request headers for videos. */
export async function readVideoPage(
  html: string,
  id: string,
  headers: FileHeaders,
): Promise<VideoPageOutcome> {
  const data = await readItemData(html, id);
  const failure = failureOfDetail(data);
  if (failure !== null) return failure;
  if (data.item !== null) return itemPost(data.item, id, headers);
  if (await isChallenge(html)) return withCause(nonTerminal('rate_limited'), 'challenge');
  // TikTok withholds a post with status 0 and no item. A block with the item of another post is not in `detail`: that page has an
  // unknown layout.
  if (data.detail !== null) return failed('page_refused');
  return !data.found && html.length < STUB_MAX_CHARACTERS ? LIMITED_PAGE : failed('page_unreadable');
}

/** Returns whether a page is a captcha or another challenge. */
export async function isChallenge(html: string): Promise<boolean> {
  if (CAPTCHA_MARKS.some((mark) => html.includes(mark))) return true;
  let challenge = false;
  await scanHtml(html, {
    open(_name, attributes) {
      if (attributes['id'] === 'cs' || attributes['id'] === 'wci') challenge = true;
    },
  });
  return challenge;
}

function failureOfDetail({ detail }: ItemData): VideoPageOutcome | null {
  const given = valueAt(detail, 'statusCode');
  const status = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  if (status === 0 || Number.isNaN(status)) return null;
  const message = textOf(valueAt(detail, 'statusMsg')) ?? textOf(valueAt(detail, 'statusMessage')) ?? '';
  return failureOfCode(status, message);
}

function failureOfCode(status: number, message: string): EngineFailure | { readonly ok: 'confirm' } {
  switch (status) {
    case 10202:
    case 10203:
    case 10204:
      return { ok: 'confirm' };
    case 10216:
    case 10222:
      return terminal('private');
    case 10217:
    case 10221:
      return terminal('gone');
    case 10231:
      return failed('region');
    default:
      return /exist|delete|unavailable/i.test(message) ? nonTerminal('gone') : failed('page_refused');
  }
}
