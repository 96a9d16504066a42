import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import type { NavbarSettings, Site } from './site.ts';

export const DEFAULT_SITE_TITLE = 'Savelet';

const link = (id: string, label: string, target: NavbarSettings['links'][number]['target']) => ({
  id,
  label,
  target,
  visible: true,
  newTab: false,
});

/** Default header settings. */
export const DEFAULT_NAVBAR: NavbarSettings = {
  v: 1,
  links: [
    link('home', text(publicPage, 'links.home'), '#hero'),
    link('how-it-works', text(publicPage, 'links.howItWorks'), '#how-it-works'),
    link('faqs', text(publicPage, 'links.faqs'), '#faqs'),
    link('contact', text(publicPage, 'links.contact'), '#contact'),
  ],
  button: { visible: true, label: text(publicPage, 'download'), target: '#hero' },
  sticky: true,
  themeSwitch: true,
};

/** Returns the default public settings, completed with the values of this installation (`own`). */
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
