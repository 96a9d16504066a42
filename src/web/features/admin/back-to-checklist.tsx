import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { firstRun } from '#messages/first-run.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import styles from './back-to-checklist.module.css';

/** Router state that the checklist's links pass on, so that the section they lead to renders `BackToChecklist`. */
export const FROM_CHECKLIST = { from: 'checklist' } as const;

/** Renders the link back to the checklist; null unless a link of the checklist led to the open section. */
export function BackToChecklist() {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  if (from !== FROM_CHECKLIST.from) return null;
  return (
    <Link to={sectionPath('overview')} className={styles.back}>
      <ArrowLeft aria-hidden className="ic-s" />
      {text(firstRun, 'back')}
    </Link>
  );
}
