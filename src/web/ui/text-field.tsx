import { ChevronDown } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './text-field.module.css';

type InputProps = ComponentProps<'input'> & { ref?: Ref<HTMLInputElement>; invalid?: boolean };

/** Single-line text field without a label; `invalid` sets its style and aria-invalid. */
export function TextInput({ invalid = false, className, ...rest }: InputProps) {
  return (
    <input
      {...rest}
      {...(invalid && { 'aria-invalid': true })}
      className={classNames(styles.input, className)}
    />
  );
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'onChange'> {
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  onChoose: (value: Value) => void;
  invalid?: boolean;
}

/** Select field without a label; `invalid` sets its style and aria-invalid, `className` applies to the select element. */
export function SelectInput<Value extends string>(props: SelectProps<Value>) {
  const { options, onChoose, invalid = false, className, ...rest } = props;
  return (
    <span className={styles.choice}>
      <select
        {...rest}
        {...(invalid && { 'aria-invalid': true })}
        className={classNames(styles.input, styles.select, className)}
        onChange={({ target }) => onChoose(target.value as Value)}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="ic-s" />
    </span>
  );
}
