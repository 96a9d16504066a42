import { Images, Play } from 'lucide-react';
import { postNames } from '#messages/post-names.ts';
import { sampleCard } from '#messages/sample-card.ts';
import type { SamplePost } from '#shared/contract/page.ts';
import { formatSize } from '#shared/format/bytes.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './sample-card.module.css';

const ROWS_MAX = 3;

/**
 * Renders a drawing of the result card of a built-in sample post, with the title of the site in place of an account. Screen readers read
 * only its caption and the link that opens the sample (`href`, null if the site offers no samples). Renders nothing for a post without
 * qualities.
 */
export function SampleCard({ post, title, href }: { post: SamplePost; title: string; href: string | null }) {
  const rows = post.qualities.slice(0, ROWS_MAX);
  if (rows.length === 0) return null;
  return (
    <figure className={styles.sample} data-testid="sample-card">
      <div className={styles.card} aria-hidden="true">
        <div className={styles.picture}>
          <span className={styles.play}>
            <Play className="ic-s" />
          </span>
          <span className={styles.duration}>{formatDuration(post.duration)}</span>
        </div>
        <div className={styles.info}>
          <div className={styles.who}>
            <span className={styles.glyph}>
              <Images className="ic-s" />
            </span>
            <p>
              <b data-site-title="">{title}</b>
              <br />
              {text(postNames, 'sample.video')}
            </p>
          </div>
          <ul className={styles.rows}>
            {rows.map((quality, index) => (
              <li key={quality.label} className={classNames(index === 0 && styles.chosen)}>
                <i />
                <span>{quality.label}</span>
                <span className="num">{formatSize(quality)}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <figcaption className={styles.caption}>
        {text(sampleCard, 'caption')}
        {href !== null && (
          <a className={styles.open} href={href}>
            {text(sampleCard, 'open')}
          </a>
        )}
      </figcaption>
    </figure>
  );
}
