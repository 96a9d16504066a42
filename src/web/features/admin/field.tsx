import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './field.module.css';

/** Renders a label above the field with the id `id`. */
export const Field = ({
  id,
  label,
  className,
  children,
}: {
  id: string;
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <div className={classNames(styles.field, className)}>
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
);
