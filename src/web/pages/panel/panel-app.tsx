import { QueryClientProvider, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useToasterStore } from 'react-hot-toast/headless';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { panelFrame } from '#messages/panel-frame.ts';
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
 * Returns whether to show the notices at the lower end of the window. They cover the page, so the first one decides: true if the pointer or
 * the focus was in the upper half when it appeared, until the last notice has gone.
 */
function useLowNotices(): boolean {
  const lastY = useRef(0);
  const isShown = useToasterStore().toasts.some(({ visible }) => visible);
  const [low, setLow] = useState(false);
  useLayoutEffect(() => {
    if (isShown) setLow(lastY.current < innerHeight / 2);
  }, [isShown]);
  useEffect(() => {
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
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
    return () => ending.abort();
  }, []);
  return low;
}

/** Notices and live regions of the panel; mounted once for all routes. */
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

/** Shows the open section to a signed-in account, else the screen for the session state. */
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
        revoked={session.isRevoked}
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

/** Shown for an unknown path of the panel. */
const NotFound = () => (
  <SectionHeading title={text(panelFrame, 'notFoundTitle')} lede={text(panelFrame, 'notFoundText')} />
);

const routes: RouteObject[] = [
  { path: '/admin/login', element: <SignInPage first={DEFAULT_PATH} />, errorElement: <FaultScreen /> },
  { path: '/admin/signup', element: <SignUpPage first={DEFAULT_PATH} />, errorElement: <FaultScreen /> },
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

/** Shows the site's logo as the icon of the browser's tab. */
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

/** Renders the panel into the document sent by the server, after it has taken the setup code out of the page's URL. */
export function mountPanel(): void {
  setNoticeDisplay((notice) => raiseToast(notice, PANEL_TOAST_MS), dismissErrorToasts);
  extractSetupCode();
  const root = document.getElementById('root');
  const data = document.getElementById('site')?.textContent;
  // Not validated again, because the server embedded validated settings.
  if (data) startSite(JSON.parse(data) as Site);
  if (root === null) return;
  // Created here, after the setup code has been removed from the URL.
  createRoot(root).render(<PanelApp router={createBrowserRouter(routes)} />);
}
