import { OWNER_CONTENT_LABEL } from '#shared/section-messages.ts';
import styles from './owner-content.module.css';
import { firstHeading, isEmptyContent, presentContent } from './present-content.ts';
import { OWNER_CONTENT_ID } from './use-owner-content.ts';

/**
 * The owner's own section (brief 4.8), rendered by the server only: `html` must be sanitised by it. It stands there, hidden,
 * also while it is empty, so that a live change finds its place.
 */
export const OwnerContent = ({ html }: { html: string }) => (
  <section
    id={OWNER_CONTENT_ID}
    className={styles.section}
    hidden={isEmptyContent(html)}
    aria-label={firstHeading(html) ?? OWNER_CONTENT_LABEL}
    data-label={OWNER_CONTENT_LABEL}
  >
    <div className="wrap">
      <div className={styles.panel}>
        <div
          className={styles.prose}
          data-prose
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered on the server only, from what it has sanitised
          dangerouslySetInnerHTML={{ __html: presentContent(html) }}
        />
      </div>
    </div>
  </section>
);
