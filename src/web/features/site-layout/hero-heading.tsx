import type { ReactNode } from 'react';
import { hero } from '#messages/hero.ts';
import { text } from '#shared/messages/text.ts';
import styles from './hero-heading.module.css';

/**
 * Renders the h1 of the page with its subtitle and `action`, and `children` beside them. On an unknown path the h1 says that the page does
 * not exist, and `children` are left out. Only the server renders this. While a preview is shown, the page hides all of it except the h1,
 * which only screen readers then read.
 */
export const HeroHeading = ({
  isNotFound,
  action,
  children,
}: {
  isNotFound: boolean;
  /** Element below the subtitle. */
  action: ReactNode;
  children: ReactNode;
}) => (
  <div className={styles.heading}>
    <div className={styles.words}>
      <h1 className="headline">{text(hero, isNotFound ? 'notFound' : 'headline')}</h1>
      <p>{text(hero, isNotFound ? 'notFoundHint' : 'subtitle')}</p>
      {action}
    </div>
    {!isNotFound && children}
  </div>
);
