import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { authForm } from '#messages/auth-form.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { passwordInput } from '#messages/password-input.ts';
import { type SessionState, signUpAnswerSchema } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { callPanel, type PanelFailure } from '../../lib/panel-client.ts';
import { tryAgainLabel } from '../../state/countdown.ts';
import { notifySuccess } from '../../state/notices.ts';
import { clearSetupCode, currentSetupCode, setupCodeIn } from '../../state/panel/pasted-setup-code.ts';
import { checkSession, setSession } from '../../state/panel/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PasswordMeter } from '../../ui/password-meter.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import styles from './auth-form.module.css';
import { AuthForm, EmailInput, FormField, SetupCodeInput } from './auth-form.tsx';
import { type SignUpFields, signUpFormSchema } from './auth-schemas.ts';
import { AuthScreen } from './auth-screen.tsx';

/**
 * Renders a sentence of the server and a button that leads to the sign-in page. They replace the sign-up form when the response must not
 * reveal whether the address already has an account.
 */
function FormReceived({ sentence }: { sentence: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => notice.current?.focus(), []);
  return (
    <>
      <p ref={notice} role="status" tabIndex={-1} className={styles.received}>
        <CircleCheck aria-hidden className="ic" />
        <span>{sentence}</span>
      </p>
      <Button
        look="primary"
        className={styles.wide}
        onClick={() => void navigate('/admin/login', { state: state as unknown })}
      >
        {text(authForm, 'signIn')}
      </Button>
    </>
  );
}

/**
 * Field that is shown as invalid and focused for each error code. For any other code, the password field is focused. Only the error of the
 * setup code is shown below its field instead of for the whole form.
 */
const FIELD_OF: Readonly<Record<string, keyof SignUpFields>> = {
  name_invalid: 'name',
  email_in_use: 'email',
  email_invalid: 'email',
  password_short: 'password',
  password_weak: 'password',
  setup_code_wrong: 'setupCode',
};

/** Returns the sentence to show for a refusal. If the site limits sign-ups, it says when to try again. */
const sentenceOf = ({ code, detail, retryAfter }: PanelFailure): string =>
  code === 'sign_ups_exceeded' && retryAfter !== undefined
    ? `${detail} ${tryAgainLabel(retryAfter)}.`
    : detail;

function useSignUp(ownerless: boolean) {
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
    const code = ownerless ? setupCodeIn(setupCode) : '';
    const body = { name, email, password, ...(code !== '' && { setupCode: code }) };
    const answer = await callPanel('/api/auth/sign-up', {
      method: 'POST',
      body,
      responseSchema: signUpAnswerSchema,
    });
    if (!answer.ok) {
      setRefused(answer);
      // Someone else has used the setup link meanwhile. The page then says so.
      if (answer.code === 'owner_exists') void checkSession();
      form.setFocus(FIELD_OF[answer.code] ?? 'password');
    } else if ('received' in answer.value) setReceived(answer.value.detail);
    else {
      clearSetupCode();
      notifySuccess(text(panelOutcomes, 'signupSuccessful'));
      setSession(answer.value);
    }
  });
  return { form, refused, received, clearRefusal: () => setRefused(null), submit };
}

interface FieldsProps {
  form: UseFormReturn<SignUpFields>;
  refusedField: keyof SignUpFields | undefined;
  onChange: () => void;
}

function Passwords({ form, refusedField, onChange: clearRefusal }: FieldsProps) {
  const { errors } = form.formState;
  const compare = () => void form.trigger('confirmPassword');
  const onChange = () => {
    clearRefusal();
    if (errors.confirmPassword !== undefined) compare();
  };
  const fields = { form, refusedField, onChange };
  // If the server has refused the password, the rating of the meter would contradict the refusal.
  const hint =
    refusedField === 'password' ? (
      text(authForm, 'passwordRule')
    ) : (
      <PasswordMeter password={form.watch('password')} />
    );
  return (
    <>
      <FormField {...fields} name="password" label={text(authForm, 'password')} hint={hint}>
        {(attributes) => (
          <PasswordInput
            {...attributes}
            toggleLabel={text(passwordInput, 'show')}
            autoComplete="new-password"
          />
        )}
      </FormField>
      <FormField
        {...fields}
        name="confirmPassword"
        label={text(authForm, 'confirm')}
        // Compared when the field loses the focus, not only at submit.
        onBlur={() => {
          if (form.getValues('confirmPassword') !== '') compare();
        }}
      >
        {(attributes) => (
          <PasswordInput
            {...attributes}
            toggleLabel={text(passwordInput, 'showConfirmation')}
            autoComplete="new-password"
          />
        )}
      </FormField>
    </>
  );
}

/**
 * Renders the sign-up form, and stores the session when the sign-up succeeds. `ownerless` means that the site has no owner, so the setup
 * code can still create the owner.
 */
function SignUpForm({ ownerless }: { ownerless: boolean }) {
  const { form, refused, received, clearRefusal, submit } = useSignUp(ownerless);
  const { isSubmitting } = form.formState;
  const refusedField = refused === null ? undefined : FIELD_OF[refused.code];
  const fields = { form, refusedField, onChange: clearRefusal };
  const filledIn = currentSetupCode();
  const isFromLink = filledIn !== null && form.watch('setupCode') === filledIn;
  if (received !== null) return <FormReceived sentence={received} />;
  return (
    <AuthForm
      // On a phone the field is far below the alert.
      alert={refused === null || refusedField === 'setupCode' ? null : sentenceOf(refused)}
      busy={isSubmitting}
      label={text(authForm, 'create')}
      busyLabel={text(authForm, 'creating')}
      onSubmit={submit}
    >
      <FormField {...fields} name="name" label={text(authForm, 'name')}>
        {(attributes) => <TextInput {...attributes} autoComplete="name" />}
      </FormField>
      <FormField {...fields} name="email" label={text(authForm, 'email')}>
        {(attributes) => <EmailInput {...attributes} />}
      </FormField>
      <Passwords {...fields} />
      {ownerless && (
        <FormField
          {...fields}
          name="setupCode"
          label={text(authForm, 'setupCode')}
          error={refusedField === 'setupCode' ? refused?.detail : undefined}
          hint={text(authForm, isFromLink ? 'withCode' : 'setupOptional')}
        >
          {(attributes) => <SetupCodeInput {...attributes} />}
        </FormField>
      )}
    </AuthForm>
  );
}

/** Renders who may sign up and what a new account can do. */
function Lede({ signUp, ownerless }: Pick<SessionState, 'signUp' | 'ownerless'>) {
  if (ownerless && currentSetupCode() !== null) return <p>{text(authForm, 'ownerLede')}</p>;
  if (signUp === 'closed')
    return (
      <>
        <p>{text(authForm, 'signUpLede.closed')}</p>
        {ownerless && <p>{text(authForm, 'setupNeeded')}</p>}
      </>
    );
  return (
    <p>
      {ownerless && `${text(authForm, 'signUpLede.ownerless')} `}
      {text(authForm, `signUpLede.${signUp}`)}
    </p>
  );
}

/**
 * Renders `/admin/signup`. While sign-ups are closed, it shows the form only if the site has no owner yet, so that the setup code can be
 * used. If the setup code of the link has been used, it says so.
 */
export function SignUpScreen({ brand, state }: { brand: ReactNode; state: SessionState }) {
  const location = useLocation();
  const { signUp, ownerless } = state;
  const hasCode = currentSetupCode() !== null;
  const hasForm = signUp !== 'closed' || ownerless;
  return (
    <AuthScreen
      title={ownerless && hasCode ? text(authForm, 'ownerTitle') : text(authForm, 'signUpTitle')}
      lede={<Lede signUp={signUp} ownerless={ownerless} />}
      brand={brand}
      footnote={
        <>
          {hasForm && `${text(authForm, 'haveOne')} `}
          <Link className="link" to="/admin/login" state={location.state}>
            {text(authForm, hasForm ? 'signIn' : 'signInInstead')}
          </Link>
        </>
      }
    >
      <div role="status">
        {!ownerless && hasCode && (
          <p className={styles.linkUsed}>
            <CircleAlert aria-hidden className="ic" />
            <span>{text(authForm, 'linkUsed')}</span>
          </p>
        )}
      </div>
      {hasForm && <SignUpForm ownerless={ownerless} />}
    </AuthScreen>
  );
}
