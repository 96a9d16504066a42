import { FAILURE_STATUS } from './failures.ts';

/**
 * The closed list of error codes and the HTTP status each one is sent with. A code is stable: browsers, tests and owners' dashboards rely
 * on it. Its title and its sentence are in `#messages/problem-titles.ts` and `#messages/problem-details.ts`, which only the server loads.
 */
export const ERROR_STATUS = {
  ...FAILURE_STATUS,

  body_invalid: 400,
  host_invalid: 400,
  embed_forbidden: 403,
  route_unknown: 404,
  ticket_invalid: 404,
  method_not_allowed: 405,
  ticket_expired: 410,
  body_too_large: 413,
  body_type_unsupported: 415,
  range_unsatisfiable: 416,
  host_foreign: 421,
  internal: 500,
  media_failed: 502,
  redirect_unavailable: 404,
  overloaded: 503,
  database_unreachable: 503,
  database_replaced: 503,
  storage_full: 503,
  maintenance: 503,
  platform_off: 503,
  traffic_spent: 503,

  signed_out: 401,
  token_wrong: 401,
  account_waiting: 403,
  role_forbidden: 403,
  origin_foreign: 403,
  account_not_found: 401,
  password_wrong: 401,
  attempts_exceeded: 429,
  sign_ups_exceeded: 429,
  name_invalid: 400,
  email_invalid: 400,
  email_in_use: 409,
  password_short: 400,
  password_weak: 400,
  sign_up_closed: 403,
  setup_code_wrong: 403,
  owner_exists: 409,
  account_unknown: 404,
  session_unknown: 404,

  conflict: 409,
  revision_unknown: 404,
  logo_invalid: 415,
  logo_too_large: 413,
  logo_unknown: 404,
  social_link_invalid: 400,
  social_link_duplicate: 400,
  canary_invalid: 400,
  canary_duplicate: 400,
  update_busy: 409,
  update_unavailable: 409,
  webhook_invalid: 400,
  provider_invalid: 400,
  provider_key_missing: 400,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * Error code of a download that failed before its first byte was sent. Which of these codes count as failed downloads is defined in
 * src/server/health/counters/outcomes.ts.
 */
export type DownloadRefusalCode = Extract<
  ErrorCode,
  'network' | 'media_failed' | 'ticket_expired' | 'range_unsatisfiable'
>;
