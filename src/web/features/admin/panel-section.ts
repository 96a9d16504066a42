import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/**
 * A section of the panel: its place in the list, its URL and its lazily loaded page.
 * How to add a section: its form belongs in `features/admin/sections/<id>/`, which must not import other sections. It
 * calls `useDraft('<id>', NAMES)` (state/panel/use-draft.ts), shows `draft.values`, passes every edit to
 * `draft.edit`, and renders its form inside `<SectionFrame>`, which provides the heading, Save Changes, the bar of
 * unsaved changes, conflicts and the leave guard. `pages/panel/<id>-page.tsx` combines it with parts of other
 * features (previews), and one entry in `pages/panel/panel-sections.ts` registers it. Sections without settings
 * (lists, figures) use `useQuery` with `callAsAccount` and `PANEL_KEYS`, and `SectionHeading` instead of the frame.
 */
export interface PanelSection {
  /** Also the path: `/admin/<id>`. */
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** The heading it is listed under; null for entries above all headings. */
  readonly group: 'site' | 'operate' | null;
  /** Short text at the end of its list entry, such as "1 waiting". */
  readonly Badge?: ComponentType;
  readonly Page: ComponentType;
}
