import { LoaderCircle } from 'lucide-react';
import { classNames } from '../lib/class-names.ts';
import styles from './spinner.module.css';

/** Loading spinner, hidden from screen readers, so show a text beside it. Does not move if the visitor prefers reduced motion. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('ic', styles.spinner, className)} />;
}
