import { Spinner } from '../../ui/spinner.tsx';
import styles from './loading-section.module.css';

/** Renders a spinner with a text in place of a section that is not loaded yet. */
export const LoadingSection = ({ text }: { text: string }) => (
  <p role="status" className={styles.loading}>
    <Spinner />
    {text}
  </p>
);
