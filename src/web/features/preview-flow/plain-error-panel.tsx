import { CircleAlert } from 'lucide-react';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
import type { PreviewFailure } from '../../lib/preview-client.ts';
import { tryAgainIn } from '../../state/countdown.ts';
import { Button } from '../../ui/button.tsx';
import styles from './error-panel.module.css';
import { FailureHelp, type FailureHelpSite } from './failure-help.tsx';

/** Renders a failed preview on a page without scripts, whose headline it has. Try Again sends the form with this id once more. */
export const PlainErrorPanel = ({
  failure,
  formId,
  link,
  site,
  home,
}: {
  failure: PreviewFailure;
  formId: string;
  /** Text of the form's field. */
  link: string;
  site: FailureHelpSite;
  /** URL of the page with the report section. */
  home: string;
}) => (
  <div className={styles.panel} data-testid="error-panel">
    <CircleAlert aria-hidden className={styles.icon} />
    <div>
      <h1>{text(previewFlow, 'errorHeadline')}</h1>
      <p className={styles.sentence}>{failure.message}</p>
      <FailureHelp {...failure} {...{ link, site, home }} />
      {failure.retryAfter !== undefined && <p>{tryAgainIn(Math.ceil(failure.retryAfter))}</p>}
      {failure.reference !== undefined && (
        <p className={styles.reference}>
          {text(previewFlow, 'reference')} <span translate="no">{failure.reference}</span>
        </p>
      )}
    </div>
    <Button type="submit" form={formId} className={styles.retry}>
      {text(previewFlow, 'tryAgain')}
    </Button>
  </div>
);
