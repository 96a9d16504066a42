import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './segments.module.css';

/** Selects the first option on Home and the last on End. Native radios handle only the arrow keys. */
const selectFirstOrLast = (event: KeyboardEvent<HTMLFieldSetElement>): void => {
  if (event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  const radios = event.currentTarget.querySelectorAll('input');
  const radio = radios[event.key === 'Home' ? 0 : radios.length - 1];
  radio?.focus();
  radio?.click();
};

/**
 * Renders a choice between a few options, side by side, as radios. Only screen readers read `label`. `name` is the name of the field in its
 * form, with which the test ids begin too.
 */
export function Segments<Value extends string>({
  label,
  name,
  options,
  value,
  onChoose,
  className,
}: {
  label: string;
  name?: string;
  options: readonly (readonly [value: Value, label: string, icon?: LucideIcon])[];
  value: Value;
  onChoose: (value: Value) => void;
  className?: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset className={classNames(styles.segments, className)} onKeyDown={selectFirstOrLast}>
      <legend className="sr">{label}</legend>
      {options.map(([each, words, Icon]) => (
        <label key={each} className={styles.segment}>
          <input
            type="radio"
            name={name ?? id}
            value={each}
            checked={each === value}
            onChange={() => onChoose(each)}
            className={styles.radio}
            data-testid={name && `${name}-tab-${each}`}
          />
          <span className={styles.face}>
            {Icon && <Icon aria-hidden className="ic-s" />}
            {words}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
