import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { authForm } from '#messages/auth-form.ts';
import { text } from '#shared/messages/text.ts';
import { useOnline } from '../../state/online.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import styles from './auth-form.module.css';

/**
 * Renders a form with its fields (`children`) and its only button. While the form is `busy` or the browser is offline, the button is
 * unavailable but keeps the focus. `alert` is the error of the server about the whole form, announced when it appears; null for none.
 */
export function AuthForm({
  alert,
  busy,
  label,
  busyLabel,
  onSubmit,
  children,
}: {
  alert: string | null;
  busy: boolean;
  label: string;
  busyLabel: string;
  /** Called on submit, but not while a submission is in progress. */
  onSubmit: (event: FormEvent) => Promise<void>;
  children: ReactNode;
}) {
  const online = useOnline();
  return (
    <Form busy={busy} onSubmit={onSubmit}>
      <div role="alert">
        {alert !== null && (
          <p className={styles.alert}>
            <CircleAlert aria-hidden className="ic" />
            <span>{alert}</span>
          </p>
        )}
      </div>
      <div className={styles.form}>
        {children}
        <div className={styles.submit}>
          <p role="status" className={styles.offline}>
            {!online && text(authForm, 'offline')}
          </p>
          <Button type="submit" look="primary" unavailable={busy || !online} className={styles.wide}>
            {busy && <Spinner />}
            {busy ? busyLabel : label}
          </Button>
        </div>
      </div>
    </Form>
  );
}

interface FormFieldProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  name: Path<Fields>;
  label: string;
  /** Field that the server has refused. It is shown as invalid even if the error is shown for the whole form. */
  refusedField?: Path<Fields> | undefined;
  /** Sentence shown below the field instead of the form's own error. */
  error?: string | undefined;
  hint?: ReactNode;
  onChange: () => void;
  onBlur?: () => void;
  /** Renders the field with the attributes that connect it with the form, its label, hint and error. */
  children: (
    attributes: UseFormRegisterReturn & {
      readonly id: string;
      readonly 'aria-describedby': string | undefined;
      readonly invalid: boolean;
    },
  ) => ReactNode;
}

/** Renders a label, a field of the form and, below it, the error, or without an error the hint. */
export function FormField<Fields extends FieldValues>(props: FormFieldProps<Fields>) {
  const { form, name, label, refusedField, hint, onChange, onBlur, children } = props;
  const id = useId();
  const found = get(form.formState.errors, name) as FieldError | undefined;
  const error = props.error ?? found?.message;
  const line = error ?? hint;
  const lineId = `${id}line`;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        ...form.register(name, { onChange, ...(onBlur && { onBlur }) }),
        id,
        'aria-describedby': line === undefined ? undefined : lineId,
        invalid: error !== undefined || refusedField === name,
      })}
      {line !== undefined && (
        <div id={lineId} className={error === undefined ? styles.hint : styles.error}>
          {line}
        </div>
      )}
    </div>
  );
}

/** Renders a field for the email address of an account. */
export const EmailInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    {...props}
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="off"
    spellCheck={false}
  />
);

/** Renders the field for the setup code of a new site. */
export const SetupCodeInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput {...props} autoComplete="off" autoCapitalize="off" spellCheck={false} />
);
