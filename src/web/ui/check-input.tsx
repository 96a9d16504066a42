import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './check-input.module.css';

type CheckInputProps = Omit<ComponentProps<'input'>, 'type'> & { type: 'radio' | 'checkbox' };

/**
 * Radio button or checkbox without a label. Drawn here: in a dark theme the browser's own ring is so faint that what is not chosen
 * looks disabled.
 */
export const CheckInput = ({ className, ...rest }: CheckInputProps) => (
  <input {...rest} className={classNames(styles.input, className)} />
);
