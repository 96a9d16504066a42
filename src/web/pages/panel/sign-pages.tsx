import { Navigate, useLocation } from 'react-router';
import { SignInScreen } from '../../features/auth/sign-in-screen.tsx';
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx';
import { type Session, useSession } from '../../state/panel/session.ts';
import { PanelBrand } from './panel-brand.tsx';
import { CheckingScreen, UnreachableScreen } from './session-screens.tsx';

/** Where somebody wanted to go before they had to sign in; only inside the panel. */
function useWanted(first: string): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin/') ? from : first;
}

/** What stands in a form's place: nobody knows yet who is there, or they are signed in already. */
function Before({ session, wanted }: { session: Exclude<Session, { kind: 'out' }>; wanted: string }) {
  if (session.kind === 'checking') return <CheckingScreen />;
  if (session.kind === 'unreachable') return <UnreachableScreen />;
  return <Navigate to={session.kind === 'waiting' ? '/admin' : wanted} replace />;
}

/** `/admin/login`. */
export function SignInPage({ first }: { first: string }) {
  const session = useSession();
  const wanted = useWanted(first);
  if (session.kind !== 'out') return <Before session={session} wanted={wanted} />;
  return <SignInScreen brand={<PanelBrand />} />;
}

/** `/admin/signup`. */
export function SignUpPage({ first }: { first: string }) {
  const session = useSession();
  const wanted = useWanted(first);
  if (session.kind !== 'out') return <Before session={session} wanted={wanted} />;
  return <SignUpScreen brand={<PanelBrand />} state={session.state} />;
}
