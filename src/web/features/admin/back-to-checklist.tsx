import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { firstRun } from '#messages/first-run.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';

/** Router state of the links in the checklist. The section that such a link opens then renders `BackToChecklist`. */
export const FROM_CHECKLIST = { from: 'checklist' } as const;

/** Renders the link back to the checklist; nothing unless a link of the checklist opened the section. */
export function BackToChecklist() {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  if (from !== FROM_CHECKLIST.from) return null;
  return (
    <Link to={sectionPath('overview')} className="link tap">
      <ArrowLeft aria-hidden className="ic-s" />
      {text(firstRun, 'back')}
    </Link>
  );
}
