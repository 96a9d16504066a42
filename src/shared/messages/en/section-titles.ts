import type { SectionId } from '../../section-ids.ts';

/** Full names of the panel's sections. */
export const sectionTitles = {
  overview: 'Overview',
  general: 'General Settings',
  navbar: 'Navbar Management',
  footer: 'Footer Management',
  content: 'Content Management',
  legal: 'Legal texts',
  engine: 'Engine',
  accounts: 'Accounts',
  traffic: 'Traffic',
  backups: 'Backups',
  activity: 'Activity',
} as const satisfies Record<SectionId, string>;
