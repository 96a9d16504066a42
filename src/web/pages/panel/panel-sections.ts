import {
  Activity,
  History,
  PanelBottom,
  PanelTop,
  Server,
  SlidersHorizontal,
  TextAlignStart,
  Users,
} from 'lucide-react';
import { lazy } from 'react';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import type { PanelSection } from '../../features/admin/panel-section.ts';
import { lazyPage } from './lazy-page.tsx';

/**
 * Sections of the panel in the order of the menu. Each has an entry here and a lazily loaded page beside this file, which
 * composes the section with parts of other features. See features/admin/panel-section.ts for how to add one.
 */
export const PANEL_SECTIONS: readonly PanelSection[] = [
  {
    id: 'overview',
    title: SECTION_TITLES.overview,
    icon: Activity,
    group: null,
    Page: lazyPage(async () => (await import('./overview-page.tsx')).OverviewPage),
  },
  {
    id: 'general',
    title: SECTION_TITLES.general,
    icon: SlidersHorizontal,
    group: 'site',
    Page: lazyPage(async () => (await import('./general-page.tsx')).GeneralPage),
  },
  {
    id: 'navbar',
    title: SECTION_TITLES.navbar,
    icon: PanelTop,
    group: 'site',
    Page: lazyPage(async () => (await import('./navbar-page.tsx')).NavbarPage),
  },
  {
    id: 'footer',
    title: SECTION_TITLES.footer,
    icon: PanelBottom,
    group: 'site',
    Page: lazyPage(async () => (await import('./footer-page.tsx')).FooterPage),
  },
  {
    id: 'content',
    title: SECTION_TITLES.content,
    icon: TextAlignStart,
    group: 'site',
    Page: lazyPage(async () => (await import('./content-page.tsx')).ContentPage),
  },
  {
    id: 'engine',
    title: SECTION_TITLES.engine,
    icon: Server,
    group: 'operate',
    Page: lazyPage(async () => (await import('./engine-page.tsx')).EnginePage),
  },
  {
    id: 'accounts',
    title: SECTION_TITLES.accounts,
    icon: Users,
    group: 'operate',
    Badge: lazy(async () => ({
      default: (await import('../../features/admin/sections/accounts/waiting-badge.tsx')).WaitingBadge,
    })),
    Page: lazyPage(async () => (await import('./accounts-page.tsx')).AccountsPage),
  },
  {
    id: 'activity',
    title: SECTION_TITLES.activity,
    icon: History,
    group: 'operate',
    Page: lazyPage(async () => (await import('./activity-page.tsx')).ActivityPage),
  },
];
