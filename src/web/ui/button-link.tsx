import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';

/** A link that looks like an outlined button. */
export const ButtonLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={classNames(styles.button, styles.secondary)}>
    {children}
  </a>
);
