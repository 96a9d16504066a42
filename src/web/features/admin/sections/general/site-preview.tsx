import type { ComponentType } from 'react';
import { generalSection } from '#messages/general-section.ts';
import type { NavbarSettings } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import styles from './site-preview.module.css';

/**
 * Component that renders the logo (or the default logo) and the title. The page passes it in, because it belongs to
 * the public page's header.
 */
export type BrandComponent = ComponentType<{ title: string; logo: string | null }>;

/** Previews the browser tab and the public page's header; not interactive. */
export function SitePreview({
  Brand,
  title,
  logo,
  navbar,
}: {
  Brand: BrandComponent;
  title: string;
  logo: string | null;
  navbar: NavbarSettings;
}) {
  return (
    <figure
      className={styles.preview}
      aria-label={text(generalSection, 'preview')}
      data-testid="site-preview"
    >
      <div className={styles.tabs} aria-hidden="true">
        <span className={styles.tab}>
          <Brand title={title} logo={logo} />
        </span>
      </div>
      <div className={styles.header}>
        <span className={styles.brand}>
          <Brand title={title} logo={logo} />
        </span>
        {navbar.links
          .filter(({ visible }) => visible)
          .map(({ id, label }) => (
            <span key={id} className={styles.link}>
              {label}
            </span>
          ))}
        {navbar.button.visible && <span className={styles.button}>{navbar.button.label}</span>}
      </div>
    </figure>
  );
}
