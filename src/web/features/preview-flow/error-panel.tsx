import { CircleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
import type { RefusedPreview } from '../../lib/preview-client.ts';
import { Button } from '../../ui/button.tsx';
import styles from './error-panel.module.css';

/**
 * Renders 'Oops! Something went wrong', the message of the failure, what the visitor can do about it (`help`), the reference of the failure
 * if it has one, and the Try Again button with the attributes in `retry`. If this server did not answer, a sentence about the server
 * replaces `help`, because the code of `help` may not be loaded. If the browser was offline, `help` is left out.
 */
export function ErrorPanel({
  failure,
  help,
  heading: Heading = 'h2',
  headingRef = null,
  retry,
}: {
  failure: RefusedPreview;
  help: ReactNode;
  heading?: 'h1' | 'h2';
  headingRef?: Ref<HTMLHeadingElement>;
  retry: ComponentProps<typeof Button>;
}) {
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
