import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './field-message.module.css';

/** Message under a field: a hint, a warning or an error. Reference its `id`, if any, in the field's aria-describedby. */
export function FieldMessage({
  id,
  tone,
  icon: Icon,
  children,
}: {
  id?: string;
  tone: 'hint' | 'warning' | 'error';
  icon?: LucideIcon | undefined;
  children?: ReactNode;
}) {
  return (
    <p id={id} className={classNames(styles.message, styles[tone])}>
      {Icon && <Icon aria-hidden className="ic-s" />}
      {children}
    </p>
  );
}
