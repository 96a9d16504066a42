import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import styles from './hero-heading.module.css';

/**
 * Renders the page's h1 with its subtitle, and a message above it on an unknown path. With `compact`, the h1 is only
 * available to screen readers.
 */
export function HeroHeading({ notFound, compact }: { notFound: boolean; compact: boolean }) {
  if (compact) return <h1 className="sr">{text(publicPage, 'headline')}</h1>;
  return (
    <div className={styles.heading}>
      {notFound && (
        <p className={styles.notFound} data-testid="not-found">
          {text(publicPage, 'notFound')}
        </p>
      )}
      <h1>{text(publicPage, 'headline')}</h1>
      <p className={styles.subtitle}>{text(publicPage, 'subtitle')}</p>
    </div>
  );
}
