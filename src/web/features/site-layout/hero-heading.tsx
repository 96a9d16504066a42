import { PAGE } from '#shared/messages.ts';
import styles from './hero-heading.module.css';

/**
 * Renders the page's h1 with its subtitle, and a message above it on an unknown path. With `compact`, the h1 is only
 * available to screen readers.
 */
export function HeroHeading({ notFound, compact }: { notFound: boolean; compact: boolean }) {
  if (compact) return <h1 className="sr">{PAGE.headline}</h1>;
  return (
    <div className={styles.heading}>
      {notFound && (
        <p className={styles.notFound} data-testid="not-found">
          {PAGE.notFound}
        </p>
      )}
      <h1>{PAGE.headline}</h1>
      <p className={styles.subtitle}>{PAGE.subtitle}</p>
    </div>
  );
}
