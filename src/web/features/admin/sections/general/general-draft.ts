import type { ComponentType } from 'react';
import type { Draft } from '../../../../state/panel/use-draft.ts';

/** The settings this section edits. */
export const GENERAL_SETTINGS = ['title', 'logo', 'maintenance'] as const;
export type GeneralDraft = Draft<(typeof GENERAL_SETTINGS)[number]>;

/** The site's logo, or its mark, with a title: lent by the page, because it belongs to the public page's own header. */
export type BrandComponent = ComponentType<{ title: string; logo: string | null }>;
