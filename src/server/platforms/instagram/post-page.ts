import { failed, nonTerminal, tentative, terminal, withCause, withheld } from '../reading/engine-failure.ts';
import type { EngineFailure, EngineOutcome } from '../reading/engine-outcome.ts';
import { LIMITED_PAGE } from '../reading/source-pause.ts';
import { GATED } from './gating-ruling.ts';
import { graphPost } from './graph-post.ts';
import { type PostData, readPostData } from './own-media.ts';
import { polarisPost } from './polaris-post.ts';
import { failureOfWallRoute, readMarks, readRefusal } from './refusal.ts';
import type { Shortcode } from './shortcode.ts';

/** Parses a post page to a post or a failure. Instagram sends error pages with status 200 as well, so the content decides. */
export async function readPostPage(html: string, shortcode: Shortcode): Promise<EngineOutcome> {
  const refusal = readRefusal(html);
  if (refusal !== null) return refusal;
  const data = await readPostData(html, shortcode.code);
  return (await outcomeOfData(data, shortcode)) ?? (await failureOfPage(html, data.routes, shortcode));
}

/** Parses the answer to the query of a post page to a post or a failure; null if it has neither. */
export async function readQueryAnswer(json: string, shortcode: Shortcode): Promise<EngineOutcome | null> {
  const data = await readPostData(json, shortcode.code);
  return (await outcomeOfData(data, shortcode)) ?? readRefusal(json);
}

async function outcomeOfData(
  { media, graph, closed, unfilled }: PostData,
  { code, forFollowers }: Shortcode,
): Promise<EngineOutcome | null> {
  if (media !== undefined) return await polarisPost(media, code);
  if (graph !== undefined) return await graphPost(graph, code);
  if (closed !== null) return closed === GATED && forFollowers ? nonTerminal('private') : closed;
  return unfilled === undefined ? null : await polarisPost(unfilled, code);
}

async function failureOfPage(
  html: string,
  routes: readonly string[],
  { forFollowers }: Shortcode,
): Promise<EngineFailure> {
  const isRoute = (ending: string) => routes.some((route) => route.endsWith(ending));
  // First, because a page with this and another route is a login wall.
  const wall = failureOfWallRoute(routes);
  if (wall !== null) return wall;
  // Before the error route: the post is deleted only if the page names no route but the error route.
  if (isRoute('PostRoute')) return forFollowers ? nonTerminal('private') : LIMITED_PAGE;
  if (isRoute('PolarisErrorRoute')) return terminal(forFollowers ? 'private' : 'gone');
  const marks = await readMarks(html);
  if (marks.wall !== null) return marks.wall;
  if (routes.length > 0) return failed('page_unreadable');
  // Pages without any data: a private post has only an `og:image`, a deleted post only a login link. A page that requires a login
  // looks like that of a deleted post. Some servers get nothing but the description of a public post.
  if (marks.description) return withheld('preview_only');
  if (marks.preview) return nonTerminal('private');
  return marks.loginLink ? withCause(tentative('gone'), 'login_link') : failed('page_unreadable');
}
