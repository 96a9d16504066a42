import type { EngineOutcome, EngineVerdict } from '../../engine.ts';
import { type FoundValue, findByKey, readJson, textOf, valueAt } from '../../json-value.ts';
import { definitely, failed, perhaps } from '../../verdict.ts';
import { scanHtml, scriptsWith } from '../scan-html.ts';
import { polarisPost } from './polaris-post.ts';
import type { Shortcode } from './shortcode.ts';

const TELLING_KEYS: ReadonlySet<string> = new Set([
  'xig_polaris_media',
  'canonicalRouteName',
  'tracePolicy',
  'get_ruling_for_content',
  'get_ruling_for_content_logged_out',
]);

/** What stands on a page besides its data blocks. */
interface Marks {
  readonly preview: boolean;
  readonly loginLink: boolean;
}

/** Gives the post, or what a post page says instead of it. Status 200 proves nothing here: error pages are sent with it. */
export function readPostPage(html: string, shortcode: Shortcode): EngineOutcome {
  const refusal = readRefusal(html);
  if (refusal !== null) return refusal;
  const found = readValues(scriptsWith(html, 'data-sjs'));
  return readFound(found, shortcode) ?? verdictOfRoute(found, shortcode, html);
}

function readValues(scripts: string): readonly FoundValue[] {
  const found: FoundValue[] = [];
  scanHtml(scripts, {
    script(attributes, text) {
      if (attributes['data-sjs'] === undefined) return;
      for (const value of tellingValues(text)) found.push(value);
    },
  });
  return found;
}

function readMarks(html: string): Marks {
  let preview = false;
  let loginLink = false;
  scanHtml(html, {
    open(name, attributes) {
      if (name === 'meta' && attributes['property'] === 'og:image') preview = true;
      if (name === 'a' && attributes['href']?.startsWith('/accounts/login')) loginLink = true;
    },
  });
  return { preview, loginLink };
}

/** Gives the post, or the verdict, in the data the page was built from; null when it holds neither. */
export function readPolarisData(data: unknown, shortcode: Shortcode): EngineOutcome | null {
  return readFound(findByKey(data, TELLING_KEYS), shortcode);
}

/** Gives the verdict of an answer that is JSON instead of a page, null for a page. */
export function readRefusal(text: string): EngineVerdict | null {
  if (!text.trimStart().startsWith('{')) return null;
  const message = textOf(valueAt(readJson(text), 'message')) ?? '';
  return /please wait|feedback_required|checkpoint_required|challenge_required|login_required/i.test(message)
    ? perhaps('rate_limited')
    : failed('page_unreadable');
}

function tellingValues(text: string): readonly FoundValue[] {
  // Most of a page's data blocks are its own scripts' business, a megabyte of it.
  for (const key of TELLING_KEYS) {
    if (text.includes(key)) return findByKey(readJson(text), TELLING_KEYS);
  }
  return [];
}

function readFound(found: readonly FoundValue[], { code }: Shortcode): EngineOutcome | null {
  let gated = false;
  for (const { key, value } of found) {
    if (key !== 'xig_polaris_media') continue;
    const media = valueAt(value, 'if_not_gated_logged_out');
    // The page also carries the owner's other posts: only the one asked for counts.
    if (valueAt(media, 'code') === code) return polarisPost(media, code);
    if (media === null && [code, undefined].includes(valueAt(value, 'code') as string | undefined))
      gated = true;
  }
  return gated || found.some(isPrivateSign) ? definitely('private') : null;
}

function isPrivateSign({ key, value }: FoundValue): boolean {
  if (key === 'tracePolicy') return value === 'polaris.privatePostPage';
  if (!key.startsWith('get_ruling_for_content')) return false;
  return textOf(valueAt(value, 'title')) !== null || textOf(valueAt(value, 'description')) !== null;
}

function verdictOfRoute(
  found: readonly FoundValue[],
  { forFollowers }: Shortcode,
  html: string,
): EngineVerdict {
  const routes = found.flatMap(({ key, value }) =>
    key === 'canonicalRouteName' ? (textOf(value) ?? []) : [],
  );
  const isRoute = (ending: string) => routes.some((route) => route.endsWith(ending));
  if (isRoute('PolarisErrorRoute')) return definitely(forFollowers ? 'private' : 'gone');
  if (isRoute('LoginHomepageRoute')) return perhaps('rate_limited');
  if (isRoute('PostRoute')) return perhaps(forFollowers ? 'private' : 'rate_limited');
  if (routes.length > 0) return failed('page_unreadable');
  // Pages without any data: a picture for link previews is all a private post leaves, a login link all a removed one does.
  const marks = readMarks(html);
  if (marks.preview) return perhaps('private');
  return marks.loginLink ? perhaps('gone') : failed('page_unreadable');
}
