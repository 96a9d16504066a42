/** Texts of the save bar and of the dialogs about unsaved changes. */
export const saveBar = {
  bar: 'Unsaved changes',
  /** Follows `bar`: 'Unsaved changes in Website title'. */
  changedIn: 'in {what}',
  discard: 'Discard',
  discarded: 'Changes discarded',
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'Saved',
  conflict: '{author} changed the {what} {when}.',
  /** Replaces `conflict` when the same account saved in another window. */
  conflictOwn: 'You changed the {what} in another window, {when}.',
  /**
   * Values of a setting in a conflict: in the save of another person, in this window's changes, and, for the same account, in the save of
   * another window and in this window.
   */
  valueTheirs: 'Their {name}: {value}',
  valueMine: 'Your {name}: {value}',
  valueThere: 'Other window, {name}: {value}',
  valueHere: 'This window, {name}: {value}',
  someone: 'Someone',
  loadTheirs: 'Load theirs',
  keepMine: 'Keep mine',
  /** Replace `loadTheirs` and `keepMine` if the same account saved in another window. */
  loadOther: 'Load that change',
  keepThis: 'Keep this one',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes in {what} are not saved yet.',
  keepEditing: 'Keep editing',
  /** Asked when a control would close a small form of the section that has unsaved text. */
  dropTitle: 'Discard what you typed?',
  dropText: 'What you typed into {what} has not been applied yet.',
  expiredTitle: 'Your session has ended',
  expiredText: 'Sign in again to continue. Your changes are still here.',
  expiredLeave: 'Discard and leave',
} as const;
