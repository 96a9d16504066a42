import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';
import type { ButtonLook, ButtonSize } from './button.tsx';

type ButtonLinkProps = ComponentProps<'a'> & { href: string; look?: ButtonLook; size?: ButtonSize };

/** Renders a link that looks like a button, by default like an outlined one. */
export const ButtonLink = ({ look = 'secondary', size = 'medium', className, ...rest }: ButtonLinkProps) => (
  <a {...rest} className={classNames(styles.button, styles[look], styles[size], className)} />
);
