import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { authForm } from '#messages/auth-form.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { passwordInput } from '#messages/password-input.ts';
import { type SessionState, sessionStateSchema } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { callPanel, type PanelFailure } from '../../lib/panel-client.ts';
import { notifySuccess } from '../../state/notices.ts';
import { type LostSession, setSession } from '../../state/panel/session.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import styles from './auth-form.module.css';
import { AuthForm, EmailInput, FormField } from './auth-form.tsx';
import { type SignInFields, signInFormSchema } from './auth-schemas.ts';
import { AuthScreen } from './auth-screen.tsx';

/**
 * Field that is shown as invalid for each error code. For any other code, no field is. The sentence of an error is always shown for the
 * whole form.
 */
const FIELD_OF: Readonly<Record<string, keyof SignInFields>> = {
  account_not_found: 'email',
  email_invalid: 'email',
  password_wrong: 'password',
};

/**
 * Returns the sentence to show for a failure: for the codes `internal` and `body_invalid` the general "Login failed. Please try again.",
 * else the sentence of the server.
 */
const sentenceOf = ({ code, detail }: PanelFailure): string =>
  code === 'internal' || code === 'body_invalid' ? text(panelOutcomes, 'loginFailed') : detail;

const requestSignIn = (body: SignInFields) =>
  callPanel('/api/auth/sign-in', { method: 'POST', body, responseSchema: sessionStateSchema });

/**
 * Renders the sign-in form, and sets the session when the sign-in succeeds. `email` prefills the field. `onRefused` is called when the
 * sign-in fails, also when nothing responds; the password field then gets the focus.
 */
export function SignInForm({ email = '', onRefused }: { email?: string; onRefused?: () => void }) {
  const form = useForm<SignInFields>({
    resolver: zodResolver(signInFormSchema),
    defaultValues: { email, password: '' },
    reValidateMode: 'onChange',
  });
  const [refused, setRefused] = useState<PanelFailure | null>(null);
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setRefused(null);
    const answer = await requestSignIn(body);
    if (answer.ok) {
      notifySuccess(text(panelOutcomes, 'loginSuccessful'));
      setSession(answer.value);
      return;
    }
    setRefused(answer);
    onRefused?.();
    // The password stays in its field so that it can be corrected, whichever field was wrong.
    form.setFocus('password');
  });
  const refusedField = refused === null ? undefined : FIELD_OF[refused.code];
  const fields = { form, refusedField, onChange: () => setRefused(null) };
  return (
    <AuthForm
      alert={refused === null ? null : sentenceOf(refused)}
      busy={isSubmitting}
      label={text(authForm, 'signIn')}
      busyLabel={text(authForm, 'signingIn')}
      onSubmit={submit}
    >
      <FormField {...fields} name="email" label={text(authForm, 'email')}>
        {(attributes) => <EmailInput {...attributes} />}
      </FormField>
      <FormField {...fields} name="password" label={text(authForm, 'password')}>
        {(attributes) => (
          <PasswordInput
            {...attributes}
            {...(email !== '' && { 'data-first-focus': true })}
            toggleLabel={text(passwordInput, 'show')}
            autoComplete="current-password"
          />
        )}
      </FormField>
    </AuthForm>
  );
}

/** Commands that give the owner a new password: the first in a clone of the repository, the second in a release. */
const OWNER_COMMAND = 'npm run owner -- --email you@example.com';
const RELEASE_COMMAND = 'owner --email you@example.com';

/** Renders what to do without the password. Nobody can reset it by email, because Savelet sends no email. */
const ForgottenPassword = ({ isClosed }: { isClosed: boolean }) => (
  <details className={styles.forgot}>
    <summary>{text(authForm, 'forgot')}</summary>
    <p>{text(authForm, 'forgotOwner')}</p>
    <code>{OWNER_COMMAND}</code>
    <p>{text(authForm, 'forgotOwnerRelease')}</p>
    <code>{RELEASE_COMMAND}</code>
    <p>{text(authForm, isClosed ? 'forgotOtherClosed' : 'forgotOther')}</p>
  </details>
);

const LEDES = {
  none: 'signInLede',
  in: 'signInAgain',
  waiting: 'signInWaiting',
  declined: 'signInDeclined',
  removed: 'signInRemoved',
} as const satisfies Record<NonNullable<LostSession> | 'none', string>;

/**
 * Renders `/admin/login`, with a link to the sign-up page unless sign-ups are closed and the site has an owner. `lostSession` says how the
 * last session ended; null if no session was lost.
 */
export function SignInScreen({
  brand,
  session: { signUp, ownerless },
  lostSession,
}: {
  brand: ReactNode;
  session: SessionState;
  lostSession: LostSession;
}) {
  const { state } = useLocation();
  return (
    <AuthScreen
      title={text(authForm, 'signInTitle')}
      lede={text(authForm, LEDES[lostSession ?? 'none'])}
      brand={brand}
      footnote={
        (signUp !== 'closed' || ownerless) && (
          <>
            {text(authForm, 'noAccount')}{' '}
            <Link className="link" to="/admin/signup" state={state}>
              {text(authForm, 'createOne')}
            </Link>
          </>
        )
      }
    >
      <SignInForm />
      <ForgottenPassword isClosed={signUp === 'closed'} />
    </AuthScreen>
  );
}
