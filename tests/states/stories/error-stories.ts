import { errorHelp } from '#messages/error-help.ts';
import { failureReasons } from '#messages/failure-reasons.ts';
import { linkForm } from '#messages/link-form.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { problemDetails } from '#messages/problem-details.ts';
import type { FailureReason } from '#shared/failures.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { tryAgainLabel } from '../../../src/web/state/countdown.ts';
import { REEL_LINK } from '../sample-posts.ts';
import { failure, problem, REFERENCE, type Reply, unreachable } from '../scripted-network.ts';
import type { Expectation, Story } from '../story.ts';

const failed = (name: string, reply: Reply, ...sentences: string[]): Story => ({
  name: `error-${name}`,
  routes: { 'POST /api/preview': reply },
  expects: [
    { role: 'heading', name: text(previewFlow, 'errorHeadline') } satisfies Expectation,
    ...sentences,
    ...(reply === unreachable ? [] : [REFERENCE]),
  ],
  // A request that did not reach our server has no reference in its log.
  ...(reply === unreachable && { without: [text(previewFlow, 'reference')] }),
  play: async (visitor) => {
    await visitor.fetches(REEL_LINK);
    await visitor.sees(text(previewFlow, 'errorHeadline'));
  },
});

const sentence = (reason: FailureReason): string =>
  text(problemDetails, 'failed', { reason: text(failureReasons, reason) });
const UNREADABLE = sentence('page_unreadable');
/** A failure whose reason has advice of its own. */
const advised = (name: string, reason: FailureReason & keyof typeof errorHelp): Story =>
  failed(name, failure(sentence(reason), reason), sentence(reason), text(errorHelp, reason));

/** Stories of all failed previews, also those with a wait and those caused by the server. */
export const ERROR_STORIES: readonly Story[] = [
  failed('private', problem('private'), text(previewFlow, 'private'), text(errorHelp, 'private')),
  failed('gone', problem('gone'), text(previewFlow, 'gone'), text(errorHelp, 'gone')),
  failed(
    'rate-limited',
    problem('rate_limited'),
    text(previewFlow, 'rateLimited'),
    text(errorHelp, 'rate_limited'),
  ),
  failed('network', problem('network'), text(problemDetails, 'network'), text(errorHelp, 'network')),
  advised('region', 'region'),
  advised('short-link-dead', 'short_link_dead'),
  {
    ...advised('story-unreadable', 'story_needs_session'),
    site: { readsStories: false },
    without: [text(previewFlow, 'private'), text(errorHelp, 'private')],
    play: async (visitor) => {
      await visitor.fetches('https://www.instagram.com/stories/ferry.notes/3141592653589793238/');
      await visitor.sees(text(previewFlow, 'errorHeadline'));
    },
  },
  {
    ...failed(
      'rate-limited-countdown',
      problem('rate_limited', { retryAfter: 24 }),
      text(previewFlow, 'rateLimited'),
      tryAgainLabel(24),
    ),
    without: [text(errorHelp, 'rate_limited')],
  },
  failed('network-browser', unreachable, text(previewFlow, 'networkFetch'), text(previewFlow, 'unanswered')),
  {
    ...failed('then-invalid', problem('gone'), text(previewFlow, 'urlInvalid')),
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
  failed('other', failure(UNREADABLE), UNREADABLE, textParts(errorHelp, 'failed').join('')),
];
