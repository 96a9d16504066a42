import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './media-arrow.module.css';

/** Renders a round button with an arrow at the start or end edge of a row of pictures. */
export function MediaArrow({ to, className, ...rest }: ComponentProps<'button'> & { to: 'start' | 'end' }) {
  const Icon = to === 'start' ? ChevronLeft : ChevronRight;
  return (
    <button {...rest} type="button" className={classNames(styles.arrow, styles[to], className)}>
      <Icon aria-hidden className="ic" />
    </button>
  );
}
