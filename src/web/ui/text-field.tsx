import { ChevronDown } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './text-field.module.css';

type InputProps = ComponentProps<'input'> & { ref?: Ref<HTMLInputElement>; invalid?: boolean };

/** A one-line field without a label of its own; `invalid` marks it, and says so to readers. */
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

/** The same for a choice from a list; `className` is for the field, the arrow stays at its end. */
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
