/** The panel's entry script reads this group without a function: it must share no module with the parts it loads. */
export const panelEntry = {
  notLoaded: 'The panel could not be loaded. Check your connection and reload the page.',
} as const;
