import { CircleAlert } from 'lucide-react';
import styles from './auth-form.module.css';

/** What the server said to the whole form; read out when it comes. */
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
