import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './check-input.module.css';

type CheckInputProps = Omit<ComponentProps<'input'>, 'type'> & { type: 'radio' | 'checkbox' };

/**
 * Renders a radio button or checkbox without a label. The style sheet draws it, because the browser's own ring is so faint in a dark theme
 * that an unchecked input looks disabled.
 */
export const CheckInput = ({ className, ...rest }: CheckInputProps) => (
  <input {...rest} className={classNames(styles.input, className)} />
);

/** Renders a checkbox with its label (`children`) in a line that is high enough for a finger. */
export const CheckLabel = ({ children, ...rest }: Omit<CheckInputProps, 'type'>) => (
  <label className={styles.label}>
    <CheckInput {...rest} type="checkbox" />
    {children}
  </label>
);
