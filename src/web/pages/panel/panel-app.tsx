import { QueryClientProvider, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useToasterStore } from 'react-hot-toast/headless';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { panelFrame } from '#messages/panel-frame.ts';
import { sitePath } from '#shared/base-path.ts';
import type { Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { BackToChecklist } from '../../features/admin/back-to-checklist.tsx';
import { LogoutButton } from '../../features/admin/logout-button.tsx';
import { PanelFrame } from '../../features/admin/panel-frame.tsx';
import { SectionHeading } from '../../features/admin/section-heading.tsx';
import { WaitingScreen } from '../../features/auth/waiting-screen.tsx';
import { ThemeToggle } from '../../features/site-layout/theme-toggle.tsx';
import { classNames } from '../../lib/class-names.ts';
import { showIcon } from '../../lib/show-icon.ts';
import { useAnnouncements } from '../../state/announcer.ts';
import { setNoticeDisplay } from '../../state/notices.ts';
import { useFollowedSettings } from '../../state/panel/edited-settings.ts';
import { extractSetupCode } from '../../state/panel/pasted-setup-code.ts';
import { queryClient } from '../../state/panel/query-client.ts';
import { checkSession, useSession } from '../../state/panel/session.ts';
import { startSite, useShownSite } from '../../state/panel/shown-site.ts';
import { dismissErrorToasts, PANEL_TOAST_MS, raiseToast } from '../../state/raise-toast.ts';
import { LiveRegions } from '../../ui/live-regions.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { SignInPage, SignUpPage } from './auth-pages.tsx';
import { PanelBrand } from './panel-brand.tsx';
import styles from './panel-screens.module.css';
import {
  CheckingScreen,
  FaultScreen,
  SectionBoundary,
  SessionExpiredDialog,
  UnreachableScreen,
} from './panel-screens.tsx';
import { PANEL_SECTIONS } from './panel-sections.ts';

/**
 * Returns whether to show the notices at the lower end of the window, so that they do not cover the part of the page that is in use. True
 * if the pointer or the keyboard focus was last in the upper half of the window, or was not used yet, when the first notice appeared. The
 * value stays at least until all notices have disappeared.
 */
function useLowNotices(): boolean {
  const lastY = useRef(0);
  const isShown = useToasterStore().toasts.some(({ visible }) => visible);
  const [isLow, setIsLow] = useState(false);
  useLayoutEffect(() => {
    if (isShown) setIsLow(lastY.current < innerHeight / 2);
  }, [isShown]);
  useEffect(() => {
    const endController = new AbortController();
    const options = { capture: true, signal: endController.signal };
    const onPointer = ({ clientY }: PointerEvent) => {
      lastY.current = clientY;
    };
    addEventListener('pointermove', onPointer, options);
    addEventListener('pointerdown', onPointer, options);
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible'))
        lastY.current = target.getBoundingClientRect().top;
    };
    addEventListener('focusin', onFocus, options);
    return () => endController.abort();
  }, []);
  return isLow;
}

/** Renders the notices and the live regions of the panel. Mounted once for all routes. */
function PanelNotices() {
  const { polite, assertive } = useAnnouncements();
  return (
    <>
      <Toaster className={classNames(styles.notices, useLowNotices() && styles.low)} />
      <LiveRegions polite={polite} assertive={assertive} />
    </>
  );
}

function FollowSettings() {
  useFollowedSettings();
  return null;
}

const DEFAULT_PATH = sectionPath('overview');

/**
 * Renders the open section for an approved account, otherwise the screen for the session state. Redirects to the sign-in page if nobody is
 * signed in.
 */
function Panel() {
  const session = useSession();
  const location = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  if (session.kind === 'checking') return <CheckingScreen />;
  if (session.kind === 'unreachable') return <UnreachableScreen />;
  if (session.kind === 'out')
    return <Navigate to="/admin/login" replace state={{ from: location.pathname }} />;
  if (session.kind === 'waiting')
    return (
      <WaitingScreen
        account={session.account}
        isAccessRevoked={session.isAccessRevoked}
        ownerless={session.state.ownerless}
        brand={<PanelBrand />}
        logout={<LogoutButton />}
      />
    );
  const { account } = session;
  return (
    <>
      <PanelFrame
        account={account}
        sections={PANEL_SECTIONS}
        brand={<PanelBrand />}
        themeToggle={<ThemeToggle />}
      >
        <FollowSettings />
        <BackToChecklist />
        <SectionBoundary key={location.pathname} onRetry={reset}>
          <Outlet />
        </SectionBoundary>
      </PanelFrame>
      {session.isExpired && <SessionExpiredDialog account={account} />}
    </>
  );
}

/** Renders the heading and the sentence for an unknown path of the panel. */
const NotFound = () => (
  <SectionHeading title={text(panelFrame, 'notFoundTitle')} lede={text(panelFrame, 'notFoundText')} />
);

const routes: RouteObject[] = [
  { path: '/admin/login', element: <SignInPage defaultPath={DEFAULT_PATH} />, errorElement: <FaultScreen /> },
  {
    path: '/admin/signup',
    element: <SignUpPage defaultPath={DEFAULT_PATH} />,
    errorElement: <FaultScreen />,
  },
  {
    path: '/admin',
    element: <Panel />,
    errorElement: <FaultScreen />,
    children: [
      { index: true, element: <Navigate to={DEFAULT_PATH} replace /> },
      ...PANEL_SECTIONS.map(({ id, Page }) => ({ path: sectionPath(id), element: <Page /> })),
      { path: '*', element: <NotFound /> },
    ],
  },
];

/** Shows the site's logo, or the built-in mark, as the icon of the browser's tab. */
function PanelIcon() {
  const logoPath = useShownSite()?.logoPath ?? null;
  useEffect(() => showIcon(logoPath), [logoPath]);
  return null;
}

function PanelApp({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => void checkSession(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <PanelNotices />
      <PanelIcon />
    </QueryClientProvider>
  );
}

/** Sets the notice display, moves the setup code out of the page's URL, and renders the panel into the document that the server sent. */
export function mountPanel(): void {
  setNoticeDisplay((notice) => raiseToast(notice, PANEL_TOAST_MS), dismissErrorToasts);
  extractSetupCode();
  const root = document.getElementById('root');
  const data = document.getElementById('site')?.textContent;
  // The settings are not validated again, because the server has validated them.
  if (data) startSite(JSON.parse(data) as Site);
  if (root === null) return;
  // The router is created here, after the setup code has been removed from the URL.
  createRoot(root).render(<PanelApp router={createBrowserRouter(routes, { basename: sitePath('/') })} />);
}
