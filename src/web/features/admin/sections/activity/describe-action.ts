import { activitySection } from '#messages/activity-section.ts';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { text } from '#shared/messages/text.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Group of the names for the subjects of an action; other actions name accounts. */
const SUBJECT_NAMES: Readonly<Partial<Record<ActivityEntry['action'], string>>> = {
  settings_saved: 'settings',
  settings_restored: 'settings',
  engines_saved: 'engineSettings',
};

/** Returns a setting's name for use in a sentence; returns an unknown setting's stored name unchanged. */
const nameOf = (action: ActivityEntry['action'], subject: string): string =>
  ownEntry<string>(activitySection, `${SUBJECT_NAMES[action] ?? ''}.${subject}`) ?? subject;

/**
 * Returns what an activity entry says after the author's name, or after "You" if `isOwn`: 'changed the website title'.
 * People change only their own password; the server changes another's.
 */
export function describeAction({ action, actor, subject }: ActivityEntry, isOwn = false): string {
  if (action === 'password_changed' && (isOwn || actor !== null))
    return text(activitySection, isOwn ? 'own.password_changed' : 'their.password_changed');
  if (!subject && (action === 'password_changed' || action === 'sign_in_blocked'))
    return text(activitySection, `unnamed.${action}`);
  return text(activitySection, `actions.${action}`, { subject: nameOf(action, subject ?? '') });
}
