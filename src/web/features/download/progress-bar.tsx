import { classNames } from '../../lib/class-names.ts';
import styles from './download-block.module.css';

interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  /** Whole percent; null for a bar that only shows that something moves. */
  percent: number | null;
  /** What a screen reader says for the value. */
  spoken: string | undefined;
  /** No byte is expected now: nothing of the bar moves. */
  still: boolean;
}

/** A 6 px bar. Not a live region: quarters are announced elsewhere. */
export function ProgressBar({ label, percent, spoken, still }: ProgressBarProps) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={spoken}
    >
      <div
        className={classNames(styles.fill, percent === null && styles.unknown, still && styles.still)}
        style={percent === null ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  );
}
