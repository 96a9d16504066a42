import { activitySection } from '#messages/activity-section.ts';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { text } from '#shared/messages/text.ts';
import { subjectName } from '../../describe-value.ts';

/**
 * Returns what an activity entry says after the author's name, or after "You" if `isOwn`: 'changed the website title'. A password change
 * without an author names the account whose password changed, if known.
 */
export function describeAction({ action, actor, subject }: ActivityEntry, isOwn = false): string {
  if (action === 'password_changed' && (isOwn || actor !== null))
    return text(activitySection, isOwn ? 'own.password_changed' : 'their.password_changed');
  if (!subject && (action === 'password_changed' || action === 'sign_in_blocked'))
    return text(activitySection, `unnamed.${action}`);
  return text(activitySection, `actions.${action}`, {
    subject: subjectName({ action, subject: subject ?? '' }),
  });
}
