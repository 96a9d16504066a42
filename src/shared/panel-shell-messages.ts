// Texts of the panel's frame, its save bar and the page of accounts that wait for approval.

/** Full names of the panel's sections. */
export const SECTION_TITLES = {
  overview: 'Overview',
  general: 'General Settings',
  navbar: 'Navbar Management',
  footer: 'Footer Management',
  content: 'Content Management',
  engine: 'Engine',
  accounts: 'Accounts',
  activity: 'Activity',
} as const;

export const SHELL = {
  name: 'Administration',
  skip: 'Skip to the section',
  sections: 'Sections',
  groups: { site: 'Site', operate: 'Operate' },
  openSections: 'Open sections',
  closeSections: 'Close sections',
  unsaved: 'unsaved changes',
  viewSite: 'View site',
  siteIsLive: 'Site is live',
  maintenanceIsOn: 'Maintenance is on',
  administrator: 'Administrator',
  logout: 'Logout',
  checking: 'Checking your session',
  unreachableTitle: "The server can't be reached",
  tryAgain: 'Try again',
  notFoundTitle: "This page isn't here",
  notFoundText: 'Choose a section from the list.',
  loadingSection: 'Loading',
  sectionFailed: 'This section could not be loaded.',
  faultTitle: 'The panel stopped working',
  faultText: 'Something went wrong on this page. Everything you saved is safe.',
  reload: 'Reload',
  documentTitle: (page: string, site: string): string => `${page} · ${site}`,
} as const;

export const WAITING = {
  text: "Your account is waiting for the owner's approval.",
  setupHelp: 'This site has no owner yet. The setup code is in the server log.',
  setupSubmit: 'Become the owner',
  setupSending: 'Checking...',
  setupRequired: 'Enter the setup code',
} as const;

/** Texts of the save bar and of the dialogs about unsaved changes. */
export const SAVING = {
  bar: 'Unsaved changes',
  /** Follows `bar`: 'Unsaved changes in Website title'. */
  changedIn: (what: string): string => `in ${what}`,
  discard: 'Discard',
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'Saved',
  conflict: (author: string, time: string): string => `${author} changed this at ${time}.`,
  someone: 'Someone',
  loadTheirs: 'Load theirs',
  keepMine: 'Keep mine',
  leaveTitle: 'Leave without saving?',
  leaveText: (what: string): string => `Your changes in ${what} are not saved yet.`,
  keepEditing: 'Keep editing',
  expiredTitle: 'Your session has ended',
  expiredText: 'Sign in again to continue. Your changes are still here.',
  expiredLeave: 'Discard and leave',
} as const;

export const noScriptPanelLine = (site: string): string => `The panel of ${site} needs JavaScript.`;
