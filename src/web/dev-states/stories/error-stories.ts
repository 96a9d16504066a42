import { ERROR_HELP, ERROR_REFERENCE, MESSAGES, tryAgainIn } from '#shared/messages.ts';
import { ERROR_DETAILS, fetchFailed } from '#shared/problem-messages.ts';
import { REEL_LINK } from '../sample-posts.ts';
import { failure, problem, REFERENCE, type Reply, unreachable } from '../scripted-network.ts';
import type { Expectation, Story } from '../story.ts';

const failed = (name: string, title: string, reply: Reply, ...sentences: string[]): Story => ({
  name: `error-${name}`,
  title,
  group: 'Fetch errors',
  routes: { 'POST /api/preview': reply },
  expects: [
    { role: 'heading', name: MESSAGES.errorHeadline } satisfies Expectation,
    ...sentences,
    ...(reply === unreachable ? [] : [REFERENCE]),
  ],
  // A request that did not reach our server has no reference in its log.
  ...(reply === unreachable && { without: [ERROR_REFERENCE] }),
  show: '[data-testid="error-panel"]',
  play: async (visitor) => {
    await visitor.fetches(REEL_LINK);
    await visitor.sees(MESSAGES.errorHeadline);
  },
});

/** Stories of all failed previews, also those with a wait and those caused by the server. */
export const ERROR_STORIES: readonly Story[] = [
  failed('private', 'Private or restricted', problem('private'), MESSAGES.private, ERROR_HELP.private),
  failed('gone', 'Not found', problem('gone'), MESSAGES.gone, ERROR_HELP.gone),
  failed(
    'rate-limited',
    'Rate limited',
    problem('rate_limited'),
    MESSAGES.rateLimited,
    ERROR_HELP.rateLimited,
  ),
  failed(
    'rate-limited-countdown',
    'Rate limited, with the time to wait',
    problem('rate_limited', { retryAfter: 24 }),
    MESSAGES.rateLimited,
    tryAgainIn(24),
  ),
  {
    ...failed(
      'rate-limited-long',
      'Rate limited for longer than a minute',
      problem('rate_limited', { retryAfter: 2_400 }),
      MESSAGES.rateLimited,
      tryAgainIn(2_400),
    ),
    without: [ERROR_HELP.rateLimited],
  },
  failed(
    'network-server',
    'The server cannot reach the platform',
    problem('network'),
    ERROR_DETAILS.network,
    ERROR_HELP.network,
  ),
  failed(
    'network-browser',
    'The browser cannot reach the server',
    unreachable,
    MESSAGES.networkFetch,
    ERROR_HELP.network,
  ),
  failed(
    'other',
    'Any other failure',
    failure(fetchFailed('page_unreadable')),
    fetchFailed('page_unreadable'),
    ERROR_HELP.failed.join(''),
  ),
  failed('no-media', 'Nothing to download', problem('no_media'), ERROR_DETAILS.no_media, ERROR_HELP.noMedia),
  failed(
    'link-format',
    'Invalid link, rejected by the server',
    problem('link_invalid'),
    ERROR_DETAILS.link_invalid,
    ERROR_HELP.gone,
  ),
  failed(
    'overloaded',
    'The server is busy',
    problem('overloaded'),
    ERROR_DETAILS.overloaded,
    ERROR_HELP.rateLimited,
  ),
  failed(
    'maintenance',
    'Maintenance began before the request',
    problem('maintenance', { retryAfter: 60 }),
    ERROR_DETAILS.maintenance,
    ERROR_HELP.rateLimited,
  ),
  failed(
    'platform-off',
    'The platform is switched off',
    problem('platform_off'),
    ERROR_DETAILS.platform_off,
    ERROR_HELP.platformOff,
  ),
];
