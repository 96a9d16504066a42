import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/**
 * A section of the panel as the frame knows it: its place in the list, its address and its lazily loaded page.
 *
 * How a section is made. Its form lives in `features/admin/sections/<id>/`; siblings are not imported. It starts with
 * `useDraft('<id>', NAMES)` (state/panel/use-draft.ts), shows `draft.values`, hands every edit to `draft.edit`, and puts its
 * form into `<SectionFrame>`, which brings heading, Save Changes, the bar of unsaved changes, conflicts and the guard.
 * `pages/panel/<id>-page.tsx` composes it with what other features lend (previews), and one entry in
 * `pages/panel/panel-sections.ts` registers it. Sections without settings (lists, figures) use `useQuery` with
 * `callAsAccount` and `PANEL_KEYS`, and `SectionHeading` in place of the frame.
 */
export interface PanelSection {
  /** Also its address: `/admin/<id>`. */
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Its heading in the list; none for what stands above them. */
  readonly group: 'site' | 'operate' | null;
  /** A few words at the end of its entry in the list, such as "1 waiting". */
  readonly Badge?: ComponentType;
  readonly Page: ComponentType;
}
