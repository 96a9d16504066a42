import { errorHelp } from '#messages/error-help.ts';
import { sitePath } from '#shared/base-path.ts';
import type { Site } from '#shared/contract/site.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { findPostLink } from '#shared/links/parse-link.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import type { RefusedPreview } from '../../lib/preview-client.ts';
import { TextWithLink } from '../../ui/text-with-link.tsx';
import styles from './error-panel.module.css';

type HelpKey = Exclude<keyof typeof errorHelp & ErrorCode, 'failed'>;

const STATUS_PATH = '/status';

/** Settings on which the advice depends. Without a contact address, no report can be sent. */
export type FailureHelpSite = Pick<Site, 'contactEmail'>;

/** Error codes that share the advice of another code. */
const SAME_ADVICE: Partial<Record<ErrorCode, HelpKey>> = {
  link_invalid: 'gone',
  overloaded: 'rate_limited',
  maintenance: 'rate_limited',
};

const hasAdvice = (key: string | undefined): key is HelpKey =>
  key !== undefined && key !== 'failed' && Object.hasOwn(errorHelp, key);

const isStory = (link: string): boolean => findPostLink(link)?.link.contentType === 'story';

/** Returns the sentence that says whether this site's limit or the platform's was reached; empty if the link names no platform. */
function limitText(link: string, ownLimit: boolean | undefined): string {
  if (ownLimit) return text(errorHelp, 'ownLimit');
  const platform = PLATFORMS.find(({ id }) => id === findPostLink(link)?.link.platform);
  return platform ? text(errorHelp, 'platformLimit', { platform: platform.name }) : '';
}

/**
 * Renders what the visitor can do about the failure. If `retryAfter` is set after a limit was reached, the panel already says when to try
 * again, so this renders only whose limit it was, and nothing for an overloaded server or maintenance. For the code `failed` and codes
 * without advice, renders a link to the report section, or to the status page if the site has no contact address.
 */
export function FailureHelp({
  code,
  reason,
  retryAfter,
  ownLimit,
  link,
  site: { contactEmail },
  home = '',
}: Pick<RefusedPreview, 'code' | 'reason' | 'retryAfter' | 'ownLimit'> & {
  /** Text whose first link could not be loaded. */
  link: string;
  site: FailureHelpSite;
  /** URL of the page with the report section; the current page by default. */
  home?: string;
}) {
  const key = SAME_ADVICE[code] ?? [reason, code].find(hasAdvice);
  if (key === 'rate_limited' && retryAfter !== undefined)
    return code === key ? <p>{limitText(link, ownLimit)}</p> : null;
  if (key === 'gone' && isStory(link)) return <p>{text(errorHelp, 'goneStory')}</p>;
  if (key !== undefined) return <p>{text(errorHelp, key)}</p>;
  const parts = textParts(errorHelp, contactEmail === null ? 'failedNoReports' : 'failed');
  return (
    <p>
      <TextWithLink
        parts={parts}
        href={contactEmail === null ? sitePath(STATUS_PATH) : `${home}#report`}
        className={styles.report}
      />
    </p>
  );
}
