import type { ComponentProps } from 'react';
import { ownerContent } from '#messages/owner-content.ts';
import { text } from '#shared/messages/text.ts';
import proseStyles from '../../ui/prose.module.css';
import styles from './owner-content.module.css';

/** Renders the section around the content of the owner. `prose` contains attributes of the inner element that holds the content. */
export const ContentFrame = ({
  prose,
  ...section
}: ComponentProps<'section'> & { prose?: ComponentProps<'div'> }) => (
  <section
    aria-label={text(ownerContent, 'label')}
    {...section}
    className={styles.section}
    data-label={text(ownerContent, 'label')}
  >
    <div className="wrap">
      <div className={styles.panel}>
        <div {...prose} className={proseStyles.prose} data-prose />
      </div>
    </div>
  </section>
);
