import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { exactHosts } from '../../outbound/host-policy.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import {
  type EngineFailure,
  type EngineOutcome,
  failed,
  pickMoreSpecific,
  toUnprovenFailure,
} from '../failures.ts';
import {
  DESKTOP_JSON,
  DESKTOP_NAVIGATION,
  DESKTOP_USER_AGENT,
  MOBILE_NAVIGATION,
  MOBILE_USER_AGENT,
} from '../reading/browser-headers.ts';
import { readJson, textOf, valueAt } from '../reading/json-value.ts';
import {
  cookieHeaderOf,
  createSourcePause,
  failureOfStatus,
  type Page,
  type PageRequest,
  pageCookies,
  readPage,
} from '../reading/read-page.ts';
import type { PageReader, PageReaderOptions } from '../server-platform.ts';
import { readEmbedPage } from './embed-page.ts';
import type { FileHeaders } from './tiktok-file.ts';
import { type DoubtfulStatus, readVideoPage } from './video-page.ts';

const ORIGIN = 'https://www.tiktok.com';
const HOSTS = exactHosts(['www.tiktok.com', 'tiktok.com', 'm.tiktok.com']);
const PAGE_REDIRECTS_MAX = 2;
/** Names of the cookies of a page that requests for its video files need. */
const MEDIA_COOKIES = new Set(['ttwid', 'tt_csrf_token', 'tt_chain_token', 'msToken']);

/** Browser that the reader imitates. */
interface Browser {
  readonly navigationHeaders: Readonly<Record<string, string>>;
  readonly userAgent: string;
}
const DESKTOP: Browser = { navigationHeaders: DESKTOP_NAVIGATION, userAgent: DESKTOP_USER_AGENT };
const MOBILE: Browser = { navigationHeaders: MOBILE_NAVIGATION, userAgent: MOBILE_USER_AGENT };

const addressOf = (id: string): string => `${ORIGIN}/@_/video/${id}`;
/**
 * Returns the address that older links use. Some servers get the post's data there while the page at `addressOf` comes without it.
 */
const olderAddressOf = (id: string): string => `https://m.tiktok.com/v/${id}.html`;
/** Variants of a post's page: the browser that requests it, its address, and the failure if no page is at that address. */
const PAGES = [
  { browser: DESKTOP, addressOf, whenMissing: failed('gone') },
  { browser: MOBILE, addressOf: olderAddressOf, whenMissing: failed('perhaps_gone') },
  { browser: MOBILE, addressOf, whenMissing: failed('gone') },
];

/**
 * Creates a reader of public TikTok posts. The reader requests the page as a desktop browser, its older address as a phone, the page as a
 * phone, and then the embed page. It returns the first post or conclusive failure (terminal, blocked by region, or in review), otherwise
 * the most specific failure, where `no_media` counts only for the first request. When the platform refuses one of the four, the reader
 * pauses that one for some minutes.
 */
export function createTiktokReader({ outbound, now, announcements }: PageReaderOptions): PageReader {
  const pages = PAGES.map((way, index) => ({
    way,
    pause: createSourcePause(now, `tiktok pages ${index}`, announcements),
  }));
  const embeds = createSourcePause(now, 'tiktok embeds', announcements);

  return async function readTiktok(link, signal, run): Promise<EngineOutcome> {
    let asked: ReturnType<typeof readOembed> | null = null;
    // Several pages may ask for the same confirmation.
    const askOembed = () => (asked ??= readOembed(outbound, link, signal));
    const ways = [
      ...pages.map(
        ({ way, pause }) =>
          () =>
            pause.request(run, () => openVideoPage(outbound, link.id, way, askOembed, signal)),
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
  id: string,
  variant: (typeof PAGES)[number],
  askOembed: () => ReturnType<typeof readOembed>,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const page = await open(outbound, variant.addressOf(id), variant.browser.navigationHeaders, signal);
  if (!page.ok) return page;
  const outcome =
    failureOfAnswer(page, id, variant.whenMissing) ??
    (await readVideoPage(page.text, id, fileHeaders(page, variant.browser)));
  return outcome.ok === 'confirm' ? confirmed(outcome, await askOembed()) : outcome;
}

async function openEmbedPage(
  outbound: OutboundClient,
  id: string,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const page = await open(outbound, `${ORIGIN}/embed/v2/${id}`, DESKTOP_NAVIGATION, signal);
  if (!page.ok) return page;
  return failureOfAnswer(page, id, failed('perhaps_gone')) ?? readEmbedPage(page.text, id);
}

function readOembed(
  outbound: OutboundClient,
  { username, id }: ParsedLink,
  signal: AbortSignal,
): Promise<Page | EngineFailure> {
  const post = `${ORIGIN}/@${username ?? '_'}/video/${id}`;
  const url = `${ORIGIN}/oembed?${new URLSearchParams({ url: post }).toString()}`;
  return readPage(outbound, { url, headers: DESKTOP_JSON, hosts: HOSTS, redirects: 0 }, signal);
}

/**
 * Returns the failure of a doubtful status. `page` is the answer of TikTok's oEmbed service: if oEmbed knows the post, the failure is `region`;
 * if oEmbed does not know the post, `failureIfUnknown`; for any other answer, the failure of the status without proof.
 */
function confirmed({ status }: DoubtfulStatus, page: Page | EngineFailure): EngineFailure {
  const answer = page.ok ? readJson(page.text) : null;
  const isKnown = textOf(valueAt(answer, 'embed_product_id')) ?? textOf(valueAt(answer, 'author_unique_id'));
  if (page.ok && page.status === 200 && isKnown !== null) return failed('region');
  const isUnknown =
    page.ok && (page.status === 400 || page.status === 404 || valueAt(answer, 'code') === 400);
  return isUnknown ? status.failureIfUnknown : toUnprovenFailure(status.failure);
}

/** Requests a page. A redirect to a host outside HOSTS, to which TikTok sends some servers, becomes the failure `access_refused`. */
async function open(
  outbound: OutboundClient,
  url: string,
  headers: PageRequest['headers'],
  signal: AbortSignal,
): Promise<Page | EngineFailure> {
  const page = await readPage(
    outbound,
    { url, headers, hosts: HOSTS, redirects: PAGE_REDIRECTS_MAX },
    signal,
  );
  return !page.ok && page.cause === 'refused-redirect' ? failed('access_refused') : page;
}

function failureOfAnswer(page: Page, id: string, whenMissing: EngineFailure): EngineFailure | null {
  if (/^\/login(?:\/|$)/.test(page.url.pathname)) return failed('login_wall');
  if (page.status === 404 || page.status === 410) return whenMissing;
  if (page.status === 401 || page.status === 403)
    return failed('posts_withheld', { httpStatus: page.status });
  const refused = failureOfStatus(page);
  if (refused !== null) return refused;
  if (page.status !== 200) return failed('page_refused');
  return page.url.pathname.includes(id) ? null : failed('unexpected_page');
}

/**
 * Returns the request headers for videos: the user agent of the browser that requested the page, TikTok as referer, and cookies of the
 * page. Video URLs are valid only with the cookies of the response that contained them.
 */
const fileHeaders = ({ setCookies }: Page, { userAgent }: Browser): FileHeaders => ({
  referer: `${ORIGIN}/`,
  'user-agent': userAgent,
  ...cookieHeaderOf(pageCookies(setCookies, MEDIA_COOKIES)),
});
