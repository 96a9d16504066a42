import styles from './brand.module.css';

/** The mark (a play triangle falling into a tray) and the site's title, as a link to the top. */
export function Brand({ title, href }: { title: string; href: string }) {
  return (
    <a className={styles.brand} href={href} title={title}>
      <svg viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
        <rect width="32" height="32" rx="9" className={styles.tile} />
        <path
          className={styles.glyph}
          d="M12.1 7.5h7.8c1.25 0 2 1.37 1.34 2.43l-3.9 6.24c-.63 1-2.06 1-2.68 0l-3.9-6.24c-.66-1.06.1-2.43 1.34-2.43Z"
        />
        <path className={styles.line} d="M8 18.6v2.9a3.2 3.2 0 0 0 3.2 3.2h9.6a3.2 3.2 0 0 0 3.2-3.2v-2.9" />
      </svg>
      <span className={styles.title}>{title}</span>
    </a>
  );
}
