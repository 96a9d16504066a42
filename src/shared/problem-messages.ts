// Sentences of problem answers. Only the server renders them; a page shows the `detail` it was given.
import type { ErrorCode, FailureReason } from './errors.ts';
import { MESSAGES } from './messages.ts';
import { SAVE_MESSAGES } from './result-messages.ts';

/** 'Failed to fetch video: {message}' (specification section 8, "Any other"). */
export const fetchFailed = (reason: FailureReason): string =>
  `Failed to fetch video: ${FAILURE_REASONS[reason]}`;

export const FAILURE_REASONS: Readonly<Record<FailureReason, string>> = {
  page_unreadable: "the platform's page has changed and could not be read.",
  page_refused: 'the platform refused to show the post to this server.',
  region: "the post is not available in this server's region.",
  provider_key: "the extraction provider rejected this server's key.",
  provider_answer: 'the extraction provider gave an answer that could not be read.',
  upstream_error: 'the platform answered with an error.',
  upstream_timeout: 'the platform took too long to answer.',
  address_unsupported: 'this kind of link cannot be read by this server.',
  short_link_dead: 'the short link does not lead to a post.',
  story_needs_session: 'stories are only shown to signed-in people.',
  no_engine: 'no way of reading posts is set up on this server.',
};

/** The `title` of a problem answer: a short name of the kind of error. */
export const ERROR_TITLES: Readonly<Record<ErrorCode, string>> = {
  link_invalid: 'Bad link',
  body_invalid: 'Bad request body',
  private: 'Private or restricted',
  gone: 'Post not found',
  route_unknown: 'No such route',
  ticket_invalid: 'Unknown media link',
  method_not_allowed: 'Method not allowed',
  ticket_expired: 'Media link expired',
  body_too_large: 'Body too large',
  body_type_unsupported: 'Unsupported body type',
  range_unsatisfiable: 'Range not satisfiable',
  host_foreign: 'Foreign host',
  no_media: 'Nothing to download',
  rate_limited: 'Too many requests',
  internal: 'Internal error',
  network: 'Upstream unreachable',
  failed: 'Fetch failed',
  media_failed: 'Transfer failed',
  redirect_unavailable: 'No direct link',
  overloaded: 'Overloaded',
};

/** The `detail` of a problem answer: the specification's sentence where it has one, else ours. */
export const ERROR_DETAILS: Readonly<Record<Exclude<ErrorCode, 'failed'>, string>> = {
  link_invalid: 'Invalid Instagram/TikTok URL format',
  body_invalid: 'The request body is not what this call expects.',
  private: MESSAGES.private,
  gone: MESSAGES.gone,
  route_unknown: "This page isn't here.",
  ticket_invalid: 'This media link is not one of ours.',
  method_not_allowed: 'This call does not take that method.',
  ticket_expired: 'This media link has expired. Fetch the preview again.',
  body_too_large: 'The request body is too large.',
  body_type_unsupported: 'Send the request body as application/json.',
  range_unsatisfiable: 'The requested range lies outside the file.',
  host_foreign: 'This server does not answer for that host name.',
  no_media: 'No media URLs found in response. Please check if the post contains downloadable content.',
  rate_limited: MESSAGES.rateLimited,
  internal: MESSAGES.internal,
  network: 'Network error: Unable to connect to API. Please check your internet connection.',
  media_failed: SAVE_MESSAGES.downloadFailed,
  redirect_unavailable: 'This file cannot be opened on the platform itself.',
  overloaded: 'This server is busy. Please try again in a moment.',
};
