import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import type { SessionState } from '#shared/contract/account.ts';
import styles from './auth-screen.module.css';
import { AuthScreen } from './auth-screen.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Renders who may sign up and what a new account can do. */
function Lede({ signUp, ownerless }: Pick<SessionState, 'signUp' | 'ownerless'>) {
  if (signUp === 'closed')
    return (
      <>
        <p>{AUTH_FORM.signUpLede.closed}</p>
        {ownerless && <p>{AUTH_FORM.setupNeeded}</p>}
      </>
    );
  return <p>{ownerless ? AUTH_FORM.signUpLede.ownerless : AUTH_FORM.signUpLede[signUp]}</p>;
}

/**
 * Renders `/admin/signup`. While sign-ups are closed, the form is shown only if there is no owner yet, for the setup
 * code.
 */
export function SignUpScreen({ brand, state }: { brand: ReactNode; state: SessionState }) {
  const location = useLocation();
  const { signUp, ownerless } = state;
  return (
    <AuthScreen
      title={AUTH_FORM.signUpTitle}
      lede={<Lede signUp={signUp} ownerless={ownerless} />}
      brand={brand}
    >
      {(signUp !== 'closed' || ownerless) && <SignUpForm ownerless={ownerless} />}
      <p className={styles.other}>
        {AUTH_FORM.haveOne}{' '}
        <Link className="link" to="/admin/login" state={location.state}>
          {AUTH_FORM.signIn}
        </Link>
      </p>
    </AuthScreen>
  );
}
