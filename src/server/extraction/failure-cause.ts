import type { OutboundFault } from '../net/outbound-client.ts';

/**
 * Evidence for a failure when its code and reason do not state it; only logged. The list is closed, so that text from a platform, a
 * program or a service never enters a log line. docs/operations.md explains each value.
 */
export const FAILURE_CAUSES = [
  // Evidence in a page, a response or the output of a program.
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
  // Faults of an engine, its program or its service.
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
  'program_crashed',
  'proxy_budget',
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

/** Value of FAILURE_CAUSES, fault of the outbound client, or status of an HTTP response. */
export type FailureCause = (typeof FAILURE_CAUSES)[number] | OutboundFault | `http_${number}` | 'http_5xx';
