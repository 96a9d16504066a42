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

type SelectProps = ComponentProps<'select'> & { invalid?: boolean };

/** Select field without a label; `invalid` sets its style and aria-invalid, `className` applies to the select element. */
export function SelectInput({ invalid = false, className, ...rest }: SelectProps) {
  return (
    <span className={styles.choice}>
      <select
        {...rest}
        {...(invalid && { 'aria-invalid': true })}
        className={classNames(styles.input, styles.select, className)}
      />
      <ChevronDown aria-hidden className="ic-s" />
    </span>
  );
}
