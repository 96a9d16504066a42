import { classNames } from '../lib/class-names.ts';
import styles from './switch.module.css';

/**
 * On/off switch. `labelledBy` and `describedBy` are ids of the label and the description. Show its state as text beside
 * it.
 */
export function Switch({
  id,
  checked,
  labelledBy,
  describedBy,
  onChange,
  className,
}: {
  id?: string;
  checked: boolean;
  labelledBy: string;
  describedBy?: string | undefined;
  onChange: (checked: boolean) => void;
  className?: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      aria-checked={checked}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={classNames(styles.switch, className)}
      onClick={() => onChange(!checked)}
    />
  );
}
