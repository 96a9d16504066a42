import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './setting-row.module.css';

/** When one of `entries` goes away with the focus on it, the element of the ref takes the focus, so that it is never nowhere. */
function useFocusAfterEntry(entries = 0) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(entries);
  useEffect(() => {
    if (entries < before.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    before.current = entries;
  }, [entries]);
  return heading;
}

/**
 * One row of a form: what it is about at the start, its controls at the end; `wide` puts them below. Give `labelFor` where
 * the heading is the label of one field, or use `headingId` for what a group or switch is labelled by; `entries` is how long
 * the list is that it holds.
 */
export function SettingRow({
  heading,
  help,
  labelFor,
  headingId,
  wide = false,
  entries,
  children,
}: {
  heading: ReactNode;
  help?: ReactNode;
  labelFor?: string;
  headingId?: string;
  wide?: boolean;
  entries?: number;
  children: ReactNode;
}) {
  const headingRef = useFocusAfterEntry(entries);
  return (
    <div className={classNames(styles.row, wide && styles.wide)}>
      <div>
        <h2 ref={headingRef} id={headingId} tabIndex={entries === undefined ? undefined : -1}>
          {labelFor === undefined ? heading : <label htmlFor={labelFor}>{heading}</label>}
        </h2>
        {help !== undefined && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}
