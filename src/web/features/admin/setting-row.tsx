import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import panel from './panel-styles.module.css';
import styles from './setting-row.module.css';

/**
 * Returns a ref for the heading of a list of `entryCount` entries. When a focused entry is removed, the heading gets the focus, so that the
 * focus is never lost to the document body.
 */
function useFocusAfterEntry(entryCount = 0) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(entryCount);
  useEffect(() => {
    if (entryCount < before.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    before.current = entryCount;
  }, [entryCount]);
  return heading;
}

/**
 * Renders a row of a form: heading and help text at the start, and the controls (`children`) at the end, or below if `wide`. Pass
 * `labelFor` if the heading labels a single field, or `headingId` if it labels a group or a switch. If the row contains a list,
 * `entryCount` is its length; the heading then gets the focus when a focused entry is removed.
 */
export function SettingRow({
  heading,
  help,
  labelFor,
  headingId,
  wide = false,
  entryCount,
  children,
}: {
  heading: ReactNode;
  help?: ReactNode;
  labelFor?: string;
  headingId?: string;
  wide?: boolean;
  entryCount?: number;
  children: ReactNode;
}) {
  const headingRef = useFocusAfterEntry(entryCount);
  return (
    <div className={classNames(styles.row, wide && styles.wide)}>
      <div>
        <h2
          ref={headingRef}
          id={headingId}
          className={panel.heading}
          tabIndex={entryCount === undefined ? undefined : -1}
        >
          {labelFor === undefined ? heading : <label htmlFor={labelFor}>{heading}</label>}
        </h2>
        {help !== undefined && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}
