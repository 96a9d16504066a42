import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { SectionId } from '#shared/section-ids.ts';

/** Groups of the section list, in its order; null is the first one, which has no heading. */
export const SECTION_GROUPS = [null, 'site', 'operate'] as const;

/**
 * A section of the panel: its place in the list and its lazily loaded page.
 * To add one, create the folder `features/admin/sections/<id>/`, which must not import other sections, and add its id
 * to `shared/section-ids.ts`; the compiler then asks for its title and its entry in `pages/panel/panel-sections.ts`.
 * A section with settings calls `useDraft('<id>', NAMES)` (state/panel/use-draft.ts), shows `draft.values`, passes
 * every edit to `draft.edit`, and renders its form inside `<SectionFrame>`, which provides the heading, Save Changes, the
 * bar of unsaved changes, conflicts and the leave guard. A section without settings (lists, figures) uses `useQuery` with
 * `callAsAccount` and `PANEL_KEYS`, and `SectionHeading` instead of the frame. A section that shows parts of other
 * features (previews) receives them as props from a page beside the registry.
 */
export interface PanelSection {
  readonly id: SectionId;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly group: (typeof SECTION_GROUPS)[number];
  /** Short text at the end of its list entry, such as "1 waiting". */
  readonly Badge?: ComponentType;
  readonly Page: ComponentType;
}
