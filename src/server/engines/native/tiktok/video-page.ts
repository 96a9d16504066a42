import type { EngineOutcome, EngineVerdict } from '../../engine.ts';
import { readJson, recordOf, textOf, valueAt } from '../../json-value.ts';
import { definitely, failed, perhaps } from '../../verdict.ts';
import { scanHtml, scriptsWith } from '../scan-html.ts';
import { itemPost } from './item-post.ts';
import type { FileHeaders } from './tiktok-file.ts';

const UNIVERSAL_DATA = '__UNIVERSAL_DATA_FOR_REHYDRATION__';
const LEGACY_DATA = 'SIGI_STATE';
/** A refusal is a page of about 1.4 KB without data; real ones have hundreds. */
const STUB_MAX_CHARACTERS = 2_000;
/** The bare word "captcha" stands on good pages, too. */
const CAPTCHA_MARKS = ['captcha_verify_img_slide', 'oec-ttweb-captcha', 'captcha-init', 'secsdk-captcha'];

/** A page's answer; `confirm` asks for a second opinion, as the code also stands for "blocked from here". */
export type VideoPageOutcome = EngineOutcome | { readonly ok: 'confirm' };

/** What a page, or the scripts cut out of it, holds. */
interface PageData {
  readonly universal: unknown;
  readonly legacy: unknown;
  readonly challenge: boolean;
}

function readData(html: string): PageData {
  let universal: unknown;
  let legacy: unknown;
  let challenge = false;
  scanHtml(html, {
    script(attributes, text) {
      if (attributes['id'] === UNIVERSAL_DATA) universal = readJson(text);
      if (attributes['id'] === LEGACY_DATA) legacy = readJson(text);
    },
    open(_name, attributes) {
      if (attributes['id'] === 'cs' || attributes['id'] === 'wci') challenge = true;
    },
  });
  return { universal, legacy, challenge };
}

function readPost(
  { universal, legacy }: PageData,
  id: string,
  headers: FileHeaders,
): VideoPageOutcome | null {
  const scope = valueAt(universal, '__DEFAULT_SCOPE__');
  const detail =
    recordOf(valueAt(scope, 'webapp.video-detail')) ?? recordOf(valueAt(scope, 'webapp.reflow.video.detail'));
  if (detail !== null) return readDetail(detail, id, headers);
  const old = recordOf(valueAt(legacy, 'ItemModule', id));
  return old === null ? null : itemPost(old, headers);
}

/** Gives the post a video page holds, or what it says instead. Photo posts have the same page. */
export function readVideoPage(html: string, id: string, headers: FileHeaders): VideoPageOutcome {
  const post = readPost(readData(scriptsWith(html, UNIVERSAL_DATA)), id, headers);
  if (post !== null) return post;
  const page = readData(html);
  const late = readPost(page, id, headers);
  if (late !== null) return late;
  const isRefusal = page.challenge || CAPTCHA_MARKS.some((mark) => html.includes(mark));
  const empty = valueAt(page.universal, '__DEFAULT_SCOPE__') === undefined;
  return isRefusal || (empty && html.length < STUB_MAX_CHARACTERS)
    ? perhaps('rate_limited')
    : failed('page_unreadable');
}

function readDetail(detail: unknown, id: string, headers: FileHeaders): VideoPageOutcome {
  const given = valueAt(detail, 'statusCode');
  const status = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  if (status !== 0) {
    const message = textOf(valueAt(detail, 'statusMsg')) ?? textOf(valueAt(detail, 'statusMessage')) ?? '';
    return verdictOfCode(status, message);
  }
  const item = recordOf(valueAt(detail, 'itemInfo', 'itemStruct'));
  if (item === null) return perhaps('no_media');
  return valueAt(item, 'id') === id ? itemPost(item, headers) : failed('page_unreadable');
}

function verdictOfCode(status: number, message: string): EngineVerdict | { readonly ok: 'confirm' } {
  switch (status) {
    case 10202:
    case 10203:
    case 10204:
      return { ok: 'confirm' };
    case 10216:
    case 10222:
      return definitely('private');
    case 10221:
      return definitely('gone');
    case 10231:
      return failed('region');
    default:
      return /exist|delete|unavailable/i.test(message) ? perhaps('gone') : failed('page_refused');
  }
}
