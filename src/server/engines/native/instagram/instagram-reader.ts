import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Door } from '../../../net/door.ts';
import { exactHosts } from '../../../net/host-policy.ts';
import type { EngineOutcome, EngineVerdict } from '../../engine.ts';
import { definitely, failed, moreSpecific, perhaps } from '../../verdict.ts';
import { DESKTOP_NAVIGATION } from '../browser-headers.ts';
import { type Page, readPage, verdictOfStatus } from '../read-page.ts';
import { readEmbedPage } from './embed-page.ts';
import { readPostPage, readRefusal } from './post-page.ts';
import { readShortcode, type Shortcode } from './shortcode.ts';

/** One address gets some 75 post pages an hour; asking on while refused only prolongs the refusal. */
const THROTTLE_REST_MS = 3 * 60 * 1_000;
/** A longer wait than this is a mistake of the platform's, or a quota that is not ours. */
const THROTTLE_REST_MAX_MS = 30 * 60 * 1_000;
const ORIGIN = 'https://www.instagram.com';
const HOSTS = exactHosts(['www.instagram.com']);

export interface InstagramReaderOptions {
  readonly door: Door;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** Makes a reader of public Instagram posts: the post page first, then the embed, which has a quota of its own. */
export function createInstagramReader({ door, now }: InstagramReaderOptions) {
  let restUntil = Number.NEGATIVE_INFINITY;

  async function readPost(shortcode: Shortcode, signal: AbortSignal): Promise<EngineOutcome> {
    if (now() < restUntil) return perhaps('rate_limited');
    const outcome = await openPostPage(door, shortcode, signal);
    if (!outcome.ok && outcome.code === 'rate_limited') {
      const asked = Math.min((outcome.retryAfter ?? 0) * 1_000, THROTTLE_REST_MAX_MS);
      restUntil = now() + Math.max(THROTTLE_REST_MS, asked);
    }
    return outcome;
  }

  return async function readInstagram(link: ParsedLink, signal: AbortSignal): Promise<EngineOutcome> {
    const shortcode = readShortcode(link);
    const first = await readPost(shortcode, signal);
    if (first.ok || first.definite) return first;
    const second = await openEmbed(door, shortcode.code, signal);
    return second.ok ? second : moreSpecific(first, second);
  };
}

async function openPostPage(door: Door, shortcode: Shortcode, signal: AbortSignal): Promise<EngineOutcome> {
  const first = await open(door, `/p/${shortcode.code}/`, signal);
  if (!first.ok) return first;
  const path = first.location === null ? null : samePostPath(first.location, shortcode.code);
  // Clips are sent on from /p/ to /reel/; that one hop is built here, the answer's own address is not followed.
  const page = path === null ? first : await open(door, path, signal);
  if (!page.ok) return page;
  return verdictOfAnswer(page, definitely('gone')) ?? readPostPage(page.text, shortcode);
}

async function openEmbed(door: Door, code: string, signal: AbortSignal): Promise<EngineOutcome> {
  const page = await open(door, `/p/${code}/embed/captioned/`, signal);
  if (!page.ok) return page;
  return verdictOfAnswer(page, perhaps('gone')) ?? readEmbedPage(page.text, code);
}

function open(door: Door, path: string, signal: AbortSignal): Promise<Page | EngineVerdict> {
  const request = { url: ORIGIN + path, headers: DESKTOP_NAVIGATION, hosts: HOSTS, redirects: 0 };
  return readPage(door, request, signal);
}

function samePostPath(location: URL, code: string): string | null {
  if (location.hostname !== 'www.instagram.com' && location.hostname !== 'instagram.com') return null;
  const [kind, found] = /\/(p|reel|reels|tv)\/([\w-]+)\/?$/.exec(location.pathname)?.slice(1) ?? [];
  return kind !== undefined && found === code ? `/${kind}/${code}/` : null;
}

function verdictOfAnswer(page: Page, whenMissing: EngineVerdict): EngineVerdict | null {
  if (page.status === 404 || page.status === 410) return whenMissing;
  if (page.status >= 300 && page.status < 400) return verdictOfRedirect(page.location);
  const refused = verdictOfStatus(page);
  if (refused !== null) return refused;
  if (page.status === 200) return null;
  // An address that is to prove itself is told so with a 400.
  const said = readRefusal(page.text);
  return said?.code === 'rate_limited' ? said : failed('page_refused');
}

/** To the login, a challenge or the front page an address is sent that may not read without an account for now. */
function verdictOfRedirect(location: URL | null): EngineVerdict {
  const path = location?.pathname ?? '';
  const isWall = path === '/' || path.startsWith('/accounts/login') || path.startsWith('/challenge');
  return isWall ? perhaps('rate_limited') : failed('page_refused');
}
