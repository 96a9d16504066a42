import type { PageFault } from '../../mock-platforms/fault.ts';
import type { MockPost } from '../../mock-platforms/post.ts';
import { type Exchange, redirect, sendHtml, sendJson } from '../../mock-platforms/reply.ts';
import {
  answerShortLink,
  applyCommonFault,
  isCommonFault,
  isMobile,
  type PageState,
  type ShortLinkPages,
} from '../../mock-platforms/site-pages.ts';
import { chainToken } from './tiktok-delivery.ts';
import {
  type TiktokBrowser,
  tiktokChallenge,
  tiktokClassified,
  tiktokEmbed,
  tiktokOembed,
  tiktokPage,
  tiktokStatus,
  tiktokStub,
  tiktokUnreadable,
  tiktokWithoutMedia,
} from './tiktok-pages.ts';

/** Faults of the post's page that TikTok has a form for. */
export const TIKTOK_PAGE_FAULTS: readonly PageFault[] = [
  'private',
  'gated',
  'gone',
  'region',
  'login-wall',
  'throttled',
  'challenge',
  'desktop-challenge',
  'unreadable',
  'no-media',
];

const tiktokCookies = (reading: number): { 'set-cookie': string[] } => ({
  'set-cookie': [
    `ttwid=1%7Cmock%7C${reading}; Path=/; Domain=tiktok.com; Max-Age=31536000; HttpOnly; Secure; SameSite=None`,
    `tt_csrf_token=mock-${reading}; Path=/; Domain=tiktok.com; Secure; SameSite=Lax`,
    `tt_chain_token=${chainToken(reading)}; Path=/; Domain=.tiktok.com; HttpOnly; Secure; SameSite=None`,
    'msToken=mock; Path=/; Domain=tiktok.com; Secure',
  ],
});

const STATUSES: Partial<Record<PageFault, readonly [number, string]>> = {
  private: [10_216, 'status_self_see'],
  gone: [10_204, "item doesn't exist"],
  region: [10_204, "item doesn't exist"],
};

const applyTiktokFault = (
  exchange: Exchange,
  post: MockPost,
  fault: PageFault,
  browser: TiktokBrowser,
  page: () => string,
) => {
  const status = STATUSES[fault];
  if (status !== undefined) return sendHtml(exchange, tiktokStatus(browser, ...status));
  switch (fault) {
    case 'gated':
      return sendHtml(exchange, tiktokClassified(post, browser, 1));
    case 'login-wall':
      return redirect(
        exchange,
        `https://www.tiktok.com/login?redirect_url=${encodeURIComponent(post.links[0])}`,
      );
    case 'challenge':
      return sendHtml(exchange, tiktokChallenge());
    case 'throttled':
      return sendHtml(exchange, tiktokStub());
    case 'unreadable':
      return sendHtml(exchange, tiktokUnreadable());
    case 'no-media':
      return sendHtml(exchange, tiktokWithoutMedia(post, browser, 1));
    default:
      if (isCommonFault(fault)) applyCommonFault(exchange, fault, page);
      else sendHtml(exchange, page());
  }
};

const answerTiktokPost = (exchange: Exchange, state: PageState, id: string, browser: TiktokBrowser) => {
  const post = state.findById(id);
  if (post?.platform !== 'tiktok') {
    return sendHtml(exchange, tiktokStatus(browser, 10_204, "item doesn't exist"));
  }
  const fault = state.pageFault(post);
  if (fault === null || (fault === 'desktop-challenge' && browser === 'mobile')) {
    const reading = state.nextReading(post);
    return sendHtml(exchange, tiktokPage(post, browser, reading), tiktokCookies(reading));
  }
  if (fault === 'desktop-challenge') return sendHtml(exchange, tiktokChallenge());
  const reading = state.nextReading(post);
  for (const line of tiktokCookies(reading)['set-cookie']) exchange.response.appendHeader('set-cookie', line);
  applyTiktokFault(exchange, post, fault, browser, () => tiktokPage(post, browser, reading));
};

const answerTiktokEmbed = (exchange: Exchange, state: PageState, id: string) => {
  const post = state.findById(id);
  const fault = post === null ? 'gone' : state.pageFault(post);
  if (post?.platform === 'tiktok' && (fault === null || fault === 'desktop-challenge')) {
    return sendHtml(exchange, tiktokEmbed(post, state.nextReading(post)));
  }
  if (post !== null && fault !== null) {
    if (fault === 'no-media') return sendHtml(exchange, tiktokEmbed({ ...post, items: [] }, 1));
    if (fault === 'unreadable') return sendHtml(exchange, tiktokUnreadable());
    if (isCommonFault(fault)) return applyCommonFault(exchange, fault, () => tiktokEmbed(post, 1));
  }
  sendHtml(exchange, tiktokStub());
};

const answerOembed = (exchange: Exchange, state: PageState) => {
  const id = /\/(?:video|photo)\/(\d+)/.exec(exchange.url.searchParams.get('url') ?? '')?.[1];
  const post = id === undefined ? null : state.findById(id);
  const fault = post === null ? 'gone' : state.pageFault(post);
  if (post === null || fault === 'gone' || fault === 'private') {
    return sendJson(exchange, 400, { message: 'Something went wrong', code: 400 });
  }
  sendJson(exchange, 200, tiktokOembed(post, state.nextReading(post)));
};

const SHORT_LINK_PAGES: ShortLinkPages = {
  home: 'https://www.tiktok.com/',
  login: 'https://www.tiktok.com/login',
  // TikTok redirects a dead link to its front page.
  sendDead: (exchange) => redirect(exchange, 'https://www.tiktok.com/', 301),
};
const TIKTOK_SHORT_HOST = /^(?:vm|vt)\.tiktok\.com$/;

/** Answers requests for www.tiktok.com and its other host names, short links included. */
export const answerTiktok = (exchange: Exchange, state: PageState) => {
  const { pathname } = exchange.url;
  const short = (TIKTOK_SHORT_HOST.test(exchange.host) ? /^\/([\w-]+)\/?$/ : /^\/t\/([\w-]+)\/?$/).exec(
    pathname,
  );
  if (short !== null) return answerShortLink(exchange, state, short[1] ?? '', SHORT_LINK_PAGES);
  if (pathname === '/oembed') return answerOembed(exchange, state);
  if (pathname === '/login') return sendHtml(exchange, '<html><body>Log in to TikTok</body></html>');
  const embed = /^\/embed\/(?:v\d+\/)?(\d+)\/?$/.exec(pathname)?.[1];
  if (embed !== undefined) return answerTiktokEmbed(exchange, state, embed);
  const id = /^\/@[\w.-]*\/(?:video|photo)\/(\d+)\/?$/.exec(pathname)?.[1];
  const old = /^\/v\/(\d+)\.html$/.exec(pathname)?.[1];
  if (id !== undefined)
    return answerTiktokPost(exchange, state, id, isMobile(exchange) ? 'mobile' : 'desktop');
  if (old !== undefined) return answerTiktokPost(exchange, state, old, 'mobile');
  sendHtml(exchange, '<html><body>Couldn’t find this page</body></html>', {}, 404);
};
