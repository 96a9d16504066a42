import { Navigate, useLocation } from 'react-router';
import { LogoutButton } from '../../features/admin/logout-button.tsx';
import { SignInScreen } from '../../features/auth/sign-in-screen.tsx';
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx';
import { WaitingScreen } from '../../features/auth/waiting-screen.tsx';
import { type Session, useSession } from '../../state/panel/session.ts';
import { PanelBrand } from './panel-brand.tsx';
import { CheckingScreen, UnreachableScreen } from './panel-screens.tsx';

/** Returns the panel path that was requested before the redirect to sign-in, else the default path. */
function useRequestedPath(first: string): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin/') ? from : first;
}

/** Shown in place of a form while the session is checked, or redirects an account that is already signed in. */
function NoForm({
  session,
  requestedPath,
}: {
  session: Exclude<Session, { kind: 'out' }>;
  requestedPath: string;
}) {
  if (session.kind === 'checking') return <CheckingScreen />;
  if (session.kind === 'unreachable') return <UnreachableScreen />;
  const to = session.kind === 'waiting' ? '/admin' : requestedPath;
  return <Navigate to={to} replace state={{ entered: true }} />;
}

/** Page of `/admin/login`. */
export function SignInPage({ first }: { first: string }) {
  const session = useSession();
  const requestedPath = useRequestedPath(first);
  if (session.kind !== 'out') return <NoForm session={session} requestedPath={requestedPath} />;
  return <SignInScreen brand={<PanelBrand />} session={session.state} lost={session.lost} />;
}

/** Page of `/admin/signup`. */
export function SignUpPage({ first }: { first: string }) {
  const session = useSession();
  const requestedPath = useRequestedPath(first);
  if (session.kind !== 'out') return <NoForm session={session} requestedPath={requestedPath} />;
  return <SignUpScreen brand={<PanelBrand />} state={session.state} />;
}

/** Shown to an account that waits for approval; updates automatically once it is approved. */
export function WaitingPage({
  session: { account, state, revoked },
}: {
  session: Extract<Session, { kind: 'waiting' }>;
}) {
  return (
    <WaitingScreen
      account={account}
      revoked={revoked}
      ownerless={state.ownerless}
      brand={<PanelBrand />}
      logout={<LogoutButton />}
    />
  );
}
