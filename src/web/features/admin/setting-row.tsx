import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './setting-row.module.css';

/**
 * One row of a form: what it is about at the start, its controls at the end; `wide` puts them below. Give `labelFor` where
 * the heading is the label of one field, or use `headingId` for what a group or switch is labelled by.
 */
export function SettingRow({
  heading,
  help,
  labelFor,
  headingId,
  wide = false,
  children,
}: {
  heading: ReactNode;
  help?: ReactNode;
  labelFor?: string;
  headingId?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classNames(styles.row, wide && styles.wide)}>
      <div>
        <h2 id={headingId}>
          {labelFor === undefined ? heading : <label htmlFor={labelFor}>{heading}</label>}
        </h2>
        {help !== undefined && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}
