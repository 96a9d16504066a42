import type { FailureCode, FailureReason } from '#shared/errors.ts';
import type { Finding } from '#shared/findings.ts';
import type { OutboundFault } from '../../outbound/outbound-client.ts';
import type { EngineFailure } from './engine-outcome.ts';
import type { FAILURE_CAUSES, FailureCause } from './failure-cause.ts';

type NamedCause = (typeof FAILURE_CAUSES)[number] | OutboundFault;

const BY_CAUSE: Readonly<Record<NamedCause, Finding>> = {
  access_refused: 'refused',
  address_blocked: 'refused',
  age_restricted: 'private',
  challenge: 'challenge',
  clip_withheld: 'no_media',
  consent_page: 'refused',
  deleted: 'gone',
  embed_broken: 'empty_page',
  empty_answer: 'empty_page',
  followers_only: 'private',
  front_page: 'empty_page',
  gated: 'refused',
  limit_or_login: 'login_wall',
  link_unknown: 'unsupported',
  login_link: 'login_wall',
  login_required: 'login_wall',
  login_wall: 'login_wall',
  marked_private: 'private',
  no_files: 'no_media',
  page_without_data: 'empty_page',
  paid_post: 'private',
  preview_only: 'empty_page',
  private_post: 'private',
  region_locked: 'region',
  sensitive: 'private',
  source_resting: 'limited',
  status_10204: 'refused',
  too_many_requests: 'limited',
  unavailable: 'gone',
  unexpected_page: 'empty_page',
  engine_fault: 'fault',
  extraction_failed: 'unreadable',
  files_refused: 'files_refused',
  gateway_refused: 'service_key',
  html_answer: 'service_answer',
  instance_failed: 'upstream_error',
  key_refused: 'service_key',
  layout_unknown: 'unreadable',
  no_service: 'service_answer',
  not_json: 'service_answer',
  options_refused: 'program',
  other_post: 'service_answer',
  output_too_large: 'program',
  over_capacity: 'service_quota',
  program_crashed: 'program',
  proxy_budget: 'proxy_budget',
  proxy_refused: 'program',
  proxy_timeout: 'slow',
  quota_used_up: 'service_quota',
  read_failed: 'no_network',
  read_timeout: 'slow',
  route_unknown: 'service_answer',
  run_timeout: 'slow',
  service_disabled: 'unsupported',
  short_link_dead: 'gone',
  story_needs_session: 'unsupported',
  unknown_error: 'program',
  // Faults of the outbound client.
  unresolved: 'no_network',
  unreachable: 'no_network',
  timeout: 'slow',
  'proxy-unreachable': 'proxy',
  'proxy-refused': 'proxy',
  'bad-answer': 'upstream_error',
  'too-large': 'unreadable',
  'refused-address': 'refused',
  'refused-host': 'refused',
  'refused-redirect': 'refused',
};

const BY_REASON: Readonly<Record<FailureReason, Finding>> = {
  page_unreadable: 'unreadable',
  page_refused: 'refused',
  posts_withheld: 'refused',
  unreadable_here: 'refused',
  region: 'region',
  in_review: 'no_media',
  watermarked_only: 'no_media',
  provider_key: 'service_key',
  provider_answer: 'service_answer',
  upstream_error: 'upstream_error',
  upstream_timeout: 'slow',
  address_unsupported: 'unsupported',
  short_link_dead: 'gone',
  story_needs_session: 'unsupported',
  engine_resting: 'limited',
  no_engine: 'unsupported',
};

const BY_CODE: Readonly<Record<FailureCode, Finding>> = {
  private: 'private',
  gone: 'gone',
  rate_limited: 'limited',
  no_media: 'no_media',
  failed: 'fault',
  network: 'no_network',
  link_invalid: 'unsupported',
};

/** Returns the finding of a status of a platform or service; null if the status says less than the failure. */
const findingOfStatus = (status: number): Finding | null => {
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'limited';
  if (status === 404 || status === 410) return 'gone';
  return status >= 500 ? 'upstream_error' : null;
};

const findingOfCause = (cause: FailureCause): Finding | null => {
  const status = /^http_(\d)(\d\d|xx)$/.exec(cause);
  if (status !== null) return findingOfStatus(Number(`${status[1]}${status[2] === 'xx' ? '00' : status[2]}`));
  return Object.hasOwn(BY_CAUSE, cause) ? BY_CAUSE[cause as NamedCause] : null;
};

/** Returns what a failure shows about the way to the platform: its cause if it has one, else its reason, else its code. */
export const findingOf = ({ host, cause, reason, code }: EngineFailure): Finding => {
  if (host !== undefined) return 'unlisted_host';
  // Its status, such as 401, would blame the platform.
  if (reason === 'provider_key') return 'service_key';
  const ofCause = cause === undefined ? null : findingOfCause(cause);
  return ofCause ?? (reason === undefined ? BY_CODE[code] : BY_REASON[reason]);
};
