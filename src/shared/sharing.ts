import { sitePath } from './base-path.ts';

/** Background colours of the page, which the browser's own interface uses too; equal to the `--canvas` design token. */
export const CANVAS_COLORS = { light: '#fafaf7', dark: '#0f1210' } as const;

/**
 * Picture that other sites show for a shared link to the page; width and height in pixels. The files of the picture and of the icons below
 * have fixed names in src/web/static.
 */
export const SHARE_PICTURE = { path: '/og.png', width: 1_200, height: 630 } as const;
/** Font in which the server draws the site's name into the sharing picture; path relative to the folder of the build. */
export const NAME_FONT_FILE = 'drawing/onest-semibold.ttf';
const FAVICON_PATH = '/favicon.svg';
export const TOUCH_ICON_PATH = '/apple-touch-icon.png';
export const APP_ICONS = [
  { path: '/icon-192.png', size: 192, purpose: 'any' },
  { path: '/icon-512.png', size: 512, purpose: 'any' },
  { path: '/icon-maskable-512.png', size: 512, purpose: 'maskable' },
] as const;
export const MANIFEST_PATH = '/site.webmanifest';
/** Fixed, because a browser asks for the newest service worker at the address of the one that it has. */
export const SERVICE_WORKER_PATH = '/service-worker.js';
/** To which installed apps, the bookmarklet and the offline page post what a visitor shares; src/web/service-worker.ts repeats it. */
export const SHARE_PATH = '/share';
/** Fields of such a form. Apps put the link into any of them. */
export const SHARE_FIELDS = ['url', 'text', 'title'] as const;
/** Name of the meta tag with the shared text, in the page that answers the form. */
export const SHARED_TEXT_NAME = 'shared-text';

/**
 * Names of the icons that the server draws from the owner's logo, at `/api/logo/{hash}/{icon}`. `favicon.png` replaces the file
 * FAVICON_PATH; each other icon replaces the file of the same name.
 */
export const LOGO_ICON_NAMES = [
  'favicon.png',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
] as const;
export type LogoIconName = (typeof LOGO_ICON_NAMES)[number];

/** Returns the address of the icon for the browser's tab. `logoPath` is the path of the owner's logo; null for the built-in mark. */
export const faviconPath = (logoPath: string | null): string =>
  logoPath === null ? sitePath(FAVICON_PATH) : `${logoPath}/favicon.png`;
