// Sentences of problem answers. Only the server renders them; a page shows the `detail` it was given.
import type { ErrorCode, FailureReason } from './errors.ts';
import { MESSAGES } from './messages.ts';
import { PANEL_MESSAGES } from './panel-messages.ts';
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
  maintenance: 'Maintenance',

  signed_out: 'Not signed in',
  account_waiting: 'Waiting for approval',
  role_forbidden: 'Not allowed',
  origin_foreign: 'Foreign origin',
  account_not_found: 'Unknown account',
  password_wrong: 'Wrong password',
  attempts_exceeded: 'Too many attempts',
  email_invalid: 'Bad e-mail address',
  email_in_use: 'E-mail address in use',
  password_short: 'Password too short',
  password_weak: 'Password too weak',
  sign_up_closed: 'Sign-up closed',
  setup_code_wrong: 'Wrong setup code',
  owner_exists: 'Owner exists',
  account_unknown: 'No such account',
  session_unknown: 'No such session',

  conflict: 'Changed by somebody else',
  revision_unknown: 'No such version',
  logo_invalid: 'Not an accepted picture',
  logo_too_large: 'Picture too large',
  logo_unknown: 'No such picture',
  social_link_invalid: 'Bad web address',
  social_link_duplicate: 'Platform given twice',
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
  maintenance: 'This site is down for scheduled maintenance. Please try again later.',

  signed_out: 'You are not signed in.',
  account_waiting: "Your account is waiting for the owner's approval.",
  role_forbidden: 'Your account may not do this.',
  origin_foreign: 'This call must come from a page of this site.',
  account_not_found: PANEL_MESSAGES.loginUserNotFound,
  password_wrong: PANEL_MESSAGES.loginWrongPassword,
  attempts_exceeded: PANEL_MESSAGES.loginTooManyRequests,
  email_invalid: PANEL_MESSAGES.invalidEmail,
  email_in_use: PANEL_MESSAGES.signupEmailInUse,
  password_short: PANEL_MESSAGES.passwordTooShort,
  password_weak: PANEL_MESSAGES.signupWeakPassword,
  sign_up_closed: 'This site does not take new accounts.',
  setup_code_wrong: 'This is not the setup code of this site.',
  owner_exists: 'This site has an owner already.',
  account_unknown: 'This account is not there any more.',
  session_unknown: 'This session has ended already.',

  conflict: 'Somebody else has changed this in the meantime.',
  revision_unknown: 'This version is not kept any more.',
  logo_invalid: PANEL_MESSAGES.logoNotAnImage,
  logo_too_large: PANEL_MESSAGES.logoTooLarge,
  logo_unknown: 'This picture is not there any more.',
  social_link_invalid: PANEL_MESSAGES.socialLinkInvalid,
  social_link_duplicate: PANEL_MESSAGES.socialLinkDuplicate,
};
