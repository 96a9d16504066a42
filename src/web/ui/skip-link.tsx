import styles from './skip-link.module.css';

/**
 * Renders the page's first tab stop: a link to the element with the id `target`. A click calls `onSkip`, which must move the focus, instead
 * of following the link.
 */
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
