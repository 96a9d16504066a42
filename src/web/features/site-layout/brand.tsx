import { useBrokenImage } from '../../ui/use-broken-image.ts';
import styles from './brand.module.css';

/** Renders the default logo: a play triangle falling into a tray. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
      <rect width="32" height="32" rx="9" className={styles.tile} />
      <path
        className={styles.glyph}
        d="M12.1 7.5h7.8c1.25 0 2 1.37 1.34 2.43l-3.9 6.24c-.63 1-2.06 1-2.68 0l-3.9-6.24c-.66-1.06.1-2.43 1.34-2.43Z"
      />
      <path className={styles.line} d="M8 18.6v2.9a3.2 3.2 0 0 0 3.2 3.2h9.6a3.2 3.2 0 0 0 3.2-3.2v-2.9" />
    </svg>
  );
}

/** Renders the logo of the owner, or the default logo if it does not load. */
function Logo({ src }: { src: string }) {
  const { isBroken, imageProps } = useBrokenImage();
  if (isBroken) return <Mark />;
  return <img className={styles.logo} src={src} alt="" {...imageProps} />;
}

/**
 * Renders the logo and the title of the site, cut to the width of 24 characters with the full title as tooltip. With `href`, renders them
 * as a link.
 */
export function Brand({
  title,
  logo,
  href,
  onFollow,
}: {
  title: string;
  logo: string | null;
  href?: string;
  onFollow?: () => void;
}) {
  const Element = href === undefined ? 'span' : 'a';
  return (
    <Element className={styles.brand} href={href} title={title} onClick={onFollow}>
      {logo === null ? <Mark /> : <Logo key={logo} src={logo} />}
      <span className={styles.title}>{title}</span>
    </Element>
  );
}
