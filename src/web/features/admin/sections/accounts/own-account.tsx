import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { accountsSection } from '#messages/accounts-section.ts';
import { passwordInput } from '#messages/password-input.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { Button } from '../../../../ui/button.tsx';
import { Form } from '../../../../ui/form.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { PasswordMeter } from '../../../../ui/password-meter.tsx';
import { Field } from '../../field.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { MomentSentence } from '../../moment.tsx';
import panel from '../../panel-styles.module.css';
import { SettingRow } from '../../setting-row.tsx';
import { changePassword, endOtherSessions, endSession, sessionsQuery } from './account-calls.ts';
import styles from './accounts.module.css';
import { type PasswordFields, passwordFormSchema } from './password-schemas.ts';

const FIELDS = {
  current: {
    label: text(accountsSection, 'currentPassword'),
    toggle: text(passwordInput, 'showCurrent'),
    autoComplete: 'current-password',
  },
  next: {
    label: text(accountsSection, 'newPassword'),
    toggle: text(passwordInput, 'showNew'),
    autoComplete: 'new-password',
  },
  repeated: {
    label: text(accountsSection, 'repeatPassword'),
    toggle: text(passwordInput, 'showRepeated'),
    autoComplete: 'new-password',
  },
} as const satisfies Record<keyof PasswordFields, object>;
type FieldName = keyof PasswordFields;

/** Renders the form that changes the password of the signed-in account. */
function OwnPassword({ email }: { email: string }) {
  const id = useId();
  const form = useForm({
    resolver: zodResolver(passwordFormSchema),
    reValidateMode: 'onSubmit',
    defaultValues: { current: '', next: '', repeated: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ current, next }) => {
    const failure = await changePassword({ current, next }, text(accountsSection, 'passwordChanged'));
    if (failure === null) return form.reset();
    const field = failure.code === 'password_wrong' ? 'current' : 'next';
    form.setError(field, { message: failure.detail }, { shouldFocus: true });
  });
  return (
    <SettingRow heading={text(accountsSection, 'password')} help={text(accountsSection, 'passwordHelp')}>
      <Form className={styles.form} busy={isSubmitting} onSubmit={submit}>
        {/* Tells password managers which account the password belongs to. */}
        <input hidden readOnly autoComplete="username" value={email} />
        {(Object.keys(FIELDS) as FieldName[]).map((field) => (
          <Field
            key={field}
            id={`${id}${field}`}
            label={FIELDS[field].label}
            problem={errors[field]?.message ?? null}
          >
            <PasswordInput
              id={`${id}${field}`}
              toggleLabel={FIELDS[field].toggle}
              autoComplete={FIELDS[field].autoComplete}
              invalid={errors[field] !== undefined}
              aria-describedby={`${id}${field}problem`}
              // Clears all errors, because an error may depend on another field.
              {...form.register(field, { onChange: () => form.clearErrors() })}
            />
            {field === 'next' && errors.next === undefined && (
              <p id={`${id}nextproblem`} className={styles.hint}>
                <PasswordMeter password={form.watch('next')} />
              </p>
            )}
          </Field>
        ))}
        <Button type="submit" unavailable={isSubmitting}>
          {isSubmitting ? text(accountsSection, 'changing') : text(accountsSection, 'changePassword')}
        </Button>
      </Form>
    </SettingRow>
  );
}

/**
 * Renders the sessions of the signed-in account, with a button that ends each session except the present one, and a button that ends all of
 * those at once.
 */
function OwnSessions() {
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const others = data?.sessions.filter(({ current }) => !current) ?? [];
  return (
    <SettingRow
      heading={text(accountsSection, 'sessions')}
      help={text(accountsSection, 'sessionsHelp')}
      entryCount={others.length}
    >
      {data === undefined ? (
        <LoadingOrError label={text(accountsSection, 'sessionsFailed')} query={query} />
      ) : (
        <ul className={classNames(panel.lines, styles.list)}>
          {data.sessions.map(({ id, browser, lastSeenAt, current }) => (
            <li key={id}>
              <div className={styles.who}>
                <strong>{browser}</strong>
                <span>
                  {current ? (
                    text(accountsSection, 'thisBrowser')
                  ) : (
                    <MomentSentence at={lastSeenAt}>
                      {(when) => text(accountsSection, 'lastSeen', { when })}
                    </MomentSentence>
                  )}
                </span>
              </div>
              {!current && (
                <div className={panel.actions}>
                  <Button
                    size="small"
                    aria-label={text(accountsSection, 'endSessionOf', { browser })}
                    onClick={() => void endSession(id, text(accountsSection, 'sessionEnded'))}
                  >
                    {text(accountsSection, 'endSession')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button
          className={styles.below}
          onClick={() => void endOtherSessions(text(accountsSection, 'othersEnded'))}
        >
          {text(accountsSection, 'endOthers')}
        </Button>
      )}
    </SettingRow>
  );
}

/** Renders what every account may change about itself: its password and its sessions. `email` is the address of the signed-in account. */
export const OwnAccount = ({ email }: { email: string }) => (
  <>
    <OwnPassword email={email} />
    <OwnSessions />
  </>
);
