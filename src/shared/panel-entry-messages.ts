// In a file of its own: the panel's entry must share nothing with the parts it loads.

/** In place of the panel when its main part did not come. */
export const PANEL_NOT_LOADED = 'The panel could not be loaded. Check your connection and reload the page.';
