import type { FailureReason } from '../../failures.ts';

/** Reasons for `failed` in problem-details.ts. */
export const failureReasons = {
  page_unreadable: "the platform's page has changed and could not be read.",
  page_refused: 'the platform refused to show the post to this server.',
  posts_withheld: 'the platform does not show posts to this server.',
  unreadable_here: 'this server could not read the post.',
  region: "the post is not available in this server's region.",
  in_review: 'the platform is still reviewing the post. It may appear later.',
  watermarked_only:
    'the platform offers this video only with its watermark, and this site saves no watermarked files.',
  provider_key: "the extraction provider rejected this server's key.",
  provider_answer: 'the extraction provider sent a response that could not be read.',
  upstream_error: 'the platform answered with an error.',
  upstream_timeout: 'the platform took too long to answer.',
  address_unsupported: 'this server does not support this kind of link.',
  short_link_dead: 'the short link does not lead to a post.',
  story_needs_session: 'the platform shows stories only to people who are signed in.',
  engine_resting: 'posts from this platform keep failing. The server tries again every 30 seconds.',
  no_engine: 'no way to fetch posts is set up and switched on at this server.',
} as const satisfies Record<FailureReason, string>;
