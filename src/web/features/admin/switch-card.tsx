import { useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Switch } from '../../ui/switch.tsx';
import styles from './switch-card.module.css';

/**
 * Renders a switch beside `name` and `state`, a description of its current state. Pass `labelledBy`, the id of another label of the switch,
 * if `name` is not its label.
 */
export function SwitchCard({
  name,
  state,
  checked,
  labelledBy,
  className,
  onChange,
}: {
  name: string;
  state: string;
  checked: boolean;
  labelledBy?: string;
  className?: string | undefined;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={classNames(styles.card, className)}>
      <div id={`${id}words`}>
        <b id={`${id}name`}>{name}</b>
        <small id={`${id}state`}>{state}</small>
      </div>
      <Switch
        checked={checked}
        labelledBy={labelledBy ?? `${id}name`}
        describedBy={labelledBy === undefined ? `${id}state` : `${id}words`}
        onChange={onChange}
      />
    </div>
  );
}
