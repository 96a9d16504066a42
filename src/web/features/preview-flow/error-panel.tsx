import { CircleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
import type { PreviewFailure } from '../../lib/preview-client.ts';
import { tryAgainIn, useSecondsLeft } from '../../state/countdown.ts';
import { Button } from '../../ui/button.tsx';
import styles from './error-panel.module.css';

/**
 * Renders 'Oops! Something went wrong', the failure's message, what the visitor can do about it (`help`), and Try
 * Again with the attributes of `retry`. If our server did not answer, it says whose fault that is, because `help` may not be loaded then.
 */
export function ErrorPanel({
  failure,
  help,
  retryAt = null,
  heading: Heading = 'h2',
  headingRef = null,
  retry,
}: {
  failure: PreviewFailure;
  help: ReactNode;
  retryAt?: number | null;
  heading?: 'h1' | 'h2';
  headingRef?: Ref<HTMLHeadingElement>;
  retry: ComponentProps<typeof Button>;
}) {
  const left = useSecondsLeft(retryAt);
  // A page without scripts has no countdown: it says how long the wait is.
  const seconds = retryAt === null ? Math.ceil(failure.retryAfter ?? 0) : left;
  return (
    <div role="alert" className={styles.panel} data-testid="error-panel">
      <CircleAlert aria-hidden className={styles.icon} />
      <div>
        <Heading ref={headingRef} tabIndex={-1}>
          {text(previewFlow, 'errorHeadline')}
        </Heading>
        <p className={styles.sentence}>{failure.message}</p>
        {failure.unanswered === undefined && help}
        {/* The form says that the browser is offline. */}
        {failure.unanswered === 'online' && <p>{text(previewFlow, 'unanswered')}</p>}
        {/* `aria-live="off"`: a screen reader would read every second of the countdown inside an alert. */}
        {seconds > 0 && <p aria-live="off">{tryAgainIn(seconds)}</p>}
        {failure.reference !== undefined && (
          <p className={styles.reference}>
            {text(previewFlow, 'reference')} <span translate="no">{failure.reference}</span>
          </p>
        )}
      </div>
      <Button className={styles.retry} {...retry}>
        {text(previewFlow, 'tryAgain')}
      </Button>
    </div>
  );
}
