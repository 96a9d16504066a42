import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import styles from './auth-screen.module.css';
import { AuthScreen } from './auth-screen.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Renders `/admin/login`. */
export function SignInScreen({ brand }: { brand: ReactNode }) {
  const { state } = useLocation();
  return (
    <AuthScreen title={AUTH_FORM.signInTitle} lede={AUTH_FORM.signInLede} brand={brand}>
      <SignInForm />
      <p className={styles.other}>
        {AUTH_FORM.noAccount}{' '}
        <Link className="link" to="/admin/signup" state={state}>
          {AUTH_FORM.createOne}
        </Link>
      </p>
    </AuthScreen>
  );
}
