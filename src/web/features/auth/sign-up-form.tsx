import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import { signUpAnswerSchema } from '#shared/contract/account.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { callPanel, type PanelFailure } from '../../lib/panel-client.ts';
import { notifySuccess } from '../../state/notices.ts';
import { setSession } from '../../state/panel/session.ts';
import { clearSetupCode, currentSetupCode } from '../../state/panel/setup-code.ts';
import { TextInput } from '../../ui/text-field.tsx';
import styles from './auth-form.module.css';
import { type SignUpFields, signUpFormSchema } from './auth-schemas.ts';
import { FormAlert } from './form-alert.tsx';
import { FormField } from './form-field.tsx';
import { FormReceived } from './form-received.tsx';
import { PasswordInput } from './password-input.tsx';
import { PasswordMeter } from './password-meter.tsx';
import { SubmitButton } from './submit-button.tsx';

/** Field an error code belongs to; other errors are shown for the whole form. */
const FIELD_OF: Readonly<Record<string, keyof SignUpFields>> = {
  email_in_use: 'email',
  email_invalid: 'email',
  password_short: 'password',
  password_weak: 'password',
  setup_code_wrong: 'setupCode',
};

function useSignUp() {
  const form = useForm<SignUpFields>({
    resolver: zodResolver(signUpFormSchema),
    defaultValues: {
      name: '',
      email: '',
      password: '',
      confirmPassword: '',
      setupCode: currentSetupCode() ?? '',
    },
  });
  const [refused, setRefused] = useState<PanelFailure | null>(null);
  const [received, setReceived] = useState<string | null>(null);
  const submit = form.handleSubmit(async ({ name, email, password, setupCode }) => {
    setRefused(null);
    const body = { name, email, password, ...(setupCode !== '' && { setupCode }) };
    const answer = await callPanel('/api/auth/sign-up', {
      method: 'POST',
      body,
      responseSchema: signUpAnswerSchema,
    });
    if (!answer.ok) {
      setRefused(answer);
      form.setFocus(FIELD_OF[answer.code] ?? 'password');
    } else if ('received' in answer.value) setReceived(answer.value.detail);
    else {
      clearSetupCode();
      notifySuccess(PANEL_MESSAGES.signupSuccessful);
      setSession(answer.value);
    }
  });
  return { form, refused, received, clearRefusal: () => setRefused(null), submit };
}

interface FieldsProps {
  form: UseFormReturn<SignUpFields>;
  marked: keyof SignUpFields | undefined;
  onChange: () => void;
}

function Passwords({ form, marked, onChange: clearRefusal }: FieldsProps) {
  const { errors } = form.formState;
  const compare = () => void form.trigger('confirmPassword');
  const onChange = () => {
    clearRefusal();
    if (errors.confirmPassword !== undefined) compare();
  };
  return (
    <>
      <FormField
        label={AUTH_FORM.password}
        error={errors.password?.message}
        marked={marked === 'password'}
        hint={<PasswordMeter password={form.watch('password')} />}
      >
        {(attributes) => (
          <PasswordInput
            {...form.register('password', { onChange })}
            {...attributes}
            toggleLabel={AUTH_FORM.showPassword}
            autoComplete="new-password"
          />
        )}
      </FormField>
      <FormField label={AUTH_FORM.confirm} error={errors.confirmPassword?.message}>
        {(attributes) => (
          <PasswordInput
            {...form.register('confirmPassword', {
              onChange,
              // Compared when the field loses the focus, not only at submit.
              onBlur: () => {
                if (form.getValues('confirmPassword') !== '') compare();
              },
            })}
            {...attributes}
            toggleLabel={AUTH_FORM.showConfirm}
            autoComplete="new-password"
          />
        )}
      </FormField>
    </>
  );
}

function Person({ form, marked, onChange }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <FormField label={AUTH_FORM.name} error={errors.name?.message}>
        {(attributes) => (
          <TextInput {...form.register('name', { onChange })} {...attributes} autoComplete="name" />
        )}
      </FormField>
      <FormField label={AUTH_FORM.email} error={errors.email?.message} marked={marked === 'email'}>
        {(attributes) => (
          <TextInput
            {...form.register('email', { onChange })}
            {...attributes}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </FormField>
    </>
  );
}

/**
 * Renders the sign-up form and stores the session when it succeeds. `ownerless` means that the setup code can still
 * create the owner.
 */
export function SignUpForm({ ownerless }: { ownerless: boolean }) {
  const { form, refused, received, clearRefusal, submit } = useSignUp();
  const { isSubmitting, errors } = form.formState;
  const marked = refused === null ? undefined : FIELD_OF[refused.code];
  const fields = { form, marked, onChange: clearRefusal };
  if (received !== null) return <FormReceived sentence={received} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        if (isSubmitting) event.preventDefault();
        else void submit(event);
      }}
    >
      <FormAlert text={refused?.detail ?? null} />
      <div className={styles.form}>
        <Person {...fields} />
        <Passwords {...fields} />
        {ownerless && (
          <FormField
            label={AUTH_FORM.setupCode}
            error={errors.setupCode?.message}
            marked={marked === 'setupCode'}
            hint={currentSetupCode() === null ? AUTH_FORM.setupOptional : AUTH_FORM.withCode}
          >
            {(attributes) => (
              <TextInput
                {...form.register('setupCode', { onChange: clearRefusal })}
                {...attributes}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            )}
          </FormField>
        )}
        <SubmitButton busy={isSubmitting} label={AUTH_FORM.create} busyLabel={AUTH_FORM.creating} />
      </div>
    </form>
  );
}
