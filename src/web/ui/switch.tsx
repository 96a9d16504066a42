import { Switch as BaseSwitch } from '@base-ui/react/switch';
import styles from './switch.module.css';

/** On/off switch. `labelledBy` and `describedBy` are ids of the label and the description. Show the switch's state as text beside it. */
export const Switch = ({
  checked,
  labelledBy,
  describedBy,
  onChange,
}: {
  checked: boolean;
  labelledBy: string;
  describedBy?: string | undefined;
  onChange: (checked: boolean) => void;
}) => (
  <BaseSwitch.Root
    nativeButton
    render={<button type="button" />}
    checked={checked}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
    className={styles.switch}
    onCheckedChange={onChange}
  />
);
