/** Texts of Footer Management. */
export const footerEditor = {
  intro: "Social links appear in the footer, below your site's name. One link per platform.",
  heading: 'Social links',
  none: 'Until you add a link, the footer reads "No social links added yet".',
  allUsed: 'Every platform has a link.',
  platform: 'Platform',
  choosePlatform: 'Choose a platform',
  url: 'URL',
  urlPlaceholder: 'https://',
  add: 'Add',
  added: { one: '{name} added. {count} link', other: '{name} added. {count} links' },
  edit: 'Edit {name}',
  /** Label of the form that replaces a link while it is edited. */
  editing: 'Edit {name}',
  remove: 'Remove {name}',
  done: 'Done',
  cancel: 'Cancel',
  changed: '{name} changed',
  noRoomForUndo: 'The footer already has another {name} link.',
  /** Warns that an address is not on the site of the platform whose icon is shown. */
  foreign: "This address isn't on {host}. The icon tells visitors that this link opens {name}.",
  ftp: 'Most browsers cannot open ftp:// addresses. Visitors who follow the {name} icon may see nothing.',
  /** Name of the unsaved work in the question before a section is left. */
  'unsaved.new': 'the new social link',
  'unsaved.changed': 'the {name} link',
} as const;
