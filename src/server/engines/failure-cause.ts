import type { OutboundFault } from '../net/outbound-client.ts';

/**
 * What an engine saw, where code and reason of a failure do not tell: for the log alone. A closed list, so that no text of a
 * platform, a program or a service can get into a log line; docs/operations.md explains each.
 */
export const FAILURE_CAUSES = [
  // Signs on a page, in an answer or in what a program wrote.
  'access_refused',
  'address_blocked',
  'age_restricted',
  'challenge',
  'clip_withheld',
  'deleted',
  'embed_broken',
  'empty_answer',
  'followers_only',
  'front_page',
  'limit_or_login',
  'link_unknown',
  'login_link',
  'login_required',
  'login_wall',
  'marked_private',
  'no_files',
  'page_without_data',
  'paid_post',
  'private_post',
  'region_locked',
  'sensitive',
  'source_resting',
  'status_10204',
  'too_many_requests',
  'unavailable',
  'unexpected_page',
  // How an engine, its program or the service it asks failed.
  'engine_fault',
  'extraction_failed',
  'files_refused',
  'gateway_refused',
  'html_answer',
  'instance_failed',
  'key_refused',
  'layout_unknown',
  'no_service',
  'not_json',
  'options_refused',
  'other_post',
  'output_too_large',
  'over_capacity',
  'proxy_refused',
  'proxy_timeout',
  'quota_used_up',
  'read_failed',
  'read_timeout',
  'route_unknown',
  'run_timeout',
  'service_disabled',
  'short_link_dead',
  'story_needs_session',
  'unknown_error',
] as const;

/** One of the list, a fault of the outbound client, or the status of an HTTP answer. */
export type FailureCause = (typeof FAILURE_CAUSES)[number] | OutboundFault | `http_${number}` | 'http_5xx';
