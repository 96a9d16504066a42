/** Texts of the page of accounts that wait for approval. */
export const waitingScreen = {
  title: 'Waiting for approval',
  text: "Your account is waiting for the owner's approval.",
  /** Shown to someone who had the panel open when the owner withdrew the access. */
  revokedTitle: 'Access withdrawn',
  revoked: 'The owner has withdrawn your access to this panel. What you had not saved is lost.',
  nextPage: 'Once you are approved, the panel opens here. You can leave this page open.',
  approved: 'Your account was approved',
  setupHelp:
    'This site has no owner yet. The setup code is at the end of the link that the server printed when it started.',
  setupSubmit: 'Become the owner',
  setupSending: 'Checking...',
  setupRequired: 'Enter the setup code',
} as const;
