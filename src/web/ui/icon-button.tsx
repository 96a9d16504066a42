import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';
import { Button } from './button.tsx';

/** Square button of 44 px with an icon as its only child; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'aria-label'> & { label: string }) {
  return <Button look="ghost" {...rest} aria-label={label} className={classNames(styles.icon, className)} />;
}
