import { errorHelp } from '#messages/error-help.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { ERROR_DETAILS, fetchFailed } from '#shared/problem-messages.ts';
import { tryAgainIn } from '../../state/countdown.ts';
import { REEL_LINK } from '../sample-posts.ts';
import { failure, problem, REFERENCE, type Reply, unreachable } from '../scripted-network.ts';
import type { Expectation, Story } from '../story.ts';

const failed = (name: string, title: string, reply: Reply, ...sentences: string[]): Story => ({
  name: `error-${name}`,
  title,
  group: 'Fetch errors',
  routes: { 'POST /api/preview': reply },
  expects: [
    { role: 'heading', name: text(previewFlow, 'errorHeadline') } satisfies Expectation,
    ...sentences,
    ...(reply === unreachable ? [] : [REFERENCE]),
  ],
  // A request that did not reach our server has no reference in its log.
  ...(reply === unreachable && { without: [text(errorHelp, 'reference')] }),
  show: '[data-testid="error-panel"]',
  play: async (visitor) => {
    await visitor.fetches(REEL_LINK);
    await visitor.sees(text(previewFlow, 'errorHeadline'));
  },
});

/** Stories of all failed previews, also those with a wait and those caused by the server. */
export const ERROR_STORIES: readonly Story[] = [
  failed(
    'private',
    'Private or restricted',
    problem('private'),
    text(previewFlow, 'private'),
    text(errorHelp, 'private'),
  ),
  failed('gone', 'Not found', problem('gone'), text(previewFlow, 'gone'), text(errorHelp, 'gone')),
  failed(
    'rate-limited',
    'Rate limited',
    problem('rate_limited'),
    text(previewFlow, 'rateLimited'),
    text(errorHelp, 'rateLimited'),
  ),
  failed(
    'rate-limited-countdown',
    'Rate limited, with the time to wait',
    problem('rate_limited', { retryAfter: 24 }),
    text(previewFlow, 'rateLimited'),
    tryAgainIn(24),
  ),
  {
    ...failed(
      'rate-limited-long',
      'Rate limited for longer than a minute',
      problem('rate_limited', { retryAfter: 2_400 }),
      text(previewFlow, 'rateLimited'),
      tryAgainIn(2_400),
    ),
    without: [text(errorHelp, 'rateLimited')],
  },
  failed(
    'network-server',
    'The server cannot reach the platform',
    problem('network'),
    ERROR_DETAILS.network,
    text(errorHelp, 'network'),
  ),
  failed(
    'network-browser',
    'The browser cannot reach the server',
    unreachable,
    text(previewFlow, 'networkFetch'),
    text(errorHelp, 'network'),
  ),
  failed(
    'other',
    'Any other failure',
    failure(fetchFailed('page_unreadable')),
    fetchFailed('page_unreadable'),
    textParts(errorHelp, 'failed').join(''),
  ),
  failed(
    'no-media',
    'Nothing to download',
    problem('no_media'),
    ERROR_DETAILS.no_media,
    text(errorHelp, 'noMedia'),
  ),
  failed(
    'link-format',
    'Invalid link, rejected by the server',
    problem('link_invalid'),
    ERROR_DETAILS.link_invalid,
    text(errorHelp, 'gone'),
  ),
  failed(
    'overloaded',
    'The server is busy',
    problem('overloaded'),
    ERROR_DETAILS.overloaded,
    text(errorHelp, 'rateLimited'),
  ),
  failed(
    'maintenance',
    'Maintenance began before the request',
    problem('maintenance', { retryAfter: 60 }),
    ERROR_DETAILS.maintenance,
    text(errorHelp, 'rateLimited'),
  ),
  failed(
    'platform-off',
    'The platform is switched off',
    problem('platform_off'),
    ERROR_DETAILS.platform_off,
    text(errorHelp, 'platformOff'),
  ),
];
