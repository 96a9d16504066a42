import { defaultNavbar } from '#messages/default-navbar.ts';
import { text } from '../messages/text.ts';
import type { NavLink, Site, SiteSetting } from './site.ts';

// Does not import the validator, so that a script that needs only the defaults does not contain it.

const link = (id: string, label: string, target: NavLink['target']): NavLink => ({
  id,
  label,
  target,
  visible: true,
  newTab: false,
});

/** Default of each setting. */
export const SITE_DEFAULTS: Readonly<Pick<Site, SiteSetting>> = {
  title: 'Savelet',
  logo: null,
  navbar: {
    v: 1,
    links: [
      link('home', text(defaultNavbar, 'home'), '#hero'),
      link('how-it-works', text(defaultNavbar, 'howItWorks'), '#how-it-works'),
      link('faqs', text(defaultNavbar, 'faqs'), '#faqs'),
      link('contact', text(defaultNavbar, 'contact'), '#contact'),
    ],
    button: { visible: true, label: text(defaultNavbar, 'button'), target: '#hero' },
    sticky: true,
    themeSwitch: true,
  },
  socialLinks: [],
  content: '',
  maintenance: false,
};

/** Returns the default public settings, completed with the values of this installation (`own`). */
export const defaultSite = (own: Pick<Site, 'updatedAt' | 'contactEmail' | 'samples'>): Site => ({
  revision: 0,
  ...SITE_DEFAULTS,
  ...own,
});
