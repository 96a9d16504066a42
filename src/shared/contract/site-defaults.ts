import { PAGE } from '../messages.ts';
import type { NavbarSettings, Site } from './site.ts';

export const DEFAULT_SITE_TITLE = 'Savelet';

const link = (id: string, label: string, target: NavbarSettings['links'][number]['target']) => ({
  id,
  label,
  target,
  visible: true,
  newTab: false,
});

/** The header as it is until the owner changes it (specification section 2, brief 8.4). */
export const DEFAULT_NAVBAR: NavbarSettings = {
  v: 1,
  links: [
    link('home', PAGE.links.home, '#hero'),
    link('how-it-works', PAGE.links.howItWorks, '#how-it-works'),
    link('faqs', PAGE.links.faqs, '#faqs'),
    link('contact', PAGE.links.contact, '#contact'),
  ],
  button: { visible: true, label: PAGE.download, target: '#hero' },
  sticky: true,
  themeSwitch: true,
};

/** The public settings of a site whose owner has changed nothing; the rest comes from the server's own set-up. */
export const defaultSite = (own: Pick<Site, 'updatedAt' | 'contactEmail' | 'samples'>): Site => ({
  revision: 0,
  title: DEFAULT_SITE_TITLE,
  logo: null,
  navbar: DEFAULT_NAVBAR,
  socialLinks: [],
  content: '',
  maintenance: false,
  ...own,
});
