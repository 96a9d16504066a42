import { PAGE } from '#shared/messages.ts';
import styles from './hero-heading.module.css';

/**
 * The page's one h1 with its subtitle; on an unknown path the line that says so stands above. `compact` leaves the place to
 * a result: only screen readers still meet the h1.
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
