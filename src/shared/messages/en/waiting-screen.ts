/** Texts of the page of accounts that wait for approval. */
export const waitingScreen = {
  text: "Your account is waiting for the owner's approval.",
  setupHelp: 'This site has no owner yet. The setup code is in the server log.',
  setupSubmit: 'Become the owner',
  setupSending: 'Checking...',
  setupRequired: 'Enter the setup code',
} as const;
