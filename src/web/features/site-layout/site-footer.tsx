import { type ReactNode, useEffect, useRef } from 'react';
import { publicPage } from '#messages/public-page.ts';
import { socialNames } from '#messages/social-names.ts';
import type { Site, SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { SocialGlyph } from '../../ui/social-glyph.tsx';
import { Brand } from './brand.tsx';
import styles from './site-footer.module.css';

/**
 * Renders the social links of the owner as glyphs in the text colour. On hover, each glyph shows its own colour where that contrasts enough
 * with the background.
 */
function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Set as style properties by script: the page's Content Security Policy forbids style attributes in markup.
    import('./hover-colours.ts').then(
      ({ paintHover }) => {
        for (const [index, item] of [...(list.current?.children ?? [])].entries())
          paintHover(item as HTMLElement, links[index]?.color);
      },
      () => {}, // Loading failed: the glyphs keep the text colour.
    );
  }, [links]);
  return (
    <ul ref={list} className={styles.social} aria-label={text(publicPage, 'social')}>
      {links.map(({ id, platform, icon, url }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noopener noreferrer" aria-label={text(socialNames, platform)}>
            <SocialGlyph icon={icon} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Renders the footer: the parts that the owner can change live, around the server-rendered columns (`children`). */
export const SiteFooter = ({
  site,
  home = '#hero',
  children,
}: {
  site: Site;
  /** URL that the logo and the title link to. */
  home?: string | undefined;
  children: ReactNode;
}) => (
  <footer className={styles.footer}>
    <div className={classNames('wrap', styles.grid)}>
      <div className={styles.about}>
        <Brand title={site.title} logo={site.logo} href={home} />
        <p>{text(publicPage, 'footer')}</p>
        {site.socialLinks.length > 0 ? (
          <SocialLinks links={site.socialLinks} />
        ) : (
          <p className={styles.none}>{text(publicPage, 'socialLinksEmpty')}</p>
        )}
      </div>
      {children}
    </div>
  </footer>
);
