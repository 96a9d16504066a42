const links = (count: number): string => (count === 1 ? '1 link' : `${String(count)} links`);

/** Footer Management. */
export const FOOTER_EDITOR = {
  intro: 'Social links appear next to your logo. One link per platform.',
  heading: 'Social links',
  help: 'With no links, the footer reads “No social links added yet”.',
  none: "No social links yet. Your footer reads 'No social links added yet'.",
  allUsed: 'Every platform has a link.',
  platform: 'Platform',
  choosePlatform: 'Choose a platform',
  url: 'URL',
  urlPlaceholder: 'https://',
  add: 'Add',
  added: (name: string, count: number): string => `${name} added. ${links(count)}`,
  edit: (name: string): string => `Edit ${name}`,
  /** The form in a link's place. */
  editing: (name: string): string => `Edit ${name}`,
  remove: (name: string): string => `Remove ${name}`,
  done: 'Done',
  cancel: 'Cancel',
  changed: (name: string): string => `${name} changed`,
  noRoomForUndo: (name: string): string => `${name} has another link by now.`,
  otherHost: (host: string, name: string): string =>
    `${host} is not an address of ${name}. Keep it if it is right.`,
  parts: {
    links: (details: string): string => (details === '' ? 'Social links' : `Social links (${details})`),
    added: (count: number): string => `${String(count)} added`,
    removed: (count: number): string => `${String(count)} removed`,
    changed: (count: number): string => `${String(count)} changed`,
    moved: 'new order',
  },
} as const;
