import { errorHelp } from '#messages/error-help.ts';
import { failureReasons } from '#messages/failure-reasons.ts';
import { linkForm } from '#messages/link-form.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { problemDetails } from '#messages/problem-details.ts';
import { text, textParts } from '#shared/messages/text.ts';
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
  ...(reply === unreachable && { without: [text(previewFlow, 'reference')] }),
  show: '[data-testid="error-panel"]',
  play: async (visitor) => {
    await visitor.fetches(REEL_LINK);
    await visitor.sees(text(previewFlow, 'errorHeadline'));
  },
});

const UNREADABLE = text(problemDetails, 'failed', { reason: text(failureReasons, 'page_unreadable') });

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
  {
    ...failed(
      'gone-story',
      'A story was not found',
      problem('gone'),
      text(previewFlow, 'gone'),
      text(errorHelp, 'goneStory'),
    ),
    play: async (visitor) => {
      await visitor.fetches('https://www.instagram.com/stories/ferry.notes/3141592653589793238/');
      await visitor.sees(text(previewFlow, 'errorHeadline'));
    },
  },
  failed(
    'rate-limited',
    'Rate limited',
    problem('rate_limited'),
    text(previewFlow, 'rateLimited'),
    text(errorHelp, 'rate_limited'),
  ),
  {
    ...failed(
      'story-unreadable',
      'A story was refused, on a site that cannot read stories',
      problem('private'),
      text(previewFlow, 'private'),
      text(linkForm, 'storyUnreadable'),
    ),
    site: { readsStories: false },
    without: [text(errorHelp, 'private')],
    play: async (visitor) => {
      await visitor.fetches('https://www.instagram.com/stories/ferry.notes/3141592653589793238/');
      await visitor.sees(text(previewFlow, 'errorHeadline'));
    },
  },
  {
    ...failed(
      'rate-limited-countdown',
      'Rate limited, with the time to wait',
      problem('rate_limited', { retryAfter: 24 }),
      text(previewFlow, 'rateLimited'),
      tryAgainIn(24),
    ),
    without: [text(errorHelp, 'rate_limited')],
  },
  {
    ...failed(
      'rate-limited-long',
      'Rate limited for longer than a minute',
      problem('rate_limited', { retryAfter: 2_400 }),
      text(previewFlow, 'rateLimited'),
      tryAgainIn(2_400),
    ),
    without: [text(errorHelp, 'rate_limited')],
  },
  failed(
    'network-server',
    'The server cannot reach the platform',
    problem('network'),
    text(problemDetails, 'network'),
    text(errorHelp, 'network'),
  ),
  failed(
    'network-browser',
    'The browser cannot reach the server',
    unreachable,
    text(previewFlow, 'networkFetch'),
    text(previewFlow, 'unanswered'),
  ),
  {
    ...failed(
      'then-invalid',
      'A form error after an error: the error is gone',
      problem('gone'),
      text(previewFlow, 'urlInvalid'),
    ),
    expects: [text(previewFlow, 'urlInvalid')],
    without: [text(previewFlow, 'errorHeadline'), text(previewFlow, 'gone')],
    show: '#link-form',
    primary: text(linkForm, 'submit'),
    play: async (visitor) => {
      await visitor.fetches(REEL_LINK);
      await visitor.sees(text(previewFlow, 'errorHeadline'));
      // The toast about the error disappears by itself.
      await visitor.waits(4_000);
      await visitor.fetches('https://example.com/video');
    },
  },
  failed(
    'other',
    'Any other failure',
    failure(UNREADABLE),
    UNREADABLE,
    textParts(errorHelp, 'failed').join(''),
  ),
  failed(
    'no-media',
    'Nothing to download',
    problem('no_media'),
    text(problemDetails, 'no_media'),
    text(errorHelp, 'no_media'),
  ),
  failed(
    'link-format',
    'Invalid link, rejected by the server',
    problem('link_invalid'),
    text(problemDetails, 'link_invalid'),
    text(errorHelp, 'gone'),
  ),
  failed(
    'overloaded',
    'The server is busy',
    problem('overloaded'),
    text(problemDetails, 'overloaded'),
    text(errorHelp, 'rate_limited'),
  ),
  failed(
    'maintenance',
    'Maintenance began before the request',
    problem('maintenance', { retryAfter: 60 }),
    text(problemDetails, 'maintenance'),
    tryAgainIn(60),
  ),
  failed(
    'platform-off',
    'The platform is switched off',
    problem('platform_off'),
    text(problemDetails, 'platform_off'),
    text(errorHelp, 'platform_off'),
  ),
];
