import type { Site } from './site.ts';
import type { StatusReport } from './status.ts';

/** A built file with its subresource integrity value (`sha384-…`); the page and its policy headers name both. */
export interface PageScript {
  readonly src: string;
  readonly integrity: string;
}
export interface PageStyle {
  readonly href: string;
  readonly integrity: string;
}

/** The built files a page loads, as the server found them in the build's manifest. Empty integrity means none (hot reload). */
export interface PageAssets {
  /** Classic script that sets the theme before the first paint. */
  readonly themeScript: PageScript;
  /** Module scripts. */
  readonly scripts: readonly PageScript[];
  readonly styles: readonly PageStyle[];
  /** Fonts to preload. */
  readonly fonts: readonly string[];
}

/** Everything a public page is made from; equal input gives an equal string, so the server may keep it. */
export interface PageInput {
  readonly site: Site;
  readonly assets: PageAssets;
  /** Own origin, for canonical and sharing links. */
  readonly publicUrl: string;
  /** True for an unknown path: the page with "This page isn't here" above the form. */
  readonly notFound: boolean;
  /** True for who is not held up by maintenance: a signed-in owner or administrator. */
  readonly bypassesMaintenance: boolean;
}

/** Gives a whole HTML document. */
export type RenderPage = (input: PageInput) => string;

/** What the status page is made from. */
export interface StatusPageInput extends Pick<PageInput, 'site' | 'assets' | 'publicUrl'> {
  readonly report: StatusReport;
  /** The moment the report is of: an ISO date and time. */
  readonly at: string;
}

/** Gives a whole HTML document. */
export type RenderStatusPage = (input: StatusPageInput) => string;

/** What the built server bundle of the web house exports. */
export interface PageRenderers {
  readonly render: RenderPage;
  readonly renderPanel: RenderPage;
  readonly renderStatus: RenderStatusPage;
}
