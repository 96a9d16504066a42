import { chainToken } from './cdn-address.ts';
import type { PageFault, ShortLinkFault } from './fault.ts';
import { LATE_PAGE_MS, SLOW_PAGE_MS } from './fault-rows.ts';
import { instagramEmbed, instagramEmbedBroken } from './instagram-embed.ts';
import {
  instagramGated,
  instagramGone,
  instagramHome,
  instagramLoginWall,
  instagramPage,
  instagramPrivate,
  instagramThrottled,
  instagramUnreadable,
} from './instagram-pages.ts';
import type { MockPost } from './post.ts';
import { type Exchange, later, redirect, resetConnection, sendHtml, sendJson, sendText } from './reply.ts';
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

export interface PageState {
  readonly origin: string;
  findById(id: string): MockPost | null;
  pageFault(post: MockPost): PageFault | null;
  /** Counts a page load of a post and returns its number, from 1. */
  nextReading(post: MockPost): number;
  /** Resolves a short link's code; null for an unknown one. */
  shortLink(code: string): { readonly to: string } | { readonly fault: ShortLinkFault } | null;
}

const BROWSER_USER_AGENT = /Mozilla\/5\.0 .*(?:Chrome|Safari|Firefox)\//;
const isBrowser = ({ request }: Exchange): boolean =>
  BROWSER_USER_AGENT.test(String(request.headers['user-agent'] ?? ''));
const isMobile = ({ request }: Exchange): boolean =>
  /iPhone|Android/.test(String(request.headers['user-agent'] ?? ''));

/** Applies the faults that look the same on every page. Returns false when the fault is not one of them. */
const applyCommonFault = (exchange: Exchange, fault: PageFault, page: () => string): boolean => {
  switch (fault) {
    case 'limited':
      sendHtml(
        exchange,
        '<html><body>Please wait a few minutes.</body></html>',
        { 'retry-after': '120' },
        429,
      );
      return true;
    case 'empty':
      sendText(exchange, 200, 'text/html; charset=utf-8', '');
      return true;
    case 'server-error':
      sendHtml(exchange, '<html><body>Sorry, something went wrong.</body></html>', {}, 500);
      return true;
    case 'slow':
      later(exchange.response, SLOW_PAGE_MS, () => sendHtml(exchange, page()));
      return true;
    case 'late':
      later(exchange.response, LATE_PAGE_MS, () => sendHtml(exchange, page()));
      return true;
    case 'stalled': {
      const bytes = Buffer.from(page());
      exchange.response.writeHead(200, {
        'content-type': 'text/html',
        'content-length': String(bytes.length),
      });
      exchange.response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
      return true;
    }
    case 'reset':
      resetConnection(exchange);
      return true;
    default:
      return false;
  }
};

const applyInstagramFault = (exchange: Exchange, post: MockPost, fault: PageFault, page: () => string) => {
  switch (fault) {
    case 'private':
      return sendHtml(exchange, instagramPrivate());
    case 'gated':
      return sendHtml(exchange, instagramGated(post.id));
    case 'gone':
      return sendHtml(exchange, instagramGone());
    case 'login-wall':
      return sendHtml(exchange, instagramLoginWall());
    case 'login-redirect':
      return redirect(exchange, `https://www.instagram.com/accounts/login/?next=%2Fp%2F${post.id}%2F`);
    case 'challenge':
      return redirect(exchange, `https://www.instagram.com/challenge/?next=/p/${post.id}/`);
    case 'throttled':
      return sendHtml(exchange, instagramThrottled());
    case 'unreadable':
      return sendHtml(exchange, instagramUnreadable());
    case 'no-media':
      return sendHtml(exchange, instagramPage(post, 1, []));
    default:
      if (!applyCommonFault(exchange, fault, page)) sendHtml(exchange, page());
  }
};

/** Applies a post's fault to its embed page, as far as embeds have a form for it. */
const applyInstagramEmbedFault = (exchange: Exchange, post: MockPost, fault: PageFault) => {
  const page = () => instagramEmbed(post, 1);
  if (applyCommonFault(exchange, fault, page)) return;
  if (['private', 'gated', 'gone'].includes(fault)) return sendHtml(exchange, instagramEmbedBroken(post.id));
  if (fault === 'login-redirect' || fault === 'challenge')
    return applyInstagramFault(exchange, post, fault, page);
  sendHtml(exchange, instagramThrottled());
};

const INSTAGRAM_PATH = /^\/(?:[\w.]+\/)?(p|reel|reels|tv)\/([\w-]+)(\/embed(?:\/captioned)?)?\/?$/;
const INSTAGRAM_SHARE = /^\/share\/(?:(?:p|reel|reels|tv)\/)?([\w-]+)\/?$/;

const answerShortLink = (exchange: Exchange, state: PageState, code: string, home: string) => {
  const isInstagram = home.includes('instagram');
  const found = state.shortLink(code);
  // For a dead link TikTok redirects to its front page; Instagram answers with an error page of status 200.
  if (found === null || ('fault' in found && found.fault === 'dead'))
    return isInstagram ? sendHtml(exchange, instagramGone()) : redirect(exchange, home, 301);
  if ('to' in found) return redirect(exchange, found.to, 301);
  const targets: Partial<Record<ShortLinkFault, string>> = {
    home,
    login: isInstagram ? `${home}accounts/login/` : `${home}login`,
    loop: exchange.url.href,
    loopback: `${state.origin}/trap`,
    foreign: 'https://media.elsewhere.example/trap',
  };
  const to = targets[found.fault];
  if (to !== undefined) return redirect(exchange, to, 301);
  sendText(exchange, found.fault === 'gone' ? 404 : 429, 'text/plain', 'No');
};

const answerInstagramPost = (exchange: Exchange, state: PageState, kind: string, id: string) => {
  const post = state.findById(id);
  if (exchange.request.headers['sec-fetch-mode'] === 'cors') {
    return sendText(exchange, 400, 'text/plain', 'SecFetch Policy violation');
  }
  // Without a browser's full navigation headers, or with those of a phone, Instagram serves an empty shell.
  const isNavigation =
    exchange.request.headers['sec-fetch-mode'] === 'navigate' && isBrowser(exchange) && !isMobile(exchange);
  if (!isNavigation) return sendHtml(exchange, instagramThrottled());
  if (post?.platform !== 'instagram') return sendHtml(exchange, instagramGone());
  if (post.kind === 'reel' && kind === 'p')
    return redirect(exchange, `https://www.instagram.com/reel/${id}/`);
  if (post.lacks === 'page') return sendHtml(exchange, instagramThrottled());
  const page = () => instagramPage(post, state.nextReading(post));
  const fault = state.pageFault(post);
  return fault === null ? sendHtml(exchange, page()) : applyInstagramFault(exchange, post, fault, page);
};

/**
 * Answers the requests that begin a visit, and the ruling call that says whether a post is withheld, for a client that
 * uses the site's own API. Returns false for any other request.
 */
const answerInstagramSession = (exchange: Exchange): boolean => {
  const { pathname } = exchange.url;
  if (pathname === '/api/v1/web/get_ruling_for_content/') {
    sendJson(exchange, 200, { title: null, description: null, status: 'ok' });
    return true;
  }
  if (pathname !== '/') return false;
  exchange.response.appendHeader('set-cookie', 'csrftoken=mock; Path=/; Domain=.instagram.com; Secure');
  sendHtml(exchange, instagramHome());
  return true;
};

/** Answers requests for www.instagram.com and its other host names. */
export const answerInstagram = (exchange: Exchange, state: PageState) => {
  const share = INSTAGRAM_SHARE.exec(exchange.url.pathname)?.[1];
  if (share !== undefined) {
    // Browsers receive a page here; other clients a redirect.
    if (isBrowser(exchange)) return sendHtml(exchange, instagramThrottled());
    return answerShortLink(exchange, state, share, 'https://www.instagram.com/');
  }
  if (answerInstagramSession(exchange)) return;
  const [, kind, id, embed] = INSTAGRAM_PATH.exec(exchange.url.pathname) ?? [];
  if (kind === undefined || id === undefined) return sendHtml(exchange, instagramGone());
  if (embed === undefined) return answerInstagramPost(exchange, state, kind, id);
  const post = state.findById(id);
  if (post?.platform !== 'instagram') return sendHtml(exchange, instagramEmbedBroken(id));
  const fault = state.pageFault(post);
  if (fault !== null) return applyInstagramEmbedFault(exchange, post, fault);
  sendHtml(exchange, instagramEmbed(post, state.nextReading(post)));
};

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
      if (!applyCommonFault(exchange, fault, page)) sendHtml(exchange, page());
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
    if (applyCommonFault(exchange, fault, () => tiktokEmbed(post, 1))) return;
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

const TIKTOK_SHORT_HOST = /^(?:vm|vt)\.tiktok\.com$/;

/** Answers requests for www.tiktok.com and its other host names, short links included. */
export const answerTiktok = (exchange: Exchange, state: PageState) => {
  const { pathname } = exchange.url;
  const short = (TIKTOK_SHORT_HOST.test(exchange.host) ? /^\/([\w-]+)\/?$/ : /^\/t\/([\w-]+)\/?$/).exec(
    pathname,
  );
  if (short !== null) return answerShortLink(exchange, state, short[1] ?? '', 'https://www.tiktok.com/');
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
