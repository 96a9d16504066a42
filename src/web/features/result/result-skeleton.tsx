import { classNames } from '../../lib/class-names.ts';
import cardStyles from './result-card.module.css';
import styles from './result-skeleton.module.css';

/** Renders the result card without content, so that nothing moves when the post arrives. */
export function ResultSkeleton() {
  const bone = (name: string | undefined) => <span className={classNames(styles.bone, name)} />;
  return (
    <div className={cardStyles.card} aria-hidden="true" data-testid="preview-skeleton">
      <div className={cardStyles.stage}>{bone(styles.picture)}</div>
      <div className={cardStyles.info}>
        <div className={cardStyles.who}>
          {bone(styles.avatar)}
          <div className={styles.words}>
            {bone(styles.name)}
            {bone(styles.meta)}
          </div>
        </div>
        <div className={styles.caption}>
          {bone(styles.line)}
          {bone(styles.short)}
        </div>
        {bone(styles.qualities)}
        {bone(styles.sounds)}
      </div>
      <div className={cardStyles.download}>{bone(styles.button)}</div>
      <div className={cardStyles.notes}>
        {bone(styles.note)}
        {bone(styles.fold)}
        {bone(styles.fold)}
      </div>
    </div>
  );
}
