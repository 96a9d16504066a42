import { useEffect, useRef } from 'react';
import type { SocialLink } from '#shared/contract/site.ts';
import { PAGE, SOCIAL_NAMES } from '#shared/messages.ts';
import { SocialGlyph } from '../../ui/social-glyph.tsx';
import styles from './site-footer.module.css';

/** The owner's social links as glyphs in ink; their own colours show under the pointer where they can be seen. */
export function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Colours come as style from script: the page's policy lets no markup carry one.
    import('./hover-colours.ts').then(
      ({ paintHover }) => {
        for (const [index, item] of [...(list.current?.children ?? [])].entries())
          paintHover(item as HTMLElement, links[index]?.color);
      },
      () => {}, // Without them the glyphs stay in ink.
    );
  }, [links]);
  return (
    <ul ref={list} className={styles.social} aria-label={PAGE.social}>
      {links.map(({ id, platform, icon, url }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noopener noreferrer" aria-label={SOCIAL_NAMES[platform]}>
            <SocialGlyph icon={icon} />
          </a>
        </li>
      ))}
    </ul>
  );
}
