import type { ReactNode } from 'react';
import { hero } from '#messages/hero.ts';
import { text } from '#shared/messages/text.ts';
import styles from './hero-heading.module.css';

/**
 * Renders the page's h1 with its subtitle and `action`, and `children` beside them. On an unknown path the h1 says that the page is not
 * here, and `children` are left out. Only the server renders it. While a preview is shown, the page hides all of it but the h1, which only
 * screen readers then read.
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
      <h1 className="headline">{text(hero, notFound ? 'notFound' : 'headline')}</h1>
      <p>{text(hero, notFound ? 'notFoundHint' : 'subtitle')}</p>
      {action}
    </div>
    {!notFound && children}
  </div>
);
