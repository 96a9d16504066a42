import type { ReactNode } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { MESSAGES, PAGE } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { Brand } from './brand.tsx';
import styles from './site-footer.module.css';
import { SocialLinks } from './social-links.tsx';

/** Renders the footer: the parts the owner can change live, around the server-rendered columns (`children`). */
export const SiteFooter = ({
  site,
  home = '#hero',
  children,
}: {
  site: Site;
  /** Target of the brand link. */
  home?: string;
  children: ReactNode;
}) => (
  <footer className={styles.footer}>
    <div className={classNames('wrap', styles.grid)}>
      <div className={styles.about}>
        <Brand title={site.title} logo={site.logo} href={home} />
        <p>{PAGE.footer}</p>
        {site.socialLinks.length > 0 ? (
          <SocialLinks links={site.socialLinks} />
        ) : (
          <p className={styles.none}>{MESSAGES.socialLinksEmpty}</p>
        )}
      </div>
      {children}
    </div>
  </footer>
);
