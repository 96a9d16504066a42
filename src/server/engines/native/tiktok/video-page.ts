import type { EngineFailure, EngineOutcome } from '../../engine.ts';
import { failed, nonTerminal, terminal, withCause } from '../../engine-failure.ts';
import { textOf, valueAt } from '../../json-value.ts';
import { scanHtml } from '../scan-html.ts';
import { LIMITED_PAGE } from '../source-pause.ts';
import { itemPost } from './item-post.ts';
import { type ItemData, readItemData } from './own-item.ts';
import type { FileHeaders } from './tiktok-file.ts';

/** A refusal is a page of about 1.4 KB without data; real ones have hundreds. */
const STUB_MAX_CHARACTERS = 2_000;
/** The bare word "captcha" stands on good pages, too. */
const CAPTCHA_MARKS = ['captcha_verify_img_slide', 'oec-ttweb-captcha', 'captcha-init', 'secsdk-captcha'];

/** A page's answer; `confirm` asks for a second opinion, as the code also stands for "blocked from here". */
export type VideoPageOutcome = EngineOutcome | { readonly ok: 'confirm' };

/** Gives the post a video page holds, or what it says instead. Photo posts have the same page. */
export function readVideoPage(html: string, id: string, headers: FileHeaders): VideoPageOutcome {
  const data = readItemData(html, id);
  const said = failureOfDetail(data);
  if (said !== null) return said;
  if (data.item !== null) return itemPost(data.item, id, headers);
  if (isChallenge(html)) return withCause(nonTerminal('rate_limited'), 'challenge');
  // Status 0 with no item is how TikTok holds a post back; with another item it is a page of another shape.
  if (data.detail !== null) return failed('page_refused');
  return !data.found && html.length < STUB_MAX_CHARACTERS ? LIMITED_PAGE : failed('page_unreadable');
}

/** Tells whether a page asks for a proof that its reader is human. */
export function isChallenge(html: string): boolean {
  if (CAPTCHA_MARKS.some((mark) => html.includes(mark))) return true;
  let challenge = false;
  scanHtml(html, {
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
