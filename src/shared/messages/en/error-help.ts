import type { ErrorCode } from '../../errors.ts';
import type { FailureCode, FailureReason } from '../../failures.ts';

/** Key of a text that replaces the advice for an error code in some cases. */
type HelpVariant = 'goneStory' | 'failedNoReports' | 'ownLimit' | 'platformLimit';

/**
 * Advice shown under the message in the error panel, by the reason of the failure or, without advice for the reason, by error code. Every
 * FailureCode has an advice; `link_invalid` has the advice of `gone`.
 */
export const errorHelp = {
  private: "Open it in a private window. If you can't see it there, we can't either.",
  gone: "Copy the link again from the app's Share menu.",
  /** Replaces `gone` for a story's link. */
  goneStory: "Copy the link again from the app's Share menu. Stories vanish after about 24 hours.",
  rate_limited: 'Wait a minute, then try again.',
  /**
   * Replace `rate_limited` where the button states the waiting time: `ownLimit` if the visitor's network has reached its limit,
   * `platformLimit` for any other limit.
   */
  ownLimit: "You have reached this site's limit for now.",
  platformLimit: 'This site must wait before it asks {platform} again. Other links still work.',
  /** Shown only if this site answered, which proves that the visitor's connection works. */
  network: "It's not your connection. Try again in a few minutes.",
  no_media: "If the post is text only or still processing, there's nothing to save yet.",
  platform_off: "The site's owner has turned this platform off. Try again later.",
  region: 'If the app shows you the post, save it there.',
  short_link_dead:
    "Open the post in the app and copy its link there. If the app can't open it either, it is gone.",
  story_needs_session:
    'Nothing is wrong with your link. If the story is also a post or a reel, paste the link of that.',
  /** The link leads to the report form. */
  failed: 'If it keeps happening, <link>report this link</link>.',
  /** Replaces `failed` on a site without an address for reports. The link leads to the status page. */
  failedNoReports: 'Try again in a few minutes. The <link>status page</link> shows what works right now.',
} as const satisfies Record<Exclude<FailureCode, 'link_invalid'>, string> &
  Partial<Record<ErrorCode | FailureReason | HelpVariant, string>>;
