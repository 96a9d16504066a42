import { LoaderCircle } from 'lucide-react';
import { classNames } from '../lib/class-names.ts';
import styles from './spinner.module.css';

/** A turning circle; says nothing by itself, put the words beside it. Stands still under reduced motion. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('ic', styles.spinner, className)} />;
}
