/** Text that the panel's entry script shows if the panel's code cannot be loaded. */
export const panelEntry = {
  notLoaded: 'The panel could not be loaded. Check your connection and reload the page.',
} as const;
