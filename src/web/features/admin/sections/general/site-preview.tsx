import type { ComponentType, ReactNode } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { faviconPath } from '#shared/sharing.ts';
import { LivePreview } from '../../live-preview.tsx';
import styles from './site-preview.module.css';

/**
 * Component that renders the logo (or the default logo) and the title. The page passes it in, because it belongs to
 * the public page's header.
 */
export type BrandComponent = ComponentType<{ title: string; logo: string | null }>;

/** Settings of the site that the preview shows. */
export type PreviewedSite = Pick<Site, 'title' | 'logo' | 'navbar'>;

/** Parts of the public page that the preview renders: the title in the browser's tab, and the header. */
export interface SitePreviewParts {
  readonly documentTitle: (site: PreviewedSite) => string;
  readonly header: (site: PreviewedSite) => ReactNode;
}

/** Renders a browser's tab: the icon, and as much of the page's title as a tab has room for. */
const Tab = ({ site, title }: { site: PreviewedSite; title: string }) => (
  <div className={styles.tabs} aria-hidden="true" data-testid="site-preview">
    <span className={styles.tab}>
      {/* A logo that is not saved yet has no icon of its own on the server. */}
      <img src={site.logo ?? faviconPath(null)} alt="" />
      <span className={styles.title}>{title}</span>
    </span>
  </div>
);

/** Previews the browser's tab and the public page's header. */
export const SitePreview = ({ site, documentTitle, header }: SitePreviewParts & { site: PreviewedSite }) => (
  <LivePreview above={<Tab site={site} title={documentTitle(site)} />}>{() => header(site)}</LivePreview>
);
