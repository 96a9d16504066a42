import type { Site } from './site.ts';
import type { StatusReport } from './status.ts';

/**
 * Built script with its subresource-integrity value (`sha384-…`). The page and its security-policy header contain both.
 */
export interface PageScript {
  readonly src: string;
  readonly integrity: string;
}
/** Built style sheet with its subresource-integrity value. */
export interface PageStyle {
  readonly href: string;
  readonly integrity: string;
}

/**
 * Built files that a page loads, read from the build's manifest. An empty `integrity` means none (hot reload in
 * development).
 */
export interface PageAssets {
  /** Classic script that sets the theme before the first paint. */
  readonly themeScript: PageScript;
  /** Module scripts. */
  readonly scripts: readonly PageScript[];
  readonly styles: readonly PageStyle[];
  /** Fonts to preload. */
  readonly fonts: readonly string[];
}

/** Everything a public page is rendered from. Equal input gives an equal string, so the server can cache the page. */
export interface PageInput {
  readonly site: Site;
  readonly assets: PageAssets;
  /** Origin of this site, for canonical and sharing links. */
  readonly publicUrl: string;
  /** True for an unknown path: the page's title and headline say "This page isn't here", above the form. */
  readonly notFound: boolean;
  /** True for a signed-in owner or administrator, who can use the site during maintenance. */
  readonly bypassesMaintenance: boolean;
}

/** Renders a page as a complete HTML document. */
export type RenderPage = (input: PageInput) => string;

/** Everything the status page is rendered from. */
export interface StatusPageInput extends Pick<PageInput, 'site' | 'assets' | 'publicUrl'> {
  readonly report: StatusReport;
  /** Time of the report, as an ISO date and time. */
  readonly at: string;
}

/** Renders the status page as a complete HTML document. */
export type RenderStatusPage = (input: StatusPageInput) => string;

/** Exports of the server bundle that is built from `src/web`. */
export interface PageRenderers {
  readonly render: RenderPage;
  readonly renderPanel: RenderPage;
  readonly renderStatus: RenderStatusPage;
}
