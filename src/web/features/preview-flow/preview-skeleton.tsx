import { classNames } from '../../lib/class-names.ts';
import styles from './preview-skeleton.module.css';

/** The result card's geometry without its content, so that nothing jumps when the post arrives. */
export function PreviewSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true" data-testid="preview-skeleton">
      <div className={styles.stage}>
        <span className={classNames(styles.bone, styles.picture)} />
      </div>
      <div className={styles.info}>
        <div className={styles.who}>
          <span className={classNames(styles.bone, styles.avatar)} />
          <div className={styles.lines}>
            <span className={classNames(styles.bone, styles.name)} />
            <span className={classNames(styles.bone, styles.meta)} />
          </div>
        </div>
        <div className={styles.lines}>
          <span className={classNames(styles.bone, styles.line)} />
          <span className={classNames(styles.bone, styles.line, styles.short)} />
        </div>
        <span className={classNames(styles.bone, styles.qualities)} />
        <span className={classNames(styles.bone, styles.download)} />
      </div>
    </div>
  );
}
