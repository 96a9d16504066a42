import { ArrowUpRight } from 'lucide-react';
import { Fragment } from 'react';
import { NavLink } from 'react-router';
import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { useUnsaved } from '../../state/panel/unsaved.ts';
import { type PanelSection, SECTION_GROUPS } from './panel-section.ts';
import styles from './section-list.module.css';

function Entry({ section, onFollow }: { section: PanelSection; onFollow?: (() => void) | undefined }) {
  const { icon: Icon, Badge } = section;
  const dotted = useUnsaved()?.section === section.id;
  return (
    <NavLink to={sectionPath(section.id)} className={styles.entry ?? ''} onClick={onFollow}>
      <Icon aria-hidden className="ic" />
      {section.title}
      {Badge !== undefined && (
        <span className={styles.badge}>
          <Badge />
        </span>
      )}
      {dotted && (
        <span className={styles.dot} data-testid="unsaved-dot">
          <span className="sr">{`, ${text(panelFrame, 'unsaved')}`}</span>
        </span>
      )}
    </NavLink>
  );
}

/**
 * Renders the panel's sections in their groups and the link back to the site. Calls `onFollow` when an entry is
 * chosen.
 */
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
      <a href="/" className={`${styles.entry ?? ''} ${styles.last ?? ''}`}>
        <ArrowUpRight aria-hidden className="ic" />
        {text(panelFrame, 'viewSite')}
      </a>
    </nav>
  );
}
