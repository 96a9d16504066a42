import type { ReactNode } from 'react';
import { hero } from '#messages/hero.ts';
import { text } from '#shared/messages/text.ts';
import styles from './hero-heading.module.css';

/**
 * Renders the page's h1 with its subtitle, and `children` beside them; on an unknown path the h1 says so and stands alone.
 * Only the server renders it. Beside a preview, the page hides all but the h1, which screen readers keep.
 */
export const HeroHeading = ({
  notFound,
  action,
  children,
}: {
  notFound: boolean;
  /** Below the subtitle. */
  action: ReactNode;
  children: ReactNode;
}) => (
  <div className={styles.heading}>
    <div className={styles.words}>
      <h1>{text(hero, notFound ? 'notFound' : 'headline')}</h1>
      <p>{text(hero, notFound ? 'notFoundHint' : 'subtitle')}</p>
      {action}
    </div>
    {!notFound && children}
  </div>
);
