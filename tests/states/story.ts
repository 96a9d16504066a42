import type { Site } from '#shared/contract/site.ts';
import type { BrowserEnvironment } from './environment.ts';
import type { Routes } from './scripted-network.ts';
import type { Visitor } from './visitor.ts';

/** Expected visible text, or an element by its accessible role and name. */
export type Expectation =
  | string
  | { readonly role: 'button' | 'heading' | 'link' | 'radio'; readonly name: string };

/** One state of the public page: its environment, its network responses, and the user actions that lead to it. */
export interface Story {
  /** URL segment of the story and value of `data-state` once it is reached; kebab-case. */
  readonly name: string;
  readonly expects: readonly Expectation[];
  /** Texts that must not be on the page. */
  readonly without?: readonly string[];
  /**
   * Name of the only accent-filled button in the window; null if there must be none; omitted if the rule does not
   * apply.
   */
  readonly primary?: string | null;
  /** Selector of the element to scroll into the window; when omitted, the scroll position is left as the story leaves it. */
  readonly show?: string;
  /** Width at which the state exists; both when omitted. */
  readonly only?: 'narrow' | 'wide';
  /** Overrides of the fresh site's settings. */
  readonly site?: Partial<Site>;
  readonly notFound?: boolean;
  /** Whether a signed-in administrator views the page, who bypasses maintenance. */
  readonly passes?: boolean;
  readonly routes?: Routes;
  readonly environment?: BrowserEnvironment;
  readonly play?: (visitor: Visitor) => Promise<void>;
}
