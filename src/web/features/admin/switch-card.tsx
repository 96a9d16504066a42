import { useId } from 'react';
import { Switch } from '../../ui/switch.tsx';
import styles from './switch-card.module.css';

/** Renders a switch with its name and a description of its current state. */
export function SwitchCard({
  name,
  state,
  checked,
  onChange,
}: {
  name: string;
  state: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={styles.card}>
      <div>
        <b id={`${id}name`}>{name}</b>
        <small id={`${id}state`}>{state}</small>
      </div>
      <Switch checked={checked} labelledBy={`${id}name`} describedBy={`${id}state`} onChange={onChange} />
    </div>
  );
}
