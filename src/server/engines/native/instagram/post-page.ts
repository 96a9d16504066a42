import type { EngineOutcome, EngineVerdict } from '../../engine.ts';
import { readJson, textOf, valueAt } from '../../json-value.ts';
import { because, definitely, failed, perhaps, tentatively } from '../../verdict.ts';
import { scanHtml } from '../scan-html.ts';
import { LIMITED_PAGE } from '../source-rest.ts';
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
  return data.closed ? definitely('private') : verdictOfRoute(data.routes, shortcode, html);
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

/** Gives the verdict of an answer that is JSON instead of a page, null for a page. */
export function readRefusal(text: string): EngineVerdict | null {
  if (!text.trimStart().startsWith('{')) return null;
  if (text.length > REFUSAL_MAX_CHARACTERS) return failed('page_unreadable');
  const message = textOf(valueAt(readJson(text), 'message')) ?? '';
  return /please wait|feedback_required|checkpoint_required|challenge_required|login_required/i.test(message)
    ? perhaps('rate_limited')
    : failed('page_unreadable');
}

function verdictOfRoute(routes: readonly string[], { forFollowers }: Shortcode, html: string): EngineVerdict {
  const isRoute = (ending: string) => routes.some((route) => route.endsWith(ending));
  // First: a page that is both was built for the wall.
  if (isRoute('LoginHomepageRoute')) return because(perhaps('rate_limited'), 'login_wall');
  // Before the error route: only a page that names no other route than that one says that the post is gone.
  if (isRoute('PostRoute')) return forFollowers ? perhaps('private') : LIMITED_PAGE;
  if (isRoute('PolarisErrorRoute')) return definitely(forFollowers ? 'private' : 'gone');
  if (routes.length > 0) return failed('page_unreadable');
  // Pages without any data: a picture for link previews is all a private post leaves, a login link all a removed one does. A page
  // that asks for a login holds nothing else either.
  const marks = readMarks(html);
  if (marks.preview) return perhaps('private');
  return marks.loginLink ? because(tentatively('gone'), 'login_link') : failed('page_unreadable');
}
