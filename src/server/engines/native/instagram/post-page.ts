import type { EngineFailure, EngineOutcome } from '../../engine.ts';
import { failed, nonTerminal, tentatively, terminal, withCause } from '../../engine-failure.ts';
import { readJson, textOf, valueAt } from '../../json-value.ts';
import { scanHtml } from '../scan-html.ts';
import { LIMITED_PAGE } from '../source-pause.ts';
import { graphPost } from './graph-post.ts';
import { readPostData } from './own-media.ts';
import { polarisPost } from './polaris-post.ts';
import type { Shortcode } from './shortcode.ts';

/** A refusal in JSON has a few hundred characters. */
const REFUSAL_MAX_CHARACTERS = 64 * 1024;

/** What stands on a page besides its data blocks. */
interface Marks {
  readonly preview: boolean;
  readonly loginLink: boolean;
}

/** Gives the post, or what a post page says instead of it. Status 200 proves nothing here: error pages are sent with it. */
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

/** Gives the failure of an answer that is JSON instead of a page, null for a page. */
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
  // First: a page that is both was built for the wall.
  if (isRoute('LoginHomepageRoute')) return withCause(nonTerminal('rate_limited'), 'login_wall');
  // Before the error route: only a page that names no other route than that one says that the post is gone.
  if (isRoute('PostRoute')) return forFollowers ? nonTerminal('private') : LIMITED_PAGE;
  if (isRoute('PolarisErrorRoute')) return terminal(forFollowers ? 'private' : 'gone');
  if (routes.length > 0) return failed('page_unreadable');
  // Pages without any data: a picture for link previews is all a private post leaves, a login link all a removed one does. A page
  // that asks for a login holds nothing else either.
  const marks = readMarks(html);
  if (marks.preview) return nonTerminal('private');
  return marks.loginLink ? withCause(tentatively('gone'), 'login_link') : failed('page_unreadable');
}
