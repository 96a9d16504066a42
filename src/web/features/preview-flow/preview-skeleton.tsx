import { classNames } from '../../lib/class-names.ts';
import styles from './preview-skeleton.module.css';

/** Renders the result card's layout without content, so that nothing moves when the post arrives. */
export function PreviewSkeleton() {
  const bone = (name: string | undefined) => <span className={classNames(styles.bone, name)} />;
  return (
    <div className={styles.card} aria-hidden="true" data-testid="preview-skeleton">
      <div className={styles.stage}>{bone(styles.picture)}</div>
      <div className={styles.info}>
        <div className={styles.who}>
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
      </div>
      <div className={styles.download}>{bone(styles.button)}</div>
      <div className={styles.notes}>{bone(styles.note)}</div>
    </div>
  );
}
