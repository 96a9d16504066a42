import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { sectionTitles } from '#messages/section-titles.ts';

/** Id of a section; also its path, `/admin/<id>`, which the server answers with 200. */
export type SectionId = keyof typeof sectionTitles;

/**
 * A section of the panel: its place in the list, its URL and its lazily loaded page.
 * To add one, create the folder `features/admin/sections/<id>/`, which must not import other sections, add its title to
 * `messages/en/section-titles.ts` and its entry to `pages/panel/panel-sections.ts`; each of the two does not compile without the other.
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
  /** The heading it is listed under; null for entries above all headings. */
  readonly group: 'site' | 'operate' | null;
  /** Short text at the end of its list entry, such as "1 waiting". */
  readonly Badge?: ComponentType;
  readonly Page: ComponentType;
}
