import { type ReactNode, useId } from 'react';
import styles from './auth-form.module.css';

/** Attributes that connect a field with its label, hint and error. */
export interface FieldAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly invalid: boolean;
}

/** Renders a label, its field and, below it, the error or else the hint. */
export function FormField({
  label,
  error,
  marked = false,
  hint,
  children,
}: {
  label: string;
  error?: string | undefined;
  /** Whether the field is shown as invalid although its error is shown elsewhere. */
  marked?: boolean;
  hint?: ReactNode;
  children: (attributes: FieldAttributes) => ReactNode;
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
