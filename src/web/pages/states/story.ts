import type { Site } from '#shared/contract/site.ts';
import type { Routes } from './scripted-network.ts';
import type { Surroundings } from './surroundings.ts';
import type { Visitor } from './visitor.ts';

export const STORY_GROUPS = [
  'Link form',
  'Fetch errors',
  'Result',
  'Download',
  'Page sections',
  'Site settings',
  'Notices',
] as const;
export type StoryGroup = (typeof STORY_GROUPS)[number];

/** Words a person sees, or an element by what a screen reader calls it. */
export type Expectation =
  | string
  | { readonly role: 'button' | 'heading' | 'link' | 'radio'; readonly name: string };

/** One state of the public page: what surrounds it, what the network answers, and what a person does to get there. */
export interface Story {
  /** Address of the story and value of `data-state` once it is reached; lower case with hyphens. */
  readonly name: string;
  readonly title: string;
  readonly group: StoryGroup;
  readonly expects: readonly Expectation[];
  /** Words that must not be on the page. */
  readonly without?: readonly string[];
  /** The one accent-filled button of the view; null where there must be none; left out where the rule does not apply. */
  readonly primary?: string | null;
  /** Selector of what pictures must show; the top of the page, or where the play left it, when left out. */
  readonly show?: string;
  /** Only at this width the state exists. */
  readonly only?: 'narrow' | 'wide';
  /** What differs from the settings of an untouched site. */
  readonly site?: Partial<Site>;
  readonly notFound?: boolean;
  /** Seen by a signed-in administrator. */
  readonly passes?: boolean;
  readonly routes?: Routes;
  readonly surroundings?: Surroundings;
  readonly play?: (visitor: Visitor) => Promise<void>;
}
