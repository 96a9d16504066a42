import styles from './skip-link.module.css';

/** Renders the page's first tab stop, which skips what comes before the element `target` and moves the focus through `onSkip`. */
export const SkipLink = ({
  label,
  target,
  onSkip,
}: {
  label: string;
  target: string;
  onSkip: () => void;
}) => (
  <a
    className={styles.skip}
    href={`#${target}`}
    data-first-stop
    onClick={(event) => {
      event.preventDefault();
      onSkip();
    }}
  >
    {label}
  </a>
);
