import { type EngineFailure, type EngineOutcome, failed } from '../reading/engine-outcome.ts';
import { graphPost } from './graph-post.ts';
import { type PostData, readPostData, type Shortcode } from './own-media.ts';
import { polarisPost } from './polaris-post.ts';
import { failureOfWallRoute, GATED, readMarks, readRefusal } from './refusal.ts';

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
  if (closed !== null) return closed === GATED && forFollowers ? failed('private') : closed;
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
  if (isRoute('PostRoute')) return forFollowers ? failed('private') : failed('page_without_data');
  if (isRoute('PolarisErrorRoute')) return failed(forFollowers ? 'private_post' : 'missing');
  const marks = await readMarks(html);
  if (marks.wall !== null) return marks.wall;
  if (routes.length > 0) return failed('page_unreadable');
  // Pages without any data: a private post has only an `og:image`, a deleted post only a login link. A page that requires a login
  // looks like that of a deleted post. Some servers get nothing but the description of a public post.
  if (marks.description) return failed('preview_only');
  if (marks.preview) return failed('private');
  return marks.loginLink ? failed('login_link') : failed('page_unreadable');
}
