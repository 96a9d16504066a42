import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';
import type { ButtonLook, ButtonSize } from './button.tsx';

type ButtonLinkProps = ComponentProps<'a'> & { href: string; look?: ButtonLook; size?: ButtonSize };

/** Link styled as a button, by default outlined. */
export const ButtonLink = ({ look = 'secondary', size = 'medium', className, ...rest }: ButtonLinkProps) => (
  <a {...rest} className={classNames(styles.button, styles[look], styles[size], className)} />
);
