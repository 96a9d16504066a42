import { failed, nonTerminal, tentative, terminal, withCause } from '../../extraction/engine-failure.ts';
import type { EngineFailure, EngineOutcome } from '../../extraction/engine-outcome.ts';
import { readJson, textOf, valueAt } from '../../extraction/json-value.ts';
import { scanHtml } from '../../extraction/scan-html.ts';
import { LIMITED_PAGE } from '../../extraction/source-pause.ts';
import { graphPost } from './graph-post.ts';
import { readPostData } from './own-media.ts';
import { polarisPost } from './polaris-post.ts';
import type { Shortcode } from './shortcode.ts';

/** Maximum length of a refusal in JSON; real ones have a few hundred characters. */
const REFUSAL_MAX_CHARACTERS = 64 * 1024;

/** Evidence in the markup of a page, apart from its data. */
interface Marks {
  /** Whether the page has an `og:image`. */
  readonly preview: boolean;
  /** Whether the page links to the login. */
  readonly loginLink: boolean;
}

/** Parses a post page to a post or a failure. Instagram sends error pages with status 200 as well, so the content decides. */
export function readPostPage(html: string, shortcode: Shortcode): EngineOutcome {
  const refusal = readRefusal(html);
  if (refusal !== null) return refusal;
  const data = readPostData(html, shortcode.code);
  if (data.media !== undefined) return polarisPost(data.media, shortcode.code);
  if (data.graph !== undefined) return graphPost(data.graph, shortcode.code);
  return data.closed ? terminal('private') : failureOfRoute(data.routes, shortcode, html);
}

function readMarks(html: string): Marks {
  let preview = false;
  let loginLink = false;
  scanHtml(html, {
    open(name, attributes) {
      if (name === 'meta' && attributes['property'] === 'og:image') preview = true;
      if (name === 'a' && attributes['href']?.startsWith('/accounts/login')) loginLink = true;
    },
  });
  return { preview, loginLink };
}

/** Returns the failure of a response that is JSON instead of a page; null for a page. */
export function readRefusal(text: string): EngineFailure | null {
  if (!text.trimStart().startsWith('{')) return null;
  if (text.length > REFUSAL_MAX_CHARACTERS) return failed('page_unreadable');
  const message = textOf(valueAt(readJson(text), 'message')) ?? '';
  return /please wait|feedback_required|checkpoint_required|challenge_required|login_required/i.test(message)
    ? nonTerminal('rate_limited')
    : failed('page_unreadable');
}

function failureOfRoute(routes: readonly string[], { forFollowers }: Shortcode, html: string): EngineFailure {
  const isRoute = (ending: string) => routes.some((route) => route.endsWith(ending));
  // First, because a page with this and another route is a login wall.
  if (isRoute('LoginHomepageRoute')) return withCause(nonTerminal('rate_limited'), 'login_wall');
  // Before the error route: the post is deleted only if the page names no route but the error route.
  if (isRoute('PostRoute')) return forFollowers ? nonTerminal('private') : LIMITED_PAGE;
  if (isRoute('PolarisErrorRoute')) return terminal(forFollowers ? 'private' : 'gone');
  if (routes.length > 0) return failed('page_unreadable');
  // Pages without any data: a private post has only an `og:image`, a deleted post only a login link. A page that requires a login
  // looks like that of a deleted post.
  const marks = readMarks(html);
  if (marks.preview) return nonTerminal('private');
  return marks.loginLink ? withCause(tentative('gone'), 'login_link') : failed('page_unreadable');
}
