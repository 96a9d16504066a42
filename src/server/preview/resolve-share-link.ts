import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineVerdict } from '../engines/engine.ts';
import { type Door, DoorError, type HostPolicy } from '../net/door.ts';

const MAX_HOPS = 5;
const TIMEOUT_MS = 10_000;
/** Share links answer a plain client with a redirect and a browser with a page (facts/extraction 1.1, 1.2). */
const HEADERS = { 'user-agent': 'Savelet', accept: '*/*' };

const GONE: EngineVerdict = { ok: false, code: 'gone', definite: true };
const DEAD: EngineVerdict = { ok: false, code: 'failed', definite: true, reason: 'short_link_dead' };
const LIMITED: EngineVerdict = { ok: false, code: 'rate_limited', definite: false };
const UNREACHABLE: EngineVerdict = { ok: false, code: 'network', definite: false };
const LATE: EngineVerdict = { ok: false, code: 'failed', definite: false, reason: 'upstream_timeout' };

/** The link a share link stands for, or why it stands for none. */
export type ShareOutcome = { readonly ok: true; readonly link: ParsedLink } | EngineVerdict;

/** Where a redirect leads: a post, a next hop, or a verdict. */
const readHop = (location: URL): ShareOutcome | URL => {
  // Redirects carry long tracking queries; a post's address needs none of it.
  const tooLong = location.href.length > LINK_MAX_CHARACTERS;
  const parsed = parseLink(tooLong ? location.origin + location.pathname : location.href);
  if (parsed.ok && parsed.link.kind !== 'share') return parsed;
  if (location.pathname.startsWith('/login') || location.pathname.startsWith('/accounts/login'))
    return LIMITED;
  // A dead short link is sent to the front page or to a profile.
  if (!parsed.ok && (location.pathname === '/' || /^\/@[^/]*\/?$/.test(location.pathname))) return GONE;
  return location;
};

const ask = async (door: Door, hosts: HostPolicy, url: URL, signal: AbortSignal) => {
  const response = await door.request({ url: url.href, headers: HEADERS, hosts, signal });
  response.body.destroy();
  return { status: response.status, location: response.headers['location'] };
};

const follow = async (link: ParsedLink, door: Door, hosts: HostPolicy): Promise<ShareOutcome> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = new URL(link.url);
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const { status, location } = await ask(door, hosts, url, signal);
    if (status === 404 || status === 410) return GONE;
    if (status === 429 || status === 403) return LIMITED;
    const next = status >= 300 && status < 400 && location !== undefined ? URL.parse(location, url) : null;
    if (next === null) return DEAD;
    const read = readHop(next);
    if (!(read instanceof URL)) return read;
    url = read;
  }
  return DEAD;
};

/**
 * Follows a short link or share token to the post it stands for: at most five hops, platform hosts only, ten seconds.
 * A link that needs no resolving is given back as it is. Never rejects.
 */
export const resolveShareLink = async (
  link: ParsedLink,
  door: Door,
  hosts: HostPolicy,
): Promise<ShareOutcome> => {
  if (link.kind !== 'share') return { ok: true, link };
  try {
    return await follow(link, door, hosts);
  } catch (error) {
    if (!(error instanceof DoorError)) return LATE;
    if (error.fault === 'timeout') return LATE;
    return error.fault.startsWith('refused') ? DEAD : UNREACHABLE;
  }
};
