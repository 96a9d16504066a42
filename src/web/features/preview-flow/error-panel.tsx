import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import type { ErrorCode, FailureCode } from '#shared/errors.ts';
import { ERROR_HELP, ERROR_REFERENCE, MESSAGES, tryAgainIn } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import type { PreviewFailure } from '../../lib/preview-client.ts';
import { useSecondsLeft } from '../../state/countdown.ts';
import { Button } from '../../ui/button.tsx';
import styles from './error-panel.module.css';

/**
 * Help text per failure code. `failed` and codes that are no failure of a post show the link to the report form unless they have an
 * entry.
 */
const HELP: Readonly<Record<Exclude<FailureCode, 'failed'>, string>> & Partial<Record<ErrorCode, string>> = {
  link_invalid: ERROR_HELP.gone,
  private: ERROR_HELP.private,
  gone: ERROR_HELP.gone,
  rate_limited: ERROR_HELP.rateLimited,
  network: ERROR_HELP.network,
  no_media: ERROR_HELP.noMedia,
  overloaded: ERROR_HELP.rateLimited,
  maintenance: ERROR_HELP.rateLimited,
  platform_off: ERROR_HELP.platformOff,
};

const MINUTE_S = 60;

/** Renders what the visitor can do about the failure; null while the panel's countdown says when to try again. */
function Help({ code, retryAfter = 0 }: PreviewFailure) {
  const sentence = HELP[code];
  if (sentence === ERROR_HELP.rateLimited && retryAfter > MINUTE_S) return null;
  return <p>{sentence ?? <ReportThis />}</p>;
}

function ReportThis() {
  const [before, link, after] = ERROR_HELP.failed;
  return (
    <>
      {before}
      <a className={classNames('link', styles.report)} href="#report">
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
          {MESSAGES.errorHeadline}
        </h2>
        <p className={styles.sentence}>{failure.message}</p>
        <Help {...failure} />
        {/* `aria-live="off"`: a screen reader would read every second of the countdown inside an alert. */}
        {seconds > 0 && (
          <p className="num" aria-live="off">
            {tryAgainIn(seconds)}
          </p>
        )}
        {failure.reference !== undefined && (
          <p className={styles.reference}>
            {ERROR_REFERENCE} <span translate="no">{failure.reference}</span>
          </p>
        )}
      </div>
      <Button className={styles.retry} onClick={onTryAgain}>
        {MESSAGES.tryAgain}
      </Button>
    </div>
  );
}
