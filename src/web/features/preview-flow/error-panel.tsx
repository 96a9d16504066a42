import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { errorHelp } from '#messages/error-help.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import type { PreviewFailure } from '../../lib/preview-client.ts';
import { tryAgainIn, useSecondsLeft } from '../../state/countdown.ts';
import { Button } from '../../ui/button.tsx';
import styles from './error-panel.module.css';

type HelpKey = Exclude<keyof typeof errorHelp, 'failed' | 'reference'>;

/** Codes that have the advice of another code. */
const SAME_ADVICE: Partial<Record<ErrorCode, HelpKey>> = {
  link_invalid: 'gone',
  overloaded: 'rate_limited',
  maintenance: 'rate_limited',
};

const hasAdvice = (code: ErrorCode): code is HelpKey => code !== 'failed' && Object.hasOwn(errorHelp, code);

const MINUTE_S = 60;

/**
 * Renders what the visitor can do about the failure: the link to the report form for `failed` and for codes without
 * advice; null while the panel's countdown says when to try again.
 */
export function Help({
  code,
  retryAfter = 0,
  report = '#report',
}: PreviewFailure & { /** URL of the report form. */ report?: string }) {
  const key = SAME_ADVICE[code] ?? (hasAdvice(code) ? code : undefined);
  if (key === 'rate_limited' && retryAfter > MINUTE_S) return null;
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

/** Renders 'Oops! Something went wrong', the failure's message, what the visitor can do about it, and Try Again. */
export function ErrorPanel({
  failure,
  retryAt,
  headingRef,
  onTryAgain,
}: {
  failure: PreviewFailure;
  retryAt: number | null;
  headingRef: Ref<HTMLHeadingElement>;
  onTryAgain: () => void;
}) {
  const seconds = useSecondsLeft(retryAt);
  return (
    <div role="alert" className={styles.panel} data-testid="error-panel">
      <CircleAlert aria-hidden className={styles.icon} />
      <div>
        <h2 ref={headingRef} tabIndex={-1}>
          {text(previewFlow, 'errorHeadline')}
        </h2>
        <p className={styles.sentence}>{failure.message}</p>
        <Help {...failure} />
        {/* `aria-live="off"`: a screen reader would read every second of the countdown inside an alert. */}
        {seconds > 0 && <p aria-live="off">{tryAgainIn(seconds)}</p>}
        {failure.reference !== undefined && (
          <p className={styles.reference}>
            {text(errorHelp, 'reference')} <span translate="no">{failure.reference}</span>
          </p>
        )}
      </div>
      <Button className={styles.retry} onClick={onTryAgain}>
        {text(previewFlow, 'tryAgain')}
      </Button>
    </div>
  );
}
