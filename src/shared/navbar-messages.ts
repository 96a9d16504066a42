import type { NavLink } from './contract/site.ts';

/** What the places a link of the header can lead to are called (design brief 8.4). */
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

/** Navbar Management. */
export const NAVBAR_EDITOR = {
  intro: 'The links at the top of the public page, in the order shown here.',
  links: 'Links',
  columns: { label: 'Label', target: 'Goes to', visible: 'Show' },
  /** A link whose label is empty still needs a name for its controls. */
  unnamed: 'New link',
  /** By their place: a name that changes with each key would be read out with each key. */
  labelOf: (position: number): string => `Label of link ${String(position)}`,
  addressOf: (position: number): string => `Web address of link ${String(position)}`,
  targetOf: (name: string): string => `Where ${name} goes to`,
  newTabOf: (name: string): string => `Open ${name} in a new tab`,
  showOf: (name: string): string => `Show ${name}`,
  shown: 'Shown',
  hidden: 'Hidden',
  counter: (length: number, most: number): string => `${String(length)} of ${String(most)}`,
  webAddress: 'Web address',
  addressPlaceholder: 'https://',
  newTab: 'Open in new tab',
  add: 'Add link',
  added: 'A link was added at the end',
  enoughShown: (most: number): string =>
    `The bar has room for ${links(most)}. Hide one, then you can show another.`,
  enoughLinks: (most: number): string => `${links(most)} are the most. Remove one, then you can add another.`,
  noRoomForUndo: 'There is no room for it any more. Remove a link first.',
  labelRequired: 'Enter a label',
  addressRequired: 'Enter a web address',
  addressIncomplete: 'This web address is not whole',
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
  stickyOff: 'Off. The bar scrolls away with the page.',
  themeSwitch: 'Theme switch',
  themeSwitchOn: 'On. Visitors choose light or dark themselves.',
  themeSwitchOff: 'Off. The page follows each visitor’s system.',
  on: 'On. Visitors see it at the end of the bar.',
  off: 'Off. The bar ends with the links.',

  restore: 'Restore defaults',
  restoreTitle: 'Restore defaults?',
  restoreText:
    'Links, button and behaviour go back to how they were on the first day. Visitors see it once you save.',
  cancel: 'Cancel',
  restored: 'Defaults are back. Save to show them to visitors.',

  /** What the save bar says is changed. */
  parts: {
    links: (details: string): string => (details === '' ? 'Links' : `Links (${details})`),
    added: (count: number): string => `${String(count)} added`,
    removed: (count: number): string => `${String(count)} removed`,
    hidden: (count: number): string => `${String(count)} hidden`,
    shown: (count: number): string => `${String(count)} shown`,
    moved: 'new order',
  },
} as const;
