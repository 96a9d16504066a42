import { classNames } from '../../lib/class-names.ts';
import styles from './download-block.module.css';

interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  /** Whole percent; null for an indeterminate bar. */
  percent: number | null;
  /** Value that screen readers read. */
  valueText: string | undefined;
  /** Whether no byte is expected now; stops the bar's animation. */
  isStopped: boolean;
}

/** Renders a 6 px progress bar. It is not a live region: useProgressAnnouncements announces the quarters. */
export function ProgressBar({ label, percent, valueText, isStopped }: ProgressBarProps) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={valueText}
    >
      <div
        className={classNames(styles.fill, percent === null && styles.unknown, isStopped && styles.still)}
        style={percent === null ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  );
}
