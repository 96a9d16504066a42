const links = (count: number): string => (count === 1 ? '1 link' : `${String(count)} links`);

/** Texts of Footer Management. */
export const FOOTER_EDITOR = {
  intro: 'Social links appear next to your logo. One link per platform.',
  heading: 'Social links',
  help: 'With no links, the footer reads “No social links added yet”.',
  none: 'No social links yet. Your footer reads “No social links added yet”.',
  allUsed: 'Every platform has a link.',
  platform: 'Platform',
  choosePlatform: 'Choose a platform',
  url: 'URL',
  urlPlaceholder: 'https://',
  add: 'Add',
  added: (name: string, count: number): string => `${name} added. ${links(count)}`,
  edit: (name: string): string => `Edit ${name}`,
  /** Label of the form that replaces a link while it is edited. */
  editing: (name: string): string => `Edit ${name}`,
  remove: (name: string): string => `Remove ${name}`,
  done: 'Done',
  cancel: 'Cancel',
  changed: (name: string): string => `${name} changed`,
  noRoomForUndo: (name: string): string => `The footer already has another ${name} link.`,
  otherHost: (host: string, name: string): string =>
    `${host} is not a known ${name} address. Keep it if it is correct.`,
  parts: {
    links: (details: string): string => (details === '' ? 'Social links' : `Social links (${details})`),
    added: (count: number): string => `${String(count)} added`,
    removed: (count: number): string => `${String(count)} removed`,
    changed: (count: number): string => `${String(count)} changed`,
    moved: 'new order',
  },
} as const;
