import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { SignInScreen } from '../../features/auth/sign-in-screen.tsx';
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx';
import { type Session, useSession } from '../../state/panel/session.ts';
import { PanelBrand } from './panel-brand.tsx';
import { CheckingScreen, UnreachableScreen } from './panel-screens.tsx';

/** Returns the panel path that was requested before the redirect to sign-in; `defaultPath` if no path was requested. */
function useRequestedPath(defaultPath: string): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin/') ? from : defaultPath;
}

/**
 * Renders `children` while nobody is signed in. While the session is checked, or if the check failed, renders the screen that says so. A
 * signed-in account is redirected to the panel.
 */
function SignedOutPage({
  defaultPath,
  children,
}: {
  /** Path of the panel that opens if no path was requested. */
  defaultPath: string;
  children: (session: Extract<Session, { kind: 'out' }>) => ReactNode;
}) {
  const session = useSession();
  const requestedPath = useRequestedPath(defaultPath);
  if (session.kind === 'out') return children(session);
  if (session.kind === 'checking') return <CheckingScreen />;
  if (session.kind === 'unreachable') return <UnreachableScreen />;
  const to = session.kind === 'waiting' ? '/admin' : requestedPath;
  return <Navigate to={to} replace state={{ entered: true }} />;
}

export const SignInPage = ({ defaultPath }: { defaultPath: string }) => (
  <SignedOutPage defaultPath={defaultPath}>
    {({ state, lostSession }) => (
      <SignInScreen brand={<PanelBrand />} session={state} lostSession={lostSession} />
    )}
  </SignedOutPage>
);

export const SignUpPage = ({ defaultPath }: { defaultPath: string }) => (
  <SignedOutPage defaultPath={defaultPath}>
    {({ state }) => <SignUpScreen brand={<PanelBrand />} state={state} />}
  </SignedOutPage>
);
