/** Background colours of the page for the browser's own interface; the same as the `--canvas` design token. */
export const CANVAS_COLORS = { light: '#fafaf7', dark: '#0f1210' } as const;

/** Files with fixed names beside the page (src/web/static, drawn by scripts/draw-images.mjs); sizes in pixels. */
export const SHARE_PICTURE = { path: '/og.png', width: 1_200, height: 630 } as const;
export const TOUCH_ICON_PATH = '/apple-touch-icon.png';
export const APP_ICONS = [
  { path: '/icon-192.png', size: 192, purpose: 'any' },
  { path: '/icon-512.png', size: 512, purpose: 'any' },
  { path: '/icon-maskable-512.png', size: 512, purpose: 'maskable' },
] as const;
export const MANIFEST_PATH = '/site.webmanifest';
