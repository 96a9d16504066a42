import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { readText } from '../outbound/exchange.ts';
import { type OutboundClient, OutboundError, type OutboundResponse } from '../outbound/outbound-client.ts';
import { type EngineFailure, failed } from '../platforms/failures.ts';
import { type PageAccess, tryRoutes } from '../platforms/reading/along-routes.ts';
import { failureOfStatus as failureOfPageStatus } from '../platforms/reading/read-page.ts';
import type { ShareLinkRules } from '../platforms/server-platform.ts';
import { serverPlatformOf, sharePageHosts } from '../platforms/server-platforms.ts';

/**
 * Tags that state the address of a page, or of the page that it leads to, the most reliable tag first. `sign` recognises the tag,
 * `attribute` contains the address, `before` matches what precedes the address in the attribute.
 */
const ADDRESS_TAGS: readonly (readonly [sign: RegExp, attribute: string, before?: RegExp])[] = [
  [/\brel\s*=\s*["']?canonical\b/i, 'href'],
  [/\bproperty\s*=\s*["']?og:url\b/i, 'content'],
  [/\bproperty\s*=\s*["']?al:web:url\b/i, 'content'],
  [/\bhttp-equiv\s*=\s*["']?refresh\b/i, 'content', /^[\d.\s]{0,16}[;,]\s{0,8}(?:url\s{0,8}=\s{0,8})?["']?/i],
];

const readAttribute = (tag: string, attribute: string): string | null => {
  const found = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll('&amp;', '&') ?? null;
};

/** Returns the addresses that the link and meta tags of a page state, the most reliable address first. Runs in linear time. */
const findStatedAddresses = (html: string): readonly string[] => {
  const tags = html.match(/<(?:link|meta)\s[^<>]*>/gi) ?? [];
  return ADDRESS_TAGS.flatMap(([sign, attribute, before = /^/]) => {
    const tag = tags.find((one) => sign.test(one));
    const stated = tag === undefined ? null : readAttribute(tag, attribute);
    return stated !== null && before.test(stated) ? stated.replace(before, '') : [];
  });
};

/** Returns the target of the only link in the body of a redirect response; null when the body has no link or several. */
const findOnlyLink = (html: string): string | null => {
  const tags = html.match(/<a\s[^<>]*>/gi) ?? [];
  return tags.length === 1 && tags[0] !== undefined ? readAttribute(tags[0], 'href') : null;
};

/** Maximum number of redirects, and time limit, for following a short link. Links that people share need fewer redirects. */
const SHARE_LINK_HOPS_MAX = 5;
export const SHARE_LINK_TIMEOUT_MS = 10_000;

/** Request headers. Platforms answer a share link with a redirect for a plain client and with a page for a browser. */
const HEADERS = { 'user-agent': 'Savelet', accept: '*/*' };
/** Maximum size of a page that is read. A post's page has up to a megabyte; its canonical address is near the start. */
const PAGE_MAX_BYTES = 3 * 1024 * 1024;
const HEAD_MAX_CHARACTERS = 256 * 1024;

/** Terminal failure of a link that leads to no post, so that there is nothing for the engines to read. */
const DEAD = failed('short_link_dead');
const TIMED_OUT = failed('run_timeout');

/** Link of the post that a share link leads to, or the failure. */
export type ShareOutcome = { readonly ok: true; readonly link: ParsedLink } | EngineFailure;

const parsePostLink = (address: URL): ShareOutcome | null => {
  // Redirects carry long tracking queries, which the address of a post does not need.
  const isTooLong = address.href.length > LINK_MAX_CHARACTERS;
  const parsed = parseLink(isTooLong ? address.origin + address.pathname : address.href);
  return parsed.ok && parsed.link.kind !== 'share' ? parsed : null;
};

/**
 * Returns the post that a sign-in page would redirect to; the post may be public all the same, so the engines try to read it. Returns the
 * failure `login_wall` if the page names no post.
 */
const readLoginTarget = ({ searchParams, origin }: URL): ShareOutcome => {
  const next = URL.parse(searchParams.get('next') ?? searchParams.get('redirect_url') ?? '', origin);
  return (next === null ? null : parsePostLink(next)) ?? failed('login_wall');
};

/** Failure causes for the meanings that a platform's ShareLinkRules return. */
const CAUSES = { gone: 'missing', login_wall: 'login_wall', front_page: 'front_page' } as const;

const isLogin = ({ pathname }: URL): boolean => /^\/(?:accounts\/)?login(?:\/|$)/.test(pathname);

/** Interprets the target of a redirect: a post, a failure, or the next URL to request. */
const readHop = (location: URL, rules: ShareLinkRules): ShareOutcome | URL => {
  if (!sharePageHosts.allows(location.hostname)) return DEAD;
  const post = parsePostLink(location);
  if (post !== null) return post;
  if (isLogin(location)) return readLoginTarget(location);
  const meaning = rules.pathMeaning?.(location.pathname) ?? null;
  return meaning === null ? location : failed(CAUSES[meaning]);
};

const failureOfStatus = ({ status, headers }: OutboundResponse): EngineFailure | null => {
  if (status === 404 || status === 410) return failed('missing', { httpStatus: status });
  const stated = status < 500 ? failureOfPageStatus({ status, headers }) : null;
  return stated ?? (status >= 400 ? failed('upstream_error', { httpStatus: status }) : null);
};

const NO_INFORMATION = failed('page_refused');

/**
 * Returns the post or the failure of a page that was sent instead of a redirect, from the addresses that the page states (`stated`) and its
 * `meaning` under the platform's rules. Error pages arrive with status 200. The front page and the share link itself are inconclusive
 * (`page_refused`).
 */
const identifyPage = (stated: readonly URL[], meaning: keyof typeof CAUSES | null): ShareOutcome => {
  const post = stated.map(parsePostLink).find((found) => found !== null);
  if (post !== undefined) return post;
  if (meaning !== null) return failed(CAUSES[meaning]);
  const [first] = stated;
  if (first === undefined) return NO_INFORMATION;
  if (isLogin(first)) return readLoginTarget(first);
  return first.pathname === '/' || parseLink(first.href).ok ? NO_INFORMATION : DEAD;
};

/** Interprets a response without a Location header. Some edge servers put the target into the page. */
const readPage = async (
  response: OutboundResponse,
  url: URL,
  rules: ShareLinkRules,
): Promise<ShareOutcome | URL> => {
  const text = await readText(response, { maxBytes: PAGE_MAX_BYTES });
  const html = text.slice(0, HEAD_MAX_CHARACTERS);
  if (response.status < 300) {
    const stated = findStatedAddresses(html).flatMap((address) => URL.parse(address, url) ?? []);
    return identifyPage(stated, rules.pageMeaning?.(text) ?? null);
  }
  const address = findOnlyLink(html);
  const location = address === null ? null : URL.parse(address, url);
  return location === null ? DEAD : readHop(location, rules);
};

const readAnswer = async (
  response: OutboundResponse,
  url: URL,
  rules: ShareLinkRules,
): Promise<ShareOutcome | URL> => {
  const location = response.status >= 300 ? response.headers['location'] : undefined;
  const failure = failureOfStatus(response);
  if (failure === null && location === undefined) return readPage(response, url, rules);
  response.body.destroy();
  if (failure !== null) return failure;
  const next = URL.parse(location ?? '', url);
  return next === null ? DEAD : readHop(next, rules);
};

const follow = async (
  link: ParsedLink,
  outbound: OutboundClient,
  rules: ShareLinkRules,
  signal: AbortSignal,
): Promise<ShareOutcome> => {
  let url = new URL(link.url);
  for (let hop = 0; hop < SHARE_LINK_HOPS_MAX; hop += 1) {
    const response = await outbound.request({
      url: url.href,
      headers: HEADERS,
      hosts: sharePageHosts,
      redirects: 0,
      signal,
    });
    const read = await readAnswer(response, url, rules);
    if (!(read instanceof URL)) return read;
    url = read;
  }
  return DEAD;
};

const failureOfFault = ({ fault }: OutboundError): EngineFailure => {
  if (fault.startsWith('refused')) return DEAD;
  return failed(fault === 'too-large' ? 'upstream_error' : fault);
};

/**
 * Resolves a short link or share token to a post, with at most five redirects, on hosts of the platforms only, and within `timeoutMs`.
 * Stops when `signal` aborts. Returns any other link unchanged. Never rejects.
 */
export const resolveShareLink = async (
  link: ParsedLink,
  { clients, routeChoice: choice }: PageAccess,
  signal: AbortSignal,
  timeoutMs = SHARE_LINK_TIMEOUT_MS,
): Promise<ShareOutcome> => {
  const platform = serverPlatformOf(link.platform);
  if (link.kind !== 'share' || platform === null) return { ok: true, link };
  const rules = platform.shareLinks ?? {};
  const attempt = async (route: OutboundRoute, trySignal: AbortSignal): Promise<ShareOutcome> => {
    const outbound = clients[route];
    if (outbound === undefined) return failed('network');
    try {
      return await follow(link, outbound, rules, trySignal);
    } catch (error) {
      return error instanceof OutboundError ? failureOfFault(error) : TIMED_OUT;
    }
  };
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return tryRoutes(choice, attempt, deadline).catch(() => TIMED_OUT);
};
