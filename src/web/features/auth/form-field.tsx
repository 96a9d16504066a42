import { type ReactNode, useId } from 'react';
import styles from './auth-form.module.css';

/** What a field needs to belong to its label, hint and error. */
export interface FieldTies {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly invalid: boolean;
}

/** A label, its field and the line below: the error when there is one, else the hint. */
export function FormField({
  label,
  error,
  marked = false,
  hint,
  children,
}: {
  label: string;
  error?: string | undefined;
  /** What is wrong with it is said elsewhere. */
  marked?: boolean;
  hint?: ReactNode;
  children: (ties: FieldTies) => ReactNode;
}) {
  const id = useId();
  const line = error ?? hint;
  const lineId = `${id}line`;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': line === undefined ? undefined : lineId,
        invalid: error !== undefined || marked,
      })}
      {line !== undefined && (
        <div id={lineId} className={error === undefined ? styles.hint : styles.error}>
          {line}
        </div>
      )}
    </div>
  );
}
