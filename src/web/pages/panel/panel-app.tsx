import { QueryClientProvider, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { PanelFrame } from '../../features/admin/panel-frame.tsx';
import { SectionHeading } from '../../features/admin/section-heading.tsx';
import { ThemeToggle } from '../../features/site-layout/theme-toggle.tsx';
import { queryClient } from '../../state/panel/query-client.ts';
import { checkSession, useSession } from '../../state/panel/session.ts';
import { PanelBrand } from './panel-brand.tsx';
import { PanelNotices } from './panel-notices.tsx';
import { PANEL_SECTIONS } from './panel-sections.ts';
import { SectionBoundary } from './section-boundary.tsx';
import { SessionExpired } from './session-expired.tsx';
import { CheckingScreen, FaultScreen, UnreachableScreen } from './session-screens.tsx';
import { SignInPage, SignUpPage } from './sign-pages.tsx';
import { WaitingPage } from './waiting-page.tsx';

const DEFAULT_PATH = '/admin/general';

/** Shows the open section to a signed-in account, else the screen for the session state. */
function Panel() {
  const session = useSession();
  const location = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  if (session.kind === 'checking') return <CheckingScreen />;
  if (session.kind === 'unreachable') return <UnreachableScreen />;
  if (session.kind === 'out')
    return <Navigate to="/admin/login" replace state={{ from: location.pathname }} />;
  if (session.kind === 'waiting') return <WaitingPage account={session.account} state={session.state} />;
  const { account } = session;
  return (
    <>
      <PanelFrame
        account={account}
        sections={PANEL_SECTIONS}
        brand={<PanelBrand />}
        themeToggle={<ThemeToggle />}
      >
        <SectionBoundary key={location.pathname} onRetry={reset}>
          <Outlet />
        </SectionBoundary>
      </PanelFrame>
      {session.expired && <SessionExpired account={account} />}
    </>
  );
}

/** Shown for an unknown path of the panel. */
const NotFound = () => <SectionHeading title={SHELL.notFoundTitle} lede={SHELL.notFoundText} />;

const routes: RouteObject[] = [
  { path: '/admin/login', element: <SignInPage first={DEFAULT_PATH} />, errorElement: <FaultScreen /> },
  { path: '/admin/signup', element: <SignUpPage first={DEFAULT_PATH} />, errorElement: <FaultScreen /> },
  {
    path: '/admin',
    element: <Panel />,
    errorElement: <FaultScreen />,
    children: [
      { index: true, element: <Navigate to={DEFAULT_PATH} replace /> },
      ...PANEL_SECTIONS.map(({ id, Page }) => ({ path: id, element: <Page /> })),
      { path: '*', element: <NotFound /> },
    ],
  },
];

/**
 * Creates the panel's root component with its router. Call once, in a browser, because the router reads the page's URL.
 */
export function createPanelApp() {
  const router = createBrowserRouter(routes);
  return function PanelApp() {
    useEffect(() => void checkSession(), []);
    return (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <PanelNotices />
      </QueryClientProvider>
    );
  };
}
