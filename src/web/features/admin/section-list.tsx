import { ArrowUpRight, type LucideIcon } from 'lucide-react';
import { type ComponentType, Fragment } from 'react';
import { NavLink } from 'react-router';
import { panelFrame } from '#messages/panel-frame.ts';
import { sitePath } from '#shared/base-path.ts';
import { text } from '#shared/messages/text.ts';
import { type SectionId, sectionPath } from '#shared/section-ids.ts';
import { useCurrentUnsavedChanges } from '../../state/panel/unsaved.ts';
import styles from './section-list.module.css';

/** Groups of the section list in their order. Null is the first group, which has no heading. */
const SECTION_GROUPS = [null, 'site', 'operate'] as const;

/**
 * A section of the panel: its place in the list and its lazily loaded page. To add one, create the folder `features/admin/sections/<id>/`,
 * which must not import other sections, and add its id to `shared/section-ids.ts`; the compiler then asks for its title and its entry in
 * `pages/panel/panel-sections.ts`. A section with settings calls `useDraft('<id>', NAMES)` (state/panel/use-draft.ts), shows
 * `draft.values`, passes every edit to `draft.edit`, and renders its form inside `<SectionFrame>`, which provides the heading, Save
 * Changes, the bar of unsaved changes, conflicts and the leave guard. A section without settings (lists, figures) uses `useQuery` with
 * `fetchAsAccount` and `PANEL_KEYS`, and `SectionHeading` instead of the frame. A section that shows parts of other features (previews)
 * receives them as props from a page beside `panel-sections.ts`.
 */
export interface PanelSection {
  readonly id: SectionId;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly group: (typeof SECTION_GROUPS)[number];
  /** Short text at the end of the section's entry in the list, such as "1 waiting". */
  readonly Badge?: ComponentType;
  readonly Page: ComponentType;
}

function Entry({ section, onFollow }: { section: PanelSection; onFollow?: (() => void) | undefined }) {
  const { icon: Icon, Badge } = section;
  const hasDot = useCurrentUnsavedChanges()?.section === section.id;
  return (
    <NavLink to={sectionPath(section.id)} className={styles.entry ?? ''} onClick={onFollow}>
      <Icon aria-hidden className="ic" />
      {section.title}
      {Badge !== undefined && (
        <span className={styles.badge}>
          <Badge />
        </span>
      )}
      {hasDot && (
        <span className={styles.dot} data-testid="unsaved-dot">
          <span className="sr">{`, ${text(panelFrame, 'unsaved')}`}</span>
        </span>
      )}
    </NavLink>
  );
}

/** Renders the sections of the panel in their groups, and the link back to the site. Calls `onFollow` when the reader follows an entry. */
export function SectionList({
  sections,
  onFollow,
}: {
  sections: readonly PanelSection[];
  onFollow?: (() => void) | undefined;
}) {
  return (
    <nav aria-label={text(panelFrame, 'sections')} className={styles.list}>
      {SECTION_GROUPS.map((group) => {
        const members = sections.filter((section) => section.group === group);
        if (members.length === 0) return null;
        return (
          <Fragment key={group ?? 'top'}>
            {group !== null && <h2>{text(panelFrame, `groups.${group}`)}</h2>}
            <ul>
              {members.map((section) => (
                <li key={section.id}>
                  <Entry section={section} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </Fragment>
        );
      })}
      <a href={sitePath('/')} className={`${styles.entry ?? ''} ${styles.last ?? ''}`}>
        <ArrowUpRight aria-hidden className="ic" />
        {text(panelFrame, 'viewSite')}
      </a>
    </nav>
  );
}
