import { CircleAlert } from 'lucide-react';
import styles from './auth-form.module.css';

/** Renders the server's error about the whole form; announced when it appears. */
export const FormAlert = ({ text }: { text: string | null }) => (
  <div role="alert">
    {text !== null && (
      <p className={styles.alert}>
        <CircleAlert aria-hidden className="ic" />
        <span>{text}</span>
      </p>
    )}
  </div>
);
