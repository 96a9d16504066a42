import {
  Activity,
  Archive,
  ChartColumn,
  History,
  PanelBottom,
  PanelTop,
  Scale,
  Server,
  SlidersHorizontal,
  TextAlignStart,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { sectionTitles } from '#messages/section-titles.ts';
import { text } from '#shared/messages/text.ts';
import { SECTION_IDS, type SectionId } from '#shared/section-ids.ts';
import type { PanelSection } from '../../features/admin/section-list.tsx';
import { WaitingBadge } from '../../features/admin/sections/accounts/waiting-badge.tsx';
import { lazyPage } from './lazy-page.tsx';

interface SectionEntry extends Omit<PanelSection, 'id' | 'title' | 'Page'> {
  /** Loads the component of the section, or the page in this folder that composes the section with components of other features. */
  readonly load: () => Promise<ComponentType>;
}

const ENTRIES: Readonly<Record<SectionId, SectionEntry>> = {
  overview: {
    icon: Activity,
    group: null,
    load: async () =>
      (await import('../../features/admin/sections/overview/overview-section.tsx')).OverviewSection,
  },
  general: {
    icon: SlidersHorizontal,
    group: 'site',
    load: async () => (await import('./general-page.tsx')).GeneralPage,
  },
  navbar: {
    icon: PanelTop,
    group: 'site',
    load: async () => (await import('./navbar-page.tsx')).NavbarPage,
  },
  footer: {
    icon: PanelBottom,
    group: 'site',
    load: async () => (await import('./footer-page.tsx')).FooterPage,
  },
  content: {
    icon: TextAlignStart,
    group: 'site',
    load: async () => (await import('./content-page.tsx')).ContentPage,
  },
  legal: {
    icon: Scale,
    group: 'site',
    load: async () => (await import('../../features/admin/sections/legal/legal-section.tsx')).LegalSection,
  },
  engine: {
    icon: Server,
    group: 'operate',
    load: async () => (await import('../../features/admin/sections/engine/engine-section.tsx')).EngineSection,
  },
  accounts: {
    icon: Users,
    group: 'operate',
    Badge: WaitingBadge,
    load: async () =>
      (await import('../../features/admin/sections/accounts/accounts-section.tsx')).AccountsSection,
  },
  traffic: {
    icon: ChartColumn,
    group: 'operate',
    load: async () =>
      (await import('../../features/admin/sections/traffic/traffic-section.tsx')).TrafficSection,
  },
  backups: {
    icon: Archive,
    group: 'operate',
    load: async () =>
      (await import('../../features/admin/sections/backups/backups-section.tsx')).BackupsSection,
  },
  activity: {
    icon: History,
    group: 'operate',
    load: async () =>
      (await import('../../features/admin/sections/activity/activity-section.tsx')).ActivitySection,
  },
};

/** The panel's sections with their lazily loaded pages. See features/admin/section-list.tsx for how to add one. */
export const PANEL_SECTIONS: readonly PanelSection[] = SECTION_IDS.map((id) => {
  const { load, ...entry } = ENTRIES[id];
  return { ...entry, id, title: text(sectionTitles, id), Page: lazyPage(load) };
});
