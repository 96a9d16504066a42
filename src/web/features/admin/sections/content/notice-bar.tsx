import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../../lib/class-names.ts';
import styles from './notice-bar.module.css';

/** Renders a line above the editor or the preview, with its actions. */
export function NoticeBar({
  icon: Icon,
  tone = 'plain',
  actions,
  children,
}: {
  icon: LucideIcon;
  tone?: 'plain' | 'warning';
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div role="status" className={classNames(styles.bar, styles[tone])}>
      <Icon aria-hidden className="ic" />
      <p>{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
