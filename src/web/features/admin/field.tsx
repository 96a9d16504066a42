import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { FieldMessage } from '../../ui/field-message.tsx';
import { SelectInput } from '../../ui/text-field.tsx';
import styles from './field.module.css';

/**
 * Renders a label, the field that it labels (`children`, whose field must have the id `id`), and below them the problem of the value, in an
 * element with the id `{id}problem`.
 */
export const Field = ({
  id,
  label,
  className,
  problem,
  children,
}: {
  id: string;
  label: string;
  className?: string | undefined;
  /** What is wrong with the value; null while nothing is. Undefined for a field that shows its problem itself. */
  problem?: string | null;
  children: ReactNode;
}) => (
  <div className={classNames(styles.field, className)}>
    <label htmlFor={id}>{label}</label>
    {children}
    {problem !== undefined && (
      <div role="alert">
        {problem !== null && (
          <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
            {problem}
          </FieldMessage>
        )}
      </div>
    )}
  </div>
);

/** Renders a select field below its label. */
export function SelectField<Value extends string>({
  label,
  ...rest
}: Omit<ComponentProps<typeof SelectInput<Value>>, 'id'> & { label: string }) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <SelectInput id={id} {...rest} />
    </Field>
  );
}
