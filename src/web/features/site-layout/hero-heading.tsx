import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import styles from './hero-heading.module.css';

/**
 * Renders the page's h1 with its subtitle; on an unknown path the h1 says so. With `compact`, the h1 is only available to
 * screen readers.
 */
export function HeroHeading({ notFound, compact }: { notFound: boolean; compact: boolean }) {
  if (compact) return <h1 className="sr">{text(publicPage, 'headline')}</h1>;
  return (
    <div className={styles.heading}>
      <h1>{text(publicPage, notFound ? 'notFound' : 'headline')}</h1>
      <p className={styles.subtitle}>{text(publicPage, notFound ? 'notFoundHint' : 'subtitle')}</p>
    </div>
  );
}
