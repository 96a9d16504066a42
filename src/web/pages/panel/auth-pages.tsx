import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { SignInScreen } from '../../features/auth/sign-in-screen.tsx';
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx';
import { type Session, useSession } from '../../state/panel/session.ts';
import { PanelBrand } from './panel-brand.tsx';
import { CheckingScreen, UnreachableScreen } from './panel-screens.tsx';

/** Returns the panel path that was requested before the redirect to sign-in, else the default path. */
function useRequestedPath(first: string): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin/') ? from : first;
}

/** Renders `children` while nobody is signed in; else the screen for the session state, or for a signed-in account the panel. */
function SignedOutPage({
  first,
  children,
}: {
  /** Path of the panel that opens when none was requested. */
  first: string;
  children: (session: Extract<Session, { kind: 'out' }>) => ReactNode;
}) {
  const session = useSession();
  const requestedPath = useRequestedPath(first);
  if (session.kind === 'out') return children(session);
  if (session.kind === 'checking') return <CheckingScreen />;
  if (session.kind === 'unreachable') return <UnreachableScreen />;
  const to = session.kind === 'waiting' ? '/admin' : requestedPath;
  return <Navigate to={to} replace state={{ entered: true }} />;
}

export const SignInPage = ({ first }: { first: string }) => (
  <SignedOutPage first={first}>
    {({ state, lostSession }) => <SignInScreen brand={<PanelBrand />} session={state} lost={lostSession} />}
  </SignedOutPage>
);

export const SignUpPage = ({ first }: { first: string }) => (
  <SignedOutPage first={first}>
    {({ state }) => <SignUpScreen brand={<PanelBrand />} state={state} />}
  </SignedOutPage>
);
