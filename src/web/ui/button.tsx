import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';

export type ButtonLook = 'primary' | 'secondary' | 'ghost';
export type ButtonSize = 'small' | 'medium' | 'large';

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Looks disabled, sets aria-disabled and ignores clicks, but stays focusable. */
  unavailable?: boolean;
};

/** Push button; `type` defaults to "button". */
export function Button({
  look = 'secondary',
  size = 'medium',
  unavailable = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(unavailable && { 'aria-disabled': true })}
      className={classNames(styles.button, styles[look], styles[size], className)}
      onClick={unavailable ? (event) => event.preventDefault() : onClick}
    />
  );
}
