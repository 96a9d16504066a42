import type { PageAssets } from '#shared/contract/page.ts';

/** Files of a page in tests that do not render it. */
export const NO_ASSETS: PageAssets = {
  themeScript: { src: '/t.js', integrity: '' },
  scripts: [],
  inlineStyle: null,
  styles: [],
  fonts: [],
};
