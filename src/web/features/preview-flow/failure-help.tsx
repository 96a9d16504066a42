import { errorHelp } from '#messages/error-help.ts';
import { linkForm } from '#messages/link-form.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import type { PreviewFailure } from '../../lib/preview-client.ts';
import styles from './error-panel.module.css';

type HelpKey = Exclude<keyof typeof errorHelp, 'failed' | 'goneStory'>;

/** Codes that have the advice of another code. */
const SAME_ADVICE: Partial<Record<ErrorCode, HelpKey>> = {
  link_invalid: 'gone',
  overloaded: 'rate_limited',
  maintenance: 'rate_limited',
};

const hasAdvice = (code: ErrorCode): code is HelpKey => code !== 'failed' && Object.hasOwn(errorHelp, code);

const isStory = (link: string): boolean => {
  const parsed = parseLink(link);
  return parsed.ok && parsed.link.contentType === 'story';
};

/**
 * Renders what the visitor can do about the failure, or whose fault it is: the link to the report form for `failed`
 * and for codes without advice; null if the panel says when to try again.
 */
export function FailureHelp({
  code,
  retryAfter,
  link,
  readsStories,
  report = '#report',
}: Pick<PreviewFailure, 'code' | 'retryAfter'> & {
  /** Text whose first link failed. */
  link: string;
  readsStories: boolean;
  /** URL of the report form. */
  report?: string;
}) {
  const key = SAME_ADVICE[code] ?? (hasAdvice(code) ? code : undefined);
  if (key === 'rate_limited' && retryAfter !== undefined) return null;
  if (key === 'private' && !readsStories && isStory(link)) return <p>{text(linkForm, 'storyUnreadable')}</p>;
  if (key === 'gone' && isStory(link)) return <p>{text(errorHelp, 'goneStory')}</p>;
  return <p>{key === undefined ? <ReportThis href={report} /> : text(errorHelp, key)}</p>;
}

function ReportThis({ href }: { href: string }) {
  const [before, link, after] = textParts(errorHelp, 'failed');
  return (
    <>
      {before}
      <a className={classNames('link', styles.report)} href={href}>
        {link}
      </a>
      {after}
    </>
  );
}
