import type { ComponentType } from 'react';
import type { Draft } from '../../../../state/panel/use-draft.ts';

/** Settings edited in this section. */
export const GENERAL_SETTINGS = ['title', 'logo', 'maintenance'] as const;
export type GeneralDraft = Draft<(typeof GENERAL_SETTINGS)[number]>;

/**
 * Component that renders the logo (or the default logo) and the title. The page passes it in, because it belongs to
 * the public page's header.
 */
export type BrandComponent = ComponentType<{ title: string; logo: string | null }>;
