import { type EngineFailure, failed } from '../failures.ts';
import { readJson, recordOf, textOf, valueAt } from '../reading/json-value.ts';
import { type Attributes, scanHtml } from '../reading/scan-html.ts';

/** Maximum length of a refusal in JSON; real ones have a few hundred characters. */
const REFUSAL_MAX_CHARACTERS = 64 * 1024;
/** Matches a text before JSON that stops other sites from running the JSON as a script. */
const JSON_GUARD = /^(?:for\s{0,4}\(;;\);|while\s{0,4}\(1\);|\)\]\}',?)\s{0,8}/;
/** Matches messages that state a limit. */
const LIMIT =
  /please wait|try again (?:later|in a)|(?:feedback|checkpoint|challenge)_required|rate.?limit|too many|too fast|temporarily blocked/i;
const LOGIN = /log.?in|sign.?in/i;

const ORIGIN = 'https://www.instagram.com';
const OWN_HOST = /^(?:(?:www|m|i|l)\.)?instagram\.com$/;
/** Matches a language before the path of a page: `/de/`, `/pt-br/`. */
const LANGUAGE = /^\/[a-z]{2}(?:[-_][a-z]{2,4})?(?=\/|$)/i;
const LOGIN_PATH = /^\/(?:accounts\/)?(?:login|signup|emailsignup)(?:\/|$)/i;
const CONSENT_PATH = /^\/(?:accounts\/|privacy\/|user_|legal\/)?(?:consent|cookies?)(?:[/_]|$)/i;

/**
 * Maximum length of a page that can count as blank, and of the part of a page that is searched for scripts that lead to another page. Pages
 * that only refuse have a few hundred characters.
 */
const SHORT_PAGE_CHARACTERS = 64 * 1024;
const ADDRESS_MAX_CHARACTERS = 2_048;
const MOVES_MAX = 16;
const SCRIPT_MOVE =
  /\blocation(?:\.href)?\s{0,8}(?:=|\.(?:replace|assign)\s{0,8}\()\s{0,8}["'`]([^"'`\s]{1,2048})["'`]/g;
/** Number of characters of the title, and of all headings, dialogs and buttons, after which no more of them is read. */
const HEADINGS_MAX_CHARACTERS = 8 * 1024;
const HEADINGS = new Set(['h1', 'h2', 'h3', 'button', 'form']);

/** Evidence in the markup of a page that is not in its JSON data. */
export interface Marks {
  /**
   * Failure of a page that leads to the login, a challenge, a consent or another site, asks for consent, or shows nothing; null for any
   * other page.
   */
  readonly wallFailure: EngineFailure | null;
  /** Whether the page has an `og:image`. */
  readonly hasPreviewImage: boolean;
  /** Whether the page has no data, but describes the post for link previews, which Instagram does only for public posts. */
  readonly hasDescription: boolean;
  /** Whether the page links to the login. */
  readonly hasLoginLink: boolean;
}

/** Returns the failure of a response that is empty, or JSON instead of a page; null for a page. */
export function readRefusal(text: string): EngineFailure | null {
  const body = text.trimStart();
  if (body === '') return failed('empty_answer');
  const json = body.slice(JSON_GUARD.exec(body)?.[0].length ?? 0);
  if (!json.startsWith('{')) return null;
  const answer = json.length > REFUSAL_MAX_CHARACTERS ? null : recordOf(readJson(json));
  if (answer === null) return failed('page_unreadable');
  const said = Object.values(answer)
    .map((value) => textOf(value) ?? '')
    .join('\n');
  if (LIMIT.test(said)) return failed('rate_limited');
  if (answer['require_login'] === true || LOGIN.test(said)) return failed('login_required');
  const isError = Object.keys(answer).some((key) => /^errors?$|^error_?(?:code|type|summary)$/i.test(key));
  return isError || answer['status'] === 'fail' ? failed('access_refused') : failed('page_unreadable');
}

/** Returns the failure of a page with a route for the login, a challenge or a consent; null if there is no such route. */
export function failureOfWallRoute(routes: readonly string[]): EngineFailure | null {
  const names = routes.join('\n');
  if (/login|signup/i.test(names)) return failed('login_wall');
  if (/challenge|checkpoint/i.test(names)) return failed('challenge');
  return /consent|cookie/i.test(names) ? failed('consent_page') : null;
}

/**
 * Returns the failure of a redirect; `location` is null if the response names no usable target. A redirect to the login, the front page or
 * another site means that Instagram shows this server no posts, often for days. A challenge counts as a rate limit.
 */
export function failureOfRedirect(location: URL | null): EngineFailure {
  if (location === null) return failed('page_refused');
  if (!OWN_HOST.test(location.hostname)) return failed('access_refused');
  const path = location.pathname.replace(LANGUAGE, '');
  if (/^\/(?:challenge|checkpoint)(?:\/|$)/i.test(path)) return failed('challenge');
  if (path === '' || path === '/' || LOGIN_PATH.test(path)) return failed('login_wall');
  return CONSENT_PATH.test(path) ? failed('consent_page') : failed('page_refused');
}

/** Reads the evidence in the markup of a page that has no data of a post. */
export async function readMarks(html: string): Promise<Marks> {
  const metas: Attributes[] = [];
  const open: ('title' | 'heading' | null)[] = [];
  const texts = { title: '', heading: '' };
  const add = (place: keyof typeof texts, text: string): void => {
    if (texts[place].length < HEADINGS_MAX_CHARACTERS) texts[place] += `${text} `;
  };
  let hasLoginLink = false;
  let hasData = false;
  await scanHtml(html, {
    open(name, attributes) {
      if (name === 'meta') metas.push(attributes);
      if (name === 'script') hasData ||= isDataBlock(attributes);
      if (name === 'a' && isLogin(attributes['href'])) hasLoginLink = true;
      open.push(name === 'title' ? 'title' : isHeading(name, attributes) ? 'heading' : (open.at(-1) ?? null));
      // The words of a consent are in the language of the visitor, the names of its parts are not.
      if (isHeading(name, attributes)) add('heading', Object.entries(attributes).flat().join(' '));
    },
    text(text) {
      const place = open.at(-1) ?? null;
      if (place !== null) add(place, text);
    },
    close() {
      open.pop();
    },
  });
  const preview = metas.some(({ property }) => property === 'og:image');
  const description = metas.some(({ property = '' }) => /^og:(?:title|description|video)$/.test(property));
  // An ordinary page may ask for consent beside its content.
  const asksConsent = /cookie|consent/i.test(hasData ? texts.title : texts.title + texts.heading);
  return {
    wallFailure:
      failureOfMoves([...metas.map(refreshOf).filter(Boolean).slice(0, MOVES_MAX), ...scriptMoves(html)]) ??
      (asksConsent ? failed('consent_page') : null) ??
      (isBlank(html) && !preview && !description ? failed('empty_answer') : null),
    hasPreviewImage: preview,
    hasDescription: description && !hasData,
    hasLoginLink,
  };
}

const isDataBlock = ({ type = '', ...others }: Attributes): boolean =>
  type.includes('json') || Object.hasOwn(others, 'data-sjs');

function isHeading(name: string, { role }: Attributes): boolean {
  return HEADINGS.has(name) || role === 'dialog' || role === 'alertdialog' || role === 'button';
}

function isLogin(address: string | undefined): boolean {
  const url = address === undefined ? null : URL.parse(address.slice(0, ADDRESS_MAX_CHARACTERS), ORIGIN);
  return url !== null && OWN_HOST.test(url.hostname) && LOGIN_PATH.test(url.pathname.replace(LANGUAGE, ''));
}

/** Returns the address to which a meta element leads; '' for a meta element that leads nowhere. */
function refreshOf({ 'http-equiv': effect = '', content = '' }: Attributes): string {
  if (effect.toLowerCase() !== 'refresh') return '';
  return /url\s{0,8}=\s{0,8}["']?([^"']{1,2048})/i.exec(content)?.[1] ?? '';
}

/** Returns the addresses to which scripts lead within the first SHORT_PAGE_CHARACTERS of a page, at most MOVES_MAX. */
function scriptMoves(html: string): readonly string[] {
  const moves = html.slice(0, SHORT_PAGE_CHARACTERS).matchAll(SCRIPT_MOVE);
  return [...moves].slice(0, MOVES_MAX).map(([, address = '']) => unescapeSlashes(address));
}

const unescapeSlashes = (address: string): string => address.replaceAll(/\\(?:\/|x2f|u002f)/gi, '/');

/** Returns the failure of the first address that leads to the login, a challenge, a consent or another site; null if there is none. */
function failureOfMoves(moves: readonly string[]): EngineFailure | null {
  for (const move of moves) {
    const url = URL.parse(move.trim(), ORIGIN);
    const failure = url === null ? null : failureOfRedirect(url);
    if (failure !== null && failure.reason !== 'page_refused') return failure;
  }
  return null;
}

/**
 * Returns whether a page shows nothing: no script, picture, video or link, and no text except the title. Longer pages than
 * SHORT_PAGE_CHARACTERS never count as blank.
 */
function isBlank(html: string): boolean {
  if (html.length > SHORT_PAGE_CHARACTERS || /<(?:script|img|video|a)\b/i.test(html)) return false;
  return html.replaceAll(/<title[^<]*<\/title>|<[^<>]*>/gi, '').trim() === '';
}

/**
 * Maximum number of fields that are read of each object of a ruling, and of characters of each text; a real ruling has a title and a
 * sentence.
 */
const WORDS_MAX = 20;
const WORD_MAX_CHARACTERS = 500;

const REGION =
  /\b(?:region|countr|territor|location|jurisdiction|geo(?:block|fenc|gat|restrict|\b)|where you\b)/i;
const AGE =
  /\b(?:age|aged|age[- ]?(?:gate|restrict)\w*|adults?|mature|minors?|underage|years old|18|21)\b|restricted video/i;
const SENSITIVE =
  /sensitiv|\bgraphic|violen|\bnud(?:e|ity)|disturbing|upsetting|offensive|comfortable|\bexplicit/i;
const PERSONAL = /\bprivate\b|\bfollow(?:ers?|ing)?\b/i;

/** Failure of a post that Instagram withholds without a reason. Instagram may withhold a post from single servers only. */
export const GATED: EngineFailure = failed('gated');

/**
 * Returns the failure that a ruling states. A ruling is the value of `gating_ruling` or `get_ruling_for_content`, with texts such as
 * `title` and `description`. Returns GATED for unknown words and for an object without words, and null for any other value without words.
 */
export function failureOfRuling(ruling: unknown): EngineFailure | null {
  const words = wordsOf(ruling);
  if (words.length === 0) return recordOf(ruling) === null ? null : GATED;
  const all = words.join('\n');
  const titled = failureOfWords(wordsOf(valueAt(ruling, 'title')).join('\n'));
  return titled ?? failureOfWords(all) ?? GATED;
}

/** Returns the failure that words state; null for unknown words. */
function failureOfWords(words: string): EngineFailure | null {
  const closed = AGE.test(words) ? 'age_restricted' : SENSITIVE.test(words) ? 'sensitive' : null;
  // An age limit may name the country whose law sets it.
  if (REGION.test(words) && (closed === null || /available/i.test(words))) return failed('region');
  if (closed !== null) return failed(closed);
  return PERSONAL.test(words) ? failed('private_post') : null;
}

/**
 * Returns the texts of a ruling, without addresses. A ruling is a text, or an object of texts and of objects, of which three levels are
 * read.
 */
function wordsOf(ruling: unknown, depth = 0): readonly string[] {
  if (typeof ruling === 'string') {
    const word = ruling
      .slice(0, WORD_MAX_CHARACTERS)
      .replaceAll(/[_\s]+/g, ' ')
      .trim();
    return word === '' || /^https?:/i.test(word) ? [] : [word];
  }
  if (typeof ruling !== 'object' || ruling === null || depth > 2) return [];
  return Object.entries(ruling)
    .slice(0, WORDS_MAX)
    .filter(([key]) => key !== '__typename')
    .flatMap(([, value]) => wordsOf(value, depth + 1));
}
