import type { PageFault, ShortLinkFault } from './fault.ts';
import { LATE_PAGE_MS, SLOW_PAGE_MS } from './fault-rows.ts';
import type { MockPost } from './post.ts';
import { type Exchange, later, redirect, resetConnection, sendHtml, sendText } from './reply.ts';

/** What a platform's site asks the mock server about its posts. */
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
/** Returns whether the client names itself as a browser. */
export const isBrowser = ({ request }: Exchange): boolean =>
  BROWSER_USER_AGENT.test(String(request.headers['user-agent'] ?? ''));
/** Returns whether the client names itself as a phone. */
export const isMobile = ({ request }: Exchange): boolean =>
  /iPhone|Android/.test(String(request.headers['user-agent'] ?? ''));

/** Names under which pages and embeds of the platforms list films and pictures. */
const MEDIA_FIELDS =
  /(video_versions|video_url|video_dash_manifest|image_versions2|carousel_media|display_(?:uri|url|resources)|edge_sidecar_to_children|playAddr|bitrateInfo|imagePost|displayImages)/gi;

/** Faults that look the same on every site. */
const COMMON_FAULTS = [
  'renamed',
  'limited',
  'empty',
  'server-error',
  'slow',
  'late',
  'stalled',
  'reset',
] as const;
type CommonFault = (typeof COMMON_FAULTS)[number];

export const isCommonFault = (fault: PageFault): fault is CommonFault =>
  (COMMON_FAULTS as readonly PageFault[]).includes(fault);

/** Applies a fault that looks the same on every site. `page` renders the post without the fault. */
export const applyCommonFault = (exchange: Exchange, fault: CommonFault, page: () => string) => {
  switch (fault) {
    case 'renamed':
      return sendHtml(exchange, page().replaceAll(MEDIA_FIELDS, 'new_$1'));
    case 'limited':
      return sendHtml(
        exchange,
        '<html><body>Please wait a few minutes.</body></html>',
        { 'retry-after': '120' },
        429,
      );
    case 'empty':
      return sendText(exchange, 200, 'text/html; charset=utf-8', '');
    case 'server-error':
      return sendHtml(exchange, '<html><body>Sorry, something went wrong.</body></html>', {}, 500);
    case 'slow':
      return later(exchange.response, SLOW_PAGE_MS, () => sendHtml(exchange, page()));
    case 'late':
      return later(exchange.response, LATE_PAGE_MS, () => sendHtml(exchange, page()));
    case 'stalled': {
      const bytes = Buffer.from(page());
      exchange.response.writeHead(200, {
        'content-type': 'text/html',
        'content-length': String(bytes.length),
      });
      return void exchange.response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
    }
    case 'reset':
      return resetConnection(exchange);
  }
};

/** Pages of a platform to which its short links lead when they lead to no post. */
export interface ShortLinkPages {
  readonly home: string;
  readonly login: string;
  /** Answers the request for a link that does not exist. */
  readonly sendDead: (exchange: Exchange) => void;
}

/** Answers the request for a short link by its code. */
export const answerShortLink = (
  exchange: Exchange,
  state: PageState,
  code: string,
  { home, login, sendDead }: ShortLinkPages,
) => {
  const found = state.shortLink(code);
  if (found === null || ('fault' in found && found.fault === 'dead')) return sendDead(exchange);
  if ('to' in found) return redirect(exchange, found.to, 301);
  const targets: Partial<Record<ShortLinkFault, string>> = {
    home,
    login,
    loop: exchange.url.href,
    loopback: `${state.origin}/trap`,
    foreign: 'https://media.elsewhere.example/trap',
  };
  const to = targets[found.fault];
  if (to !== undefined) return redirect(exchange, to, 301);
  sendText(exchange, found.fault === 'gone' ? 404 : 429, 'text/plain', 'No');
};
