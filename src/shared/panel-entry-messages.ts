// Separate from the other messages because the panel's entry script must share no module with the parts it loads.

/** Shown instead of the panel when its main script could not be loaded. */
export const PANEL_NOT_LOADED = 'The panel could not be loaded. Check your connection and reload the page.';
