import { SHARE_LINK_HOPS_MAX, SHARE_LINK_TIMEOUT_MS } from '#shared/engine-limits.ts';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineFailure } from '../engines/engine.ts';
import { failed, nonTerminal, terminal, withCause } from '../engines/engine-failure.ts';
import { waitAsked } from '../engines/quota-tracker.ts';
import {
  type HostPolicy,
  type OutboundClient,
  OutboundError,
  type OutboundResponse,
} from '../net/outbound-client.ts';
import { readText } from '../net/read-body.ts';
import { findCanonicalAddress, findInstagramRoute, findOnlyLink } from './address-in-page.ts';

/** Share links answer a plain client with a redirect and a browser with a page (facts/extraction 1.1, 1.2). */
const HEADERS = { 'user-agent': 'Savelet', accept: '*/*' };
/** A post's page is up to a megabyte; what it says of itself stands at its head. */
const PAGE_MAX_BYTES = 3 * 1024 * 1024;
const HEAD_MAX_CHARACTERS = 256 * 1024;

/** Ends the chain of engines: there is no post to ask them for. */
const DEAD: EngineFailure = { ...failed('short_link_dead'), terminal: true };
const GONE = terminal('gone');
const LOGIN_WALL = withCause(nonTerminal('rate_limited'), 'login_wall');
const FRONT_PAGE = withCause(nonTerminal('rate_limited'), 'front_page');
const TIMED_OUT = withCause(failed('upstream_timeout'), 'run_timeout');

/** The link a share link stands for, or why it stands for none. */
export type ShareOutcome = { readonly ok: true; readonly link: ParsedLink } | EngineFailure;

const parsePostLink = (address: URL): ShareOutcome | null => {
  // Redirects carry long tracking queries; a post's address needs none of it.
  const tooLong = address.href.length > LINK_MAX_CHARACTERS;
  const parsed = parseLink(tooLong ? address.origin + address.pathname : address.href);
  return parsed.ok && parsed.link.kind !== 'share' ? parsed : null;
};

/** A sign-in page names where it would have led: the post is public all the same, and engines will see. */
const readLoginTarget = ({ searchParams, origin }: URL): ShareOutcome => {
  const next = URL.parse(searchParams.get('next') ?? searchParams.get('redirect_url') ?? '', origin);
  return (next === null ? null : parsePostLink(next)) ?? LOGIN_WALL;
};

const INSTAGRAM = /(?:^|\.)(?:instagram\.com|instagr\.am)$/;

const isLogin = ({ pathname }: URL): boolean => /^\/(?:accounts\/)?login(?:\/|$)/.test(pathname);

/** Where a redirect leads: a post, a failure, or a next hop. */
const readHop = (location: URL, hosts: HostPolicy): ShareOutcome | URL => {
  if (!hosts.allows(location.hostname)) return DEAD;
  const post = parsePostLink(location);
  if (post !== null) return post;
  if (isLogin(location)) return readLoginTarget(location);
  // TikTok sends a dead short link to the front page or to a profile; Instagram sends whom it refuses to the front page.
  if (location.pathname === '/') return INSTAGRAM.test(location.hostname) ? FRONT_PAGE : GONE;
  return /^\/@[^/]*\/?$/.test(location.pathname) ? GONE : location;
};

const failureOfStatus = ({ status, headers }: OutboundResponse): EngineFailure | null => {
  const cause = `http_${status}` as const;
  if (status === 404 || status === 410) return withCause(GONE, cause);
  if (status === 429 || status === 403 || status === 401)
    return withCause(nonTerminal('rate_limited', waitAsked(headers, Date.now())), cause);
  return status >= 400 ? withCause(failed('upstream_error'), cause) : null;
};

const NO_INFORMATION = failed('page_refused');

/**
 * What a page is, sent in place of a redirect: by the address it claims for itself and by its route. A refusal is a page like any
 * other; the front page, and the link itself, say nothing.
 */
const identifyPage = (location: URL | null, route: string): ShareOutcome => {
  const post = location === null ? null : parsePostLink(location);
  if (post !== null) return post;
  if (route.endsWith('ErrorRoute')) return GONE;
  if (route.endsWith('LoginHomepageRoute')) return LOGIN_WALL;
  if (location === null) return NO_INFORMATION;
  if (isLogin(location)) return readLoginTarget(location);
  return location.pathname === '/' || parseLink(location.href).ok ? NO_INFORMATION : DEAD;
};

/** An answer without a redirect: some edges write the way into the page instead. */
const readPage = async (
  response: OutboundResponse,
  url: URL,
  hosts: HostPolicy,
): Promise<ShareOutcome | URL> => {
  const text = await readText(response, { maxBytes: PAGE_MAX_BYTES });
  const html = text.slice(0, HEAD_MAX_CHARACTERS);
  const moved = response.status >= 300;
  const address = moved ? findOnlyLink(html) : findCanonicalAddress(html);
  const location = address === null ? null : URL.parse(address, url);
  if (!moved) return identifyPage(location, findInstagramRoute(text) ?? '');
  return location === null ? DEAD : readHop(location, hosts);
};

const readAnswer = async (
  response: OutboundResponse,
  url: URL,
  hosts: HostPolicy,
): Promise<ShareOutcome | URL> => {
  const location = response.status >= 300 ? response.headers['location'] : undefined;
  const failure = failureOfStatus(response);
  if (failure === null && location === undefined) return readPage(response, url, hosts);
  response.body.destroy();
  if (failure !== null) return failure;
  const next = URL.parse(location ?? '', url);
  return next === null ? DEAD : readHop(next, hosts);
};

const follow = async (
  link: ParsedLink,
  outbound: OutboundClient,
  hosts: HostPolicy,
  signal: AbortSignal,
): Promise<ShareOutcome> => {
  let url = new URL(link.url);
  for (let hop = 0; hop < SHARE_LINK_HOPS_MAX; hop += 1) {
    const response = await outbound.request({ url: url.href, headers: HEADERS, hosts, redirects: 0, signal });
    const read = await readAnswer(response, url, hosts);
    if (!(read instanceof URL)) return read;
    url = read;
  }
  return DEAD;
};

const failureOfFault = ({ fault }: OutboundError): EngineFailure => {
  if (fault === 'timeout') return TIMED_OUT;
  if (fault.startsWith('refused')) return DEAD;
  return fault === 'unreachable' || fault === 'unresolved'
    ? nonTerminal('network')
    : failed('upstream_error');
};

/**
 * Follows a short link or share token to the post it stands for: at most five hops, platform hosts only, ten seconds in all
 * (`timeoutMs` is for tests), and no further once `signal` aborts. A link that needs no resolving is given back as it is.
 * Never rejects.
 */
export const resolveShareLink = async (
  link: ParsedLink,
  outbound: OutboundClient,
  hosts: HostPolicy,
  signal: AbortSignal,
  timeoutMs = SHARE_LINK_TIMEOUT_MS,
): Promise<ShareOutcome> => {
  if (link.kind !== 'share') return { ok: true, link };
  try {
    return await follow(link, outbound, hosts, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } catch (error) {
    return error instanceof OutboundError ? withCause(failureOfFault(error), error.fault) : TIMED_OUT;
  }
};
