import type { ReactNode } from 'react';
import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import styles from './hero-heading.module.css';

/**
 * Renders the page's h1 with its subtitle, and `children` beside them; on an unknown path the h1 says so and stands alone.
 * With `compact`, the h1 is only available to screen readers.
 */
export function HeroHeading({
  notFound,
  compact,
  children,
}: {
  notFound: boolean;
  compact: boolean;
  children: ReactNode;
}) {
  if (compact) return <h1 className="sr">{text(publicPage, 'headline')}</h1>;
  return (
    <div className={styles.heading}>
      <div className={styles.words}>
        <h1>{text(publicPage, notFound ? 'notFound' : 'headline')}</h1>
        <p>{text(publicPage, notFound ? 'notFoundHint' : 'subtitle')}</p>
      </div>
      {!notFound && children}
    </div>
  );
}
