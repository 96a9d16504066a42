import type { NavLink } from './contract/site.ts';

/** Names of the page sections that a header link can lead to. */
export const NAV_PLACES: readonly { readonly target: NavLink['target']; readonly name: string }[] = [
  { target: '#hero', name: 'Top of page' },
  { target: '#how-it-works', name: 'How it works' },
  { target: '#features', name: 'Features' },
  { target: '#pricing', name: 'Pricing' },
  { target: '#faqs', name: 'FAQs' },
  { target: '#help', name: 'Help' },
  { target: '#contact', name: 'Contact' },
  { target: '#report', name: 'Report' },
  { target: '#status', name: 'Status' },
  { target: '#privacy', name: 'Privacy' },
  { target: '#terms', name: 'Terms' },
  { target: '#dmca', name: 'DMCA' },
  { target: '#copyright', name: 'Copyright' },
];

const links = (count: number): string => (count === 1 ? '1 link' : `${String(count)} links`);

/** Texts of Navbar Management. */
export const NAVBAR_EDITOR = {
  intro: 'The links at the top of the public page, in the order shown here.',
  links: 'Links',
  columns: { label: 'Label', target: 'Goes to', visible: 'Show' },
  /** Names the controls of a link whose label is empty. */
  unnamed: 'New link',
  /** Fields are named by position: a name that contained the label would change, and be announced, at every keystroke. */
  labelOf: (position: number): string => `Label of link ${String(position)}`,
  addressOf: (position: number): string => `Web address of link ${String(position)}`,
  targetOf: (name: string): string => `Where ${name} goes`,
  newTabOf: (name: string): string => `Open ${name} in a new tab`,
  showOf: (name: string): string => `Show ${name}`,
  shown: 'Shown',
  hidden: 'Hidden',
  counter: (length: number, most: number): string => `${String(length)} of ${String(most)}`,
  webAddress: 'Web address',
  addressPlaceholder: 'https://',
  newTab: 'Open in new tab',
  add: 'Add link',
  added: 'Link added at the end',
  enoughShown: (most: number): string => `The header shows up to ${links(most)}. Hide one to show another.`,
  enoughLinks: (most: number): string => `You can add up to ${links(most)}. Remove one to add another.`,
  noRoomForUndo: 'The list is full. Remove a link first.',
  labelRequired: 'Enter a label',
  addressRequired: 'Enter a web address',
  addressIncomplete: 'This web address is incomplete',
  addressInvalid: 'Enter a full web address, such as https://example.com/shop',
  noneShown: 'No links shown. Visitors still see your logo and button.',
  noneShownNoButton: 'No links shown. Visitors still see your logo.',
  noLinks: 'No links yet.',

  button: 'Button',
  buttonHelp: 'Scrolls to the link form unless you point it elsewhere.',
  showButton: 'Show button',
  buttonLabel: 'Button label',
  buttonTarget: 'Button goes to',
  buttonAddress: 'Web address of the button',

  behaviour: 'Behaviour',
  sticky: 'Stay visible while scrolling',
  stickyOn: 'On. Turn off to free space on small phones.',
  stickyOff: 'Off. The header scrolls away with the page.',
  themeSwitch: 'Theme switch',
  themeSwitchOn: 'On. Visitors choose light or dark themselves.',
  themeSwitchOff: "Off. The page follows each visitor's system.",
  on: 'On. Visitors see it at the end of the header.',
  off: 'Off. The header shows only the links.',

  restore: 'Restore defaults',
  restoreTitle: 'Restore defaults?',
  restoreText: 'Links, button and behaviour return to their defaults. Visitors see the change once you save.',
  cancel: 'Cancel',
  restored: 'Defaults restored. Save to show them to visitors.',

  /** Names of the changes in the save bar. */
  parts: {
    links: (details: string): string => (details === '' ? 'Links' : `Links (${details})`),
    added: (count: number): string => `${String(count)} added`,
    removed: (count: number): string => `${String(count)} removed`,
    hidden: (count: number): string => `${String(count)} hidden`,
    shown: (count: number): string => `${String(count)} shown`,
    moved: 'new order',
  },
} as const;
