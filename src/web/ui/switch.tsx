import { classNames } from '../lib/class-names.ts';
import styles from './switch.module.css';

/** An on/off switch, named by the element `labelledBy`; say its state in words beside it. `describedBy`: what it does. */
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
