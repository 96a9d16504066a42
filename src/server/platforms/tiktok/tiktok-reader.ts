import type { ParsedLink } from '#shared/links/parsed-link.ts';
import {
  DESKTOP_JSON,
  DESKTOP_NAVIGATION,
  DESKTOP_USER_AGENT,
  MOBILE_NAVIGATION,
  MOBILE_USER_AGENT,
} from '../../extraction/browser-headers.ts';
import {
  failed,
  nonTerminal,
  pickMoreSpecific,
  tentative,
  withheld,
} from '../../extraction/engine-failure.ts';
import type { EngineFailure, EngineOutcome } from '../../extraction/engine-outcome.ts';
import { readJson, textOf, valueAt } from '../../extraction/json-value.ts';
import { failureOfStatus, type Page, readPage } from '../../extraction/read-page.ts';
import { createSourcePause } from '../../extraction/source-pause.ts';
import { exactHosts } from '../../net/host-policy.ts';
import type { OutboundClient } from '../../net/outbound-client.ts';
import type { PageReader, PageReaderOptions } from '../server-platform.ts';
import { readEmbedPage } from './embed-page.ts';
import type { FileHeaders } from './tiktok-file.ts';
import { type DoubtfulStatus, readVideoPage, type VideoPageOutcome } from './video-page.ts';

const ORIGIN = 'https://www.tiktok.com';
const HOSTS = exactHosts(['www.tiktok.com', 'tiktok.com', 'm.tiktok.com']);
const PAGE_REDIRECTS_MAX = 2;
const ALLOWED_COOKIES = new Set(['ttwid', 'tt_csrf_token', 'tt_chain_token']);
/** Matches visible ASCII without separators (RFC 6265 section 4.1.1), so that no cookie value can end the header line. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,1024}$/;

/** Browser that the reader imitates. */
interface Browser {
  readonly navigation: Readonly<Record<string, string>>;
  readonly userAgent: string;
}
const DESKTOP: Browser = { navigation: DESKTOP_NAVIGATION, userAgent: DESKTOP_USER_AGENT };
const MOBILE: Browser = { navigation: MOBILE_NAVIGATION, userAgent: MOBILE_USER_AGENT };

/**
 * Creates a reader of public TikTok posts. It requests the desktop page, the mobile page and then the embed page. It returns the first
 * post or conclusive failure (terminal, blocked by region, or in review), otherwise the most specific failure. Each page is paused for some minutes
 * when the platform refuses it.
 */
export function createTiktokReader({ outbound, now, announcements }: PageReaderOptions): PageReader {
  const pages = [DESKTOP, MOBILE].map((browser, index) => ({
    browser,
    pause: createSourcePause(now, `tiktok pages ${index}`, announcements),
  }));
  const embeds = createSourcePause(now, 'tiktok embeds', announcements);

  return async function readTiktok(link, signal, run): Promise<EngineOutcome> {
    const ways = [
      ...pages.map(
        ({ browser, pause }) =>
          () =>
            pause.request(run, () => openVideoPage(outbound, link, browser, signal)),
      ),
      () => embeds.request(run, () => openEmbedPage(outbound, link.id, signal)),
    ];
    let failure: EngineFailure | null = null;
    for (const readOneWay of ways) {
      const outcome = await readOneWay();
      if (outcome.ok) return outcome;
      // A region block applies to all pages, because they are requested from the same IP address.
      if (outcome.terminal || outcome.reason === 'region' || outcome.reason === 'in_review') return outcome;
      // An embed has a film only with its watermark: that says nothing about what the pages failed with.
      if (failure !== null && outcome.code === 'no_media') continue;
      failure = failure === null ? outcome : pickMoreSpecific(failure, outcome);
    }
    return failure ?? failed('page_unreadable');
  };
}

async function openVideoPage(
  outbound: OutboundClient,
  link: ParsedLink,
  browser: Browser,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const request = {
    url: `${ORIGIN}/@_/video/${link.id}`,
    headers: browser.navigation,
    hosts: HOSTS,
    redirects: PAGE_REDIRECTS_MAX,
  };
  const page = await readPage(outbound, request, signal);
  if (!page.ok) return failureOfNoAnswer(page);
  const outcome =
    failureOfAnswer(page, link.id, nonTerminal('gone')) ??
    (await readVideoPage(page.text, link.id, fileHeaders(page, browser)));
  return isDoubtful(outcome) ? confirmWithOembed(outbound, link, outcome, signal) : outcome;
}

function isDoubtful(outcome: VideoPageOutcome): outcome is DoubtfulStatus {
  return outcome.ok === 'confirm';
}

async function openEmbedPage(
  outbound: OutboundClient,
  id: string,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const request = {
    url: `${ORIGIN}/embed/v2/${id}`,
    headers: DESKTOP_NAVIGATION,
    hosts: HOSTS,
    redirects: PAGE_REDIRECTS_MAX,
  };
  const page = await readPage(outbound, request, signal);
  if (!page.ok) return failureOfNoAnswer(page);
  return failureOfAnswer(page, id, tentative('gone')) ?? readEmbedPage(page.text, id);
}

async function confirmWithOembed(
  outbound: OutboundClient,
  link: ParsedLink,
  { status }: DoubtfulStatus,
  signal: AbortSignal,
): Promise<EngineFailure> {
  const post = `${ORIGIN}/@${link.username ?? '_'}/video/${link.id}`;
  const url = `${ORIGIN}/oembed?${new URLSearchParams({ url: post }).toString()}`;
  const page = await readPage(outbound, { url, headers: DESKTOP_JSON, hosts: HOSTS, redirects: 0 }, signal);
  const answer = page.ok ? readJson(page.text) : null;
  const isKnown = textOf(valueAt(answer, 'embed_product_id')) ?? textOf(valueAt(answer, 'author_unique_id'));
  if (page.ok && page.status === 200 && isKnown !== null) return failed('region');
  const isUnknown =
    page.ok && (page.status === 400 || page.status === 404 || valueAt(answer, 'code') === 400);
  return isUnknown ? status.ifUnknown : { ...status.failure, terminal: false };
}

/** Returns the failure of a page without an answer. TikTok sends some servers to a host of another service. */
const failureOfNoAnswer = (failure: EngineFailure): EngineFailure =>
  failure.cause === 'refused-redirect' ? withheld('refused-redirect') : failure;

function failureOfAnswer(page: Page, id: string, whenMissing: EngineFailure): EngineFailure | null {
  if (/^\/login(?:\/|$)/.test(page.url.pathname)) return withheld('login_wall');
  if (page.status === 404 || page.status === 410) return whenMissing;
  if (page.status === 401 || page.status === 403) return withheld(`http_${page.status}`);
  const refused = failureOfStatus(page);
  if (refused !== null) return refused;
  if (page.status !== 200) return failed('page_refused');
  return page.url.pathname.includes(id) ? null : withheld('unexpected_page');
}

/** Returns the request headers for videos: those of the browser that requested the page, with TikTok as referer and the page's cookies. */
function fileHeaders(page: Page, browser: Browser): FileHeaders {
  const cookie = pageCookies(page.setCookies);
  const headers = { referer: `${ORIGIN}/`, 'user-agent': browser.userAgent };
  return cookie === null ? headers : { ...headers, cookie };
}

/**
 * Builds the `cookie` header that TikTok's delivery network requires for the videos of a page, from the Set-Cookie lines of the page;
 * null if there are no such cookies. Video URLs are valid only with the cookies of the response that contained them.
 */
function pageCookies(setCookies: readonly string[]): string | null {
  const cookies = new Map<string, string>();
  for (const line of setCookies) {
    const pair = line.split(';', 1)[0] ?? '';
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    if (ALLOWED_COOKIES.has(name) && COOKIE_VALUE.test(value)) cookies.set(name, value);
  }
  return cookies.size === 0 ? null : [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
