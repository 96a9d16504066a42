import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import panel from './panel-styles.module.css';
import styles from './setting-row.module.css';

/**
 * Returns a ref whose element gets the focus when a focused entry of the list is removed, so that focus is never lost
 * to the document body. `entries` is the length of the list.
 */
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
 * Renders a row of a form: heading and help text at the start, controls at the end, or below if `wide`. Pass
 * `labelFor` if the heading labels a single field, or `headingId` if it labels a group or switch. `entries` is the
 * length of a list inside the row.
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
        <h2
          ref={headingRef}
          id={headingId}
          className={panel.heading}
          tabIndex={entries === undefined ? undefined : -1}
        >
          {labelFor === undefined ? heading : <label htmlFor={labelFor}>{heading}</label>}
        </h2>
        {help !== undefined && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}
