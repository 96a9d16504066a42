import { type ComponentProps, useId } from 'react';
import { SelectInput } from '../../ui/text-field.tsx';
import { Field } from './field.tsx';

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
