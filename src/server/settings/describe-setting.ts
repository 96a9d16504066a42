import type { SiteSetting } from '#shared/contract/site-events.ts';
import type { StoredSettings } from './stored-settings.ts';

const state = (on: boolean, name: string): string[] => (on ? [name] : []);

const describeNavbar = ({ links, button, sticky, themeSwitch }: StoredSettings['navbar']): string =>
  [
    ...links.map(({ label, visible }) => (visible ? label : `${label} (hidden)`)),
    `button ${button.label}${button.visible ? '' : ' (hidden)'}`,
    ...state(sticky, 'sticky'),
    ...state(themeSwitch, 'theme switch'),
  ].join(', ');

const describers: { readonly [Name in SiteSetting]: (settings: StoredSettings) => string | null } = {
  title: ({ title }) => title,
  logo: ({ logo }) => logo,
  socialLinks: ({ socialLinks }) => socialLinks.map(({ name, url }) => `${name} ${url}`).join(', ') || null,
  maintenance: ({ maintenance }) => (maintenance ? 'Active' : 'Inactive'),
  content: ({ content }) => (content === '' ? null : `${String(content.length)} characters`),
  navbar: ({ navbar }) => describeNavbar(navbar),
};

/** Describes a setting's value for the activity log; null for an empty value. The log truncates long texts. */
export const describeSetting = (setting: SiteSetting, settings: StoredSettings): string | null =>
  describers[setting](settings);
