import { type ReactNode, useEffect, useRef } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { useShownSite } from '../../state/panel/shown-site.ts';
import styles from './section-heading.module.css';

/**
 * Renders the heading of a section, and sets the title of the document. Focuses the heading when the section is shown, except when the
 * panel is loaded with this section.
 */
export function SectionHeading({
  title,
  lede,
  actions,
}: {
  title: string;
  lede: string;
  actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const site = useShownSite()?.title ?? '';
  useEffect(() => {
    document.title = text(panelFrame, 'documentTitle', { page: title, site });
  }, [title, site]);
  useEffect(() => {
    const { idx, usr } = (history.state ?? {}) as { idx?: number; usr?: { entered?: boolean } | null };
    // Not when the page is loaded, where reading starts at the top. After a sign-in, the form that had the focus is gone.
    if (document.activeElement !== document.body || (idx ?? 0) > 0 || usr?.entered === true)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.actions}>{actions}</div>
      <p className={styles.lede}>{lede}</p>
    </header>
  );
}
