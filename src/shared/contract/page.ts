import type { ErrorCode } from '../errors.ts';
import type { ContentType } from './content-type.ts';
import type { TextPage } from './legal-texts.ts';
import type { Post, Quality } from './preview.ts';
import type { Site } from './site.ts';
import type { StatusReport } from './status.ts';

/** Built script with its subresource-integrity value (`sha256-…`). */
export interface PageScript {
  readonly src: string;
  readonly integrity: string;
}
/** Built style sheet with its subresource-integrity value. */
export interface PageStyle {
  readonly href: string;
  readonly integrity: string;
}

/** Text of built files that is part of the page itself, with its hash (`sha256-…`) for the security-policy header. */
export interface InlineFile {
  readonly text: string;
  readonly hash: string;
}

/**
 * Built files that a page loads, read from the build's manifest. An empty `integrity` means that the file has no such value, as with hot
 * reload in development.
 */
export interface PageAssets {
  /**
   * Classic script that runs before the first paint: it applies the theme and, on the public page, captures early input. It is part of the
   * page itself, but a file in development, where it changes.
   */
  readonly themeScript: InlineFile | PageScript;
  /** Module scripts. */
  readonly scripts: readonly PageScript[];
  /** Styles in the page itself, so that the first paint waits for no other request; null if all are in files. */
  readonly inlineStyle: InlineFile | null;
  readonly styles: readonly PageStyle[];
  /** Fonts to preload. */
  readonly fonts: readonly string[];
}

/** Facts of the built-in sample post that the public page draws beside its headline. `duration` is in seconds. */
export interface SamplePost extends Pick<Post, 'duration'> {
  readonly qualities: readonly Pick<Quality, 'label' | 'size' | 'sizeKnown'>[];
}

/**
 * Everything that the public page and the panel's document are rendered from. Equal input gives an equal string, so the server can cache
 * the page.
 */
export interface PageInput {
  readonly site: Site;
  readonly assets: PageAssets;
  /** Address of this site without a slash at its end, for canonical and sharing links. */
  readonly publicUrl: string;
  /** True for an unknown path: the page's title and headline say "This page isn't here", above the form. */
  readonly notFound: boolean;
  /** True for a signed-in owner or administrator, who can use the site during maintenance. */
  readonly bypassesMaintenance: boolean;
  /** Maximum number of previews per minute for one visitor's network, which the page states. */
  readonly previewsPerMinute: number;
  /** The sample post beside the headline; absent if the page shows none. */
  readonly samplePost?: SamplePost;
  /** Link that the page's own address contains, or text that was shared to it. The page offers its preview to browsers without scripts. */
  readonly addressLink?: string;
  /** Whether `addressLink` was posted instead, so that the page's script finds it only in the document. */
  readonly isShared?: boolean;
}

/** Renders the public page or the panel's document as a complete HTML document. */
export type RenderPage = (input: PageInput) => string;

/** Input of the status page. */
export interface StatusPageInput extends Pick<PageInput, 'site' | 'assets' | 'publicUrl'> {
  readonly report: StatusReport;
  /** Time of the report, as an ISO date and time. */
  readonly at: string;
}

/** Renders the status page as a complete HTML document. */
export type RenderStatusPage = (input: StatusPageInput) => string;

/** Answer to a link form sent without scripts: the post, the reason why the form contains no usable link, or a failed preview. */
export type PreviewAnswer =
  | { readonly kind: 'post'; readonly post: Post }
  /** The form contained no text ('empty') or no supported link ('invalid'). */
  | { readonly kind: 'invalid'; readonly reason: 'empty' | 'invalid' }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly reason: string | undefined;
      /** Seconds until a retry makes sense; undefined if unknown. */
      readonly retryAfter: number | undefined;
      readonly ownLimit?: true | undefined;
      readonly reference: string;
    };

/** Renders the page that the service worker shows where the site cannot be reached. `assets` has the style of the page and the theme script. */
export type RenderOfflinePage = (input: Pick<PageInput, 'site' | 'assets' | 'publicUrl'>) => string;

/** Input of the page that answers a link form sent without scripts. */
export interface PreviewPageInput extends Pick<PageInput, 'site' | 'assets' | 'publicUrl'> {
  /** Text of the field as it was sent. */
  readonly link: string;
  readonly type: ContentType;
  readonly answer: PreviewAnswer;
}

/** Renders the page that answers a link form sent without scripts, as a complete HTML document. */
export type RenderPreviewPage = (input: PreviewPageInput) => string;

/** Input of the help page and of the legal pages. */
export interface TextPageProps extends Pick<PageInput, 'site' | 'assets' | 'publicUrl'> {
  readonly page: TextPage;
  /** The owner's own text as sanitised HTML; empty for the default text. The help page has none. */
  readonly ownText: string;
}

/** Renders the help page or a legal page as a complete HTML document. */
export type RenderTextPage = (input: TextPageProps) => string;

/** Exports of the server bundle that is built from `src/web`. */
export interface PageRenderers {
  readonly render: RenderPage;
  readonly renderPanel: RenderPage;
  readonly renderStatus: RenderStatusPage;
  readonly renderPreview: RenderPreviewPage;
  readonly renderText: RenderTextPage;
  readonly renderOffline: RenderOfflinePage;
  /** Style sheet of the offline page. */
  readonly offlineStyle: string;
}
