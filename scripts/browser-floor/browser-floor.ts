/**
 * Oldest browsers on which the built pages must work: two years back at the end of 2026. The build lowers syntax and adds
 * prefixes for them (vite.config.ts), `npm run check` rejects what they lack (scripts/check-browser-floor.ts), and
 * docs/browsers.md states them.
 */
export const BROWSER_FLOOR = {
  chrome: '130',
  edge: '130',
  firefox: '128',
  safari: '17.6',
  ios: '17.6',
} as const;

/** The floor as Vite's build target. */
export const BUILD_TARGET: string[] = Object.entries(BROWSER_FLOOR).map(
  ([browser, version]) => `${browser}${version}`,
);

/** The newest ECMAScript whose whole syntax all browsers of the floor read; regular expressions included. */
export const SYNTAX_FLOOR = 2024;
