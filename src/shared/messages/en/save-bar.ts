/** Texts of the save bar and of the dialogs about unsaved changes. */
export const saveBar = {
  bar: 'Unsaved changes',
  /** Follows `bar`: 'Unsaved changes in Website title'. */
  changedIn: 'in {what}',
  discard: 'Discard',
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'Saved',
  conflict: '{author} changed this {when}.',
  someone: 'Someone',
  loadTheirs: 'Load theirs',
  keepMine: 'Keep mine',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes in {what} are not saved yet.',
  keepEditing: 'Keep editing',
  expiredTitle: 'Your session has ended',
  expiredText: 'Sign in again to continue. Your changes are still here.',
  expiredLeave: 'Discard and leave',
} as const;
