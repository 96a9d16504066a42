import { authForm } from '#messages/auth-form.ts';
import { downloadPanel } from '#messages/download-panel.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { waitingScreen } from '#messages/waiting-screen.ts';
import type { ErrorCode } from '../../errors.ts';

/**
 * The `detail` of a problem response (RFC 9457): the sentence a person reads. The specification prescribes letter for letter `failed`,
 * `link_invalid`, and the texts from `downloadPanel`, `panelOutcomes` and, except `internal`, `previewFlow`.
 */
export const problemDetails = {
  failed: 'Failed to fetch video: {reason}',
  link_invalid: 'Invalid Instagram/TikTok URL format',
  body_invalid: 'The request body is not valid.',
  private: previewFlow.private,
  embed_forbidden: 'Other sites cannot embed files from this site. Open the link directly instead.',
  gone: previewFlow.gone,
  route_unknown: "This page isn't here.",
  ticket_invalid: 'This media link is not valid.',
  method_not_allowed: 'This address does not support that method.',
  ticket_expired: 'This media link has expired. Fetch the preview again.',
  body_too_large: 'The request body is too large.',
  body_type_unsupported: 'Send the request body as application/json.',
  range_unsatisfiable: 'The requested range lies outside the file.',
  host_invalid: 'The request must name exactly one host.',
  host_foreign: 'This server does not serve that host name.',
  no_media: 'No media URLs found in response. Please check if the post contains downloadable content.',
  rate_limited: previewFlow.rateLimited,
  internal: previewFlow.internal,
  network: 'Failed to fetch video: this server could not reach the platform.',
  /** Replaces `network` when a file, not a post, is requested. */
  networkFile: 'This server could not reach the platform.',
  media_failed: downloadPanel.downloadFailed,
  redirect_unavailable: 'This file cannot be opened directly on the platform.',
  overloaded: 'This server is busy. Please try again in a moment.',
  database_unreachable: 'The database cannot be reached. Please try again in a moment.',
  database_replaced:
    "This server's database file was removed or replaced. Nothing can be saved until the server is restarted.",
  storage_full: "This server's storage is full. Nothing can be saved until space is freed.",
  maintenance: 'This site is down for scheduled maintenance. Please try again later.',
  platform_off: 'This platform is currently switched off on this site.',
  traffic_spent: 'Downloads through this site are paused, because it has used up its traffic.',

  signed_out: 'You are not signed in.',
  token_wrong: 'This needs the token of METRICS_TOKEN as a bearer.',
  account_waiting: waitingScreen.text,
  role_forbidden: 'Your account does not have permission to do this.',
  origin_foreign: 'This request must come from a page of this site.',
  account_not_found: panelOutcomes.loginUserNotFound,
  password_wrong: panelOutcomes.loginWrongPassword,
  attempts_exceeded: panelOutcomes.loginTooManyRequests,
  sign_ups_exceeded: 'Too many attempts to sign up.',
  name_invalid: authForm.nameUnreadable,
  email_invalid: panelOutcomes.invalidEmail,
  email_in_use: panelOutcomes.signupEmailInUse,
  password_short: panelOutcomes.passwordTooShort,
  password_weak: panelOutcomes.signupWeakPassword,
  sign_up_closed: authForm['signUpLede.closed'],
  setup_code_wrong:
    'This setup code is not valid. Use the link that the server printed when it last started.',
  owner_exists: 'This site already has an owner, so the setup code no longer works.',
  account_unknown: 'This account no longer exists.',
  session_unknown: 'This session has already ended.',

  conflict: 'This was changed in the meantime.',
  revision_unknown: 'This version is no longer available.',
  logo_invalid: panelOutcomes.logoNotAnImage,
  logo_too_large: panelOutcomes.logoTooLarge,
  logo_unknown: 'This picture no longer exists.',
  social_link_invalid: panelOutcomes.socialLinkInvalid,
  social_link_duplicate: panelOutcomes.socialLinkDuplicate,
  canary_invalid: 'A test post must be a public post on its platform.',
  canary_duplicate: 'Two of the test posts are the same.',
  update_busy: 'yt-dlp is being installed. Wait until that has ended.',
  update_unavailable: 'This server cannot do that with yt-dlp.',
  webhook_invalid:
    'The webhook must be an https address with a host name and without a port, user name or password.',
  provider_invalid:
    'The address of the service must start with https:// and have a host name, without a port, user name or password.',
  provider_key_missing:
    'Enter the key of this service. A stored key is kept only while the address has the same host.',
} as const satisfies Record<ErrorCode | 'networkFile', string>;
