import { type EngineFailure, failed } from '../failures.ts';
import { scanHtml } from '../reading/scan-html.ts';

/**
 * Maximum length of a page that refuses a post, and of its scripts. The page by which TikTok does that has about 1,400 characters; other
 * pages have 100 KB and more.
 */
const STUB_MAX_CHARACTERS = 2_000;
/** Texts that only a captcha page contains. The word "captcha" alone also occurs on regular pages. */
const CAPTCHA_MARKS = ['captcha_verify_img_slide', 'oec-ttweb-captcha', 'captcha-init', 'secsdk-captcha'];
const LOGIN_TITLE = /^\s*(?:log ?in|sign ?(?:in|up))\b.{0,24}$/i;
const CONSENT_TITLE = /cookie|consent|before you continue/i;
/** Matches a script that sends the browser to another page. */
const SENDS_ELSEWHERE =
  /\blocation(?:\.href)?\s*=\s*["'`]([^"'`]{1,2000})|\blocation\.(?:replace|assign)\(\s*["'`]([^"'`]{1,2000})/;
const LOGIN_PATH = /\/(?:login|signup|passport)\b/i;

/** Returns whether a page is a captcha or another challenge. */
export async function isChallenge(html: string): Promise<boolean> {
  if (CAPTCHA_MARKS.some((mark) => html.includes(mark))) return true;
  if (html.length < STUB_MAX_CHARACTERS && /\bplease wait\b/i.test(html)) return true;
  let isChallenge = false;
  await scanHtml(html, {
    open(_name, attributes) {
      if (attributes['id'] === 'cs' || attributes['id'] === 'wci') isChallenge = true;
    },
  });
  return isChallenge;
}

/**
 * Returns the failure of a page that asks for an account or for consent, leads to another page, or contains at most a link preview of the
 * post; null if the page may show the post with this id in an unknown layout.
 */
export async function failureOfWithheldPage(html: string, id: string): Promise<EngineFailure | null> {
  const { title, target, hasScriptData, hasPassword, hasLinkPreview } = await partsOf(html, id);
  if (LOGIN_TITLE.test(title)) return failed('login_wall');
  if (hasScriptData) return null;
  if (target !== null) return failed(LOGIN_PATH.test(target) ? 'login_wall' : 'unexpected_page');
  if (hasPassword) return failed('login_wall');
  if (CONSENT_TITLE.test(title)) return failed('unexpected_page');
  const isStub = html.length < STUB_MAX_CHARACTERS || hasLinkPreview;
  return isStub ? failed('stub_page') : null;
}

/** Returns the parts of a page that show why it does not contain the post. */
async function partsOf(html: string, id: string) {
  const parts = {
    title: '',
    /** URL to which the page sends the browser; null if there is none. */
    target: null as string | null,
    /** Whether a script may hold the data of the post. */
    hasScriptData: false,
    /** Whether the page has a password field. */
    hasPassword: false,
    /** Whether the page describes the post for link previews. */
    hasLinkPreview: false,
  };
  let inTitle = false;
  await scanHtml(html, {
    open(name, attributes) {
      if (name === 'title') inTitle = parts.title === '';
      if (name === 'input' && attributes['type'] === 'password') parts.hasPassword = true;
      if (name !== 'meta') return;
      if ((attributes['property'] ?? attributes['name'])?.startsWith('og:')) parts.hasLinkPreview = true;
      if (attributes['http-equiv']?.toLowerCase() === 'refresh')
        parts.target ??= /\burl\s*=\s*(.+)$/i.exec(attributes['content'] ?? '')?.[1] ?? null;
    },
    close(name) {
      if (name === 'title') inTitle = false;
    },
    text(text) {
      if (inTitle) parts.title += text;
    },
    script({ type }, text) {
      const isLong = text.length > STUB_MAX_CHARACTERS;
      const sent = isLong ? null : SENDS_ELSEWHERE.exec(text);
      parts.target ??= sent?.[1] ?? sent?.[2] ?? null;
      // The data for search engines is part of the preview.
      const mayHoldData = sent === null && type !== 'application/ld+json';
      parts.hasScriptData ||= mayHoldData && (isLong || text.includes(id));
    },
  });
  return parts;
}
