/** Returns whether the browser has the Sanitizer API (Chromium 146, Firefox 148); false on the server. */
export const canSanitise = (): boolean => typeof Element === 'function' && 'setHTML' in Element.prototype;
