import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './media-arrow.module.css';

/** Renders a round button with an arrow at the start or end of a row of pictures, towards that side. */
export function MediaArrow({
  edge,
  className,
  ...rest
}: ComponentProps<'button'> & { edge: 'start' | 'end' }) {
  const Icon = edge === 'start' ? ChevronLeft : ChevronRight;
  return (
    <button {...rest} type="button" className={classNames(styles.arrow, styles[edge], className)}>
      <Icon aria-hidden className="ic" />
    </button>
  );
}
