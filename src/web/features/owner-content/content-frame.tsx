import type { ComponentProps } from 'react';
import { OWNER_CONTENT_LABEL } from '#shared/section-messages.ts';
import text from '../../ui/prose.module.css';
import styles from './owner-content.module.css';

/** Renders the section around the owner's content. `prose` contains the properties of the inner element that holds it. */
export const ContentFrame = ({
  prose,
  ...section
}: ComponentProps<'section'> & { prose?: ComponentProps<'div'> }) => (
  <section
    aria-label={OWNER_CONTENT_LABEL}
    {...section}
    className={styles.section}
    data-label={OWNER_CONTENT_LABEL}
  >
    <div className="wrap">
      <div className={styles.panel}>
        <div {...prose} className={text.prose} data-prose />
      </div>
    </div>
  </section>
);
