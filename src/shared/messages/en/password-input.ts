/** Names of the buttons that show what a password field holds. */
export const passwordInput = {
  show: 'Show password',
  showConfirmation: 'Show password confirmation',
  showCurrent: 'Show current password',
  showNew: 'Show new password',
  showRepeated: 'Show repeated password',
  showKey: 'Show API key',
} as const;
