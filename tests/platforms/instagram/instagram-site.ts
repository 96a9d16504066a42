import type { PageFault } from '../../mock-platforms/fault.ts';
import type { MockPost } from '../../mock-platforms/post.ts';
import { type Exchange, redirect, sendHtml, sendJson, sendText } from '../../mock-platforms/reply.ts';
import {
  answerShortLink,
  applyCommonFault,
  isBrowser,
  isCommonFault,
  isMobile,
  type PageState,
  type ShortLinkPages,
} from '../../mock-platforms/site-pages.ts';
import { instagramEmbed, instagramEmbedBroken } from './instagram-embed.ts';
import {
  INSTAGRAM_QUERY,
  instagramGated,
  instagramGone,
  instagramHome,
  instagramLoginWall,
  instagramPage,
  instagramPrivate,
  instagramQueryAnswer,
  instagramQueryPage,
  instagramThrottled,
  instagramUnreadable,
  mediaPk,
} from './instagram-pages.ts';

/** Faults of the post's page that Instagram has a form for. */
export const INSTAGRAM_PAGE_FAULTS: readonly PageFault[] = [
  'private',
  'gated',
  'gone',
  'login-wall',
  'login-redirect',
  'throttled',
  'queried',
  'challenge',
  'unreadable',
  'no-media',
];

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
    case 'queried':
      return sendHtml(exchange, instagramQueryPage(post.id), {
        'set-cookie': 'csrftoken=mock-csrf; Path=/; Secure',
      });
    case 'unreadable':
      return sendHtml(exchange, instagramUnreadable());
    case 'no-media':
      return sendHtml(exchange, instagramPage(post, 1, []));
    default:
      if (isCommonFault(fault)) applyCommonFault(exchange, fault, page);
      else sendHtml(exchange, page());
  }
};

/** Applies a post's fault to its embed page, as far as embeds have a form for it. */
const applyInstagramEmbedFault = (exchange: Exchange, post: MockPost, fault: PageFault) => {
  const page = () => instagramEmbed(post, 1);
  if (isCommonFault(fault)) return applyCommonFault(exchange, fault, page);
  if (['private', 'gated', 'gone'].includes(fault)) return sendHtml(exchange, instagramEmbedBroken(post.id));
  if (fault === 'login-redirect' || fault === 'challenge')
    return applyInstagramFault(exchange, post, fault, page);
  sendHtml(exchange, instagramThrottled());
};

const INSTAGRAM_PATH = /^\/(?:[\w.]+\/)?(p|reel|reels|tv)\/([\w-]+)(\/embed(?:\/captioned)?)?\/?$/;
const INSTAGRAM_SHARE = /^\/share\/(?:(?:p|reel|reels|tv)\/)?([\w-]+)\/?$/;

const SHORT_LINK_PAGES: ShortLinkPages = {
  home: 'https://www.instagram.com/',
  login: 'https://www.instagram.com/accounts/login/',
  // Instagram answers a dead link with an error page of status 200.
  sendDead: (exchange) => sendHtml(exchange, instagramGone()),
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

/** Answers the query of a post page: only with the page's token and cookie, and only once the fault `queried` has sent that page. */
const answerInstagramQuery = (exchange: Exchange, state: PageState) => {
  const { headers } = exchange.request;
  const form = new URLSearchParams(exchange.body);
  const isOfPage =
    form.get('lsd') === INSTAGRAM_QUERY.token &&
    form.get('doc_id') === INSTAGRAM_QUERY.id &&
    headers['x-csrftoken'] === 'mock-csrf' &&
    headers.cookie?.includes('csrftoken=mock-csrf') === true &&
    headers['sec-fetch-site'] === 'same-origin';
  const code = /^\/(?:p|reel)\/([\w-]+)\//.exec(new URL(headers.referer ?? exchange.url).pathname)?.[1] ?? '';
  const post = state.findById(code);
  const asked = (JSON.parse(form.get('variables') ?? '{}') as { media_id?: string }).media_id;
  if (!isOfPage || post === null || asked !== mediaPk(code) || state.pageFault(post) !== 'queried')
    return sendJson(exchange, 403, { message: 'login_required', status: 'fail' });
  sendJson(exchange, 200, instagramQueryAnswer(post, state.nextReading(post)));
};

/** Answers requests for www.instagram.com and its other host names. */
export const answerInstagram = (exchange: Exchange, state: PageState) => {
  const share = INSTAGRAM_SHARE.exec(exchange.url.pathname)?.[1];
  if (share !== undefined) {
    // Browsers receive a page here; other clients a redirect.
    if (isBrowser(exchange)) return sendHtml(exchange, instagramThrottled());
    return answerShortLink(exchange, state, share, SHORT_LINK_PAGES);
  }
  if (answerInstagramSession(exchange)) return;
  if (exchange.url.pathname === '/api/graphql') return answerInstagramQuery(exchange, state);
  const [, kind, id, embed] = INSTAGRAM_PATH.exec(exchange.url.pathname) ?? [];
  if (kind === undefined || id === undefined) return sendHtml(exchange, instagramGone());
  if (embed === undefined) return answerInstagramPost(exchange, state, kind, id);
  const post = state.findById(id);
  if (post?.platform !== 'instagram') return sendHtml(exchange, instagramEmbedBroken(id));
  const fault = state.pageFault(post);
  if (fault !== null) return applyInstagramEmbedFault(exchange, post, fault);
  sendHtml(exchange, instagramEmbed(post, state.nextReading(post)));
};
