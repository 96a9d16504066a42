import { exactHosts } from '../../outbound/host-policy.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { type EngineFailure, type EngineOutcome, failed, pickMoreSpecific } from '../failures.ts';
import { DESKTOP_NAVIGATION } from '../reading/browser-headers.ts';
import { createSourcePause, failureOfStatus, type Page, readPage } from '../reading/read-page.ts';
import type { PageReader, PageReaderOptions } from '../server-platform.ts';
import { readEmbedPage } from './embed-page.ts';
import { graphPost } from './graph-post.ts';
import { guestQuery } from './guest-query.ts';
import { type PostData, readPostData, type Shortcode } from './own-media.ts';
import { polarisPost } from './polaris-post.ts';
import { failureOfRedirect, failureOfWallRoute, GATED, readMarks, readRefusal } from './refusal.ts';

const ORIGIN = 'https://www.instagram.com';
const HOSTS = exactHosts(['www.instagram.com']);

/**
 * Creates a reader of public Instagram posts. The reader requests the post page and, if the page has no media, sends the query that the
 * page itself would send. If that gives neither a post nor a terminal failure, the reader requests the embed page, which has a separate
 * quota. When the platform refuses post pages or embed pages, the reader pauses that kind of page for some minutes.
 */
export function createInstagramReader({ outbound, now, announcements }: PageReaderOptions): PageReader {
  const pages = createSourcePause(now, 'instagram pages', announcements);
  const embeds = createSourcePause(now, 'instagram embeds', announcements);

  return async function readInstagram(link, signal, run): Promise<EngineOutcome> {
    const first = await pages.request(run, () => openPostPage(outbound, link, signal));
    if (first.ok || first.terminal) return first;
    const second = await embeds.request(run, () => openEmbed(outbound, link.id, signal));
    return second.ok ? second : pickOfPages(first, second);
  };
}

/**
 * Chooses between the failures of a post page and of its embed page: the more specific one, with two exceptions. Embed pages withhold the
 * files of many public posts, so an embed page without files does not replace the failure of an unreadable post page. No failure replaces
 * that of a post that this region does not get.
 */
function pickOfPages(page: EngineFailure, embed: EngineFailure): EngineFailure {
  const isUnread = page.reason === 'page_unreadable' || page.reason === 'unreadable_here';
  if (page.reason !== 'region' && !(isUnread && embed.code === 'no_media'))
    return pickMoreSpecific(page, embed);
  return embed.isClip === true ? { ...page, isClip: true } : page;
}

async function openPostPage(
  outbound: OutboundClient,
  shortcode: Shortcode,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const first = await open(outbound, `/p/${shortcode.id}/`, signal);
  if (!first.ok) return first;
  const path = first.location === null ? null : samePostPath(first.location, shortcode.id);
  // Clips redirect from /p/ to /reel/ or to the owner's /name/reel/. The target URL is built here; the Location itself is not followed.
  const page = path === null ? first : await open(outbound, path, signal);
  if (!page.ok) return page;
  const outcome = failureOfAnswer(page, failed('missing')) ?? (await readPostPage(page.text, shortcode));
  const lacksMedia =
    (!outcome.ok && outcome.cause === 'page_without_data') || (!outcome.ok && outcome.code === 'no_media');
  const query = lacksMedia ? await guestQuery(page, shortcode.id) : null;
  const answer = query === null ? null : await readPage(outbound, { ...query, hosts: HOSTS }, signal);
  const second = answer?.ok === true ? await readAnswer(answer, shortcode) : null;
  return second ?? outcome;
}

/**
 * Reads the answer to the query of a page without media: the post, a terminal failure, a region block or a stated rate limit. Returns null
 * for any other answer, because a refusal of the query says nothing about the page.
 */
async function readAnswer(answer: Page, shortcode: Shortcode): Promise<EngineOutcome | null> {
  const said = failureOfAnswer(answer, failed('page_refused'));
  const outcome = said ?? (await readQueryAnswer(answer.text, shortcode));
  if (outcome === null || outcome.ok || outcome.terminal || outcome.reason === 'region') return outcome;
  return outcome.code === 'rate_limited' && outcome.cause !== 'forbidden' ? outcome : null;
}

async function openEmbed(
  outbound: OutboundClient,
  code: string,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const page = await open(outbound, `/p/${code}/embed/captioned/`, signal);
  if (!page.ok) return page;
  return failureOfAnswer(page, failed('perhaps_gone')) ?? (await readEmbedPage(page.text, code));
}

function open(outbound: OutboundClient, path: string, signal: AbortSignal): Promise<Page | EngineFailure> {
  const request = { url: ORIGIN + path, headers: DESKTOP_NAVIGATION, hosts: HOSTS, redirects: 0 };
  return readPage(outbound, request, signal);
}

function samePostPath(location: URL, code: string): string | null {
  if (location.hostname !== 'www.instagram.com' && location.hostname !== 'instagram.com') return null;
  const [, owner = '', kind, found] =
    /^(\/[\w.]{1,30})?\/(p|reel|reels|tv)\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  return kind !== undefined && found === code ? `${owner}/${kind}/${code}/` : null;
}

function failureOfAnswer(page: Page, whenMissing: EngineFailure): EngineFailure | null {
  if (page.status === 404 || page.status === 410) return whenMissing;
  if (page.status >= 300 && page.status < 400) return failureOfRedirect(page.location);
  const said = page.status === 200 ? null : readRefusal(page.text);
  // Instagram also states a login with 401 and 403, and with 400 a challenge that this IP address must pass.
  if (page.status < 429 && said?.cause === 'login_required') return said;
  const refused = failureOfStatus(page);
  if (refused !== null) return refused;
  if (page.status === 200) return null;
  return said?.code === 'rate_limited' ? said : failed('page_refused');
}

/** Parses a post page to a post or a failure. Instagram sends error pages with status 200 as well, so the content decides. */
export async function readPostPage(html: string, shortcode: Shortcode): Promise<EngineOutcome> {
  const refusal = readRefusal(html);
  if (refusal !== null) return refusal;
  const data = await readPostData(html, shortcode.id);
  return (await outcomeOfData(data, shortcode)) ?? (await failureOfPage(html, data.routes, shortcode));
}

/** Parses the answer to the query of a post page to a post or a failure; null if the answer contains neither. */
async function readQueryAnswer(json: string, shortcode: Shortcode): Promise<EngineOutcome | null> {
  const data = await readPostData(json, shortcode.id);
  return (await outcomeOfData(data, shortcode)) ?? readRefusal(json);
}

async function outcomeOfData(
  { media, graphMedia, withheldFailure, postObject }: PostData,
  { id: code, forFollowers }: Shortcode,
): Promise<EngineOutcome | null> {
  if (media !== undefined) return await polarisPost(media, code);
  if (graphMedia !== undefined) return await graphPost(graphMedia, code);
  if (withheldFailure !== null)
    return withheldFailure === GATED && forFollowers ? failed('private') : withheldFailure;
  return postObject === undefined ? null : await polarisPost(postObject, code);
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
  if (marks.wallFailure !== null) return marks.wallFailure;
  if (routes.length > 0) return failed('page_unreadable');
  // Pages without any data: a private post has only an `og:image`, a deleted post only a login link. A page that requires a login
  // looks like that of a deleted post. Some servers get nothing but the description of a public post.
  if (marks.hasDescription) return failed('preview_only');
  if (marks.hasPreviewImage) return failed('private');
  return marks.hasLoginLink ? failed('login_link') : failed('page_unreadable');
}
