import { accountsSection } from '#messages/accounts-section.ts';
import { activitySection } from '#messages/activity-section.ts';
import { engineNames } from '#messages/engine-names.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import { signUpModeSchema } from '#shared/contract/account.ts';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { PICTURE_SETTINGS } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Message group with the names of the settings that an action may be about; an action without an entry is about an account. */
const SUBJECT_GROUPS: Readonly<Partial<Record<ActivityEntry['action'], string>>> = {
  settings_saved: 'settings',
  settings_restored: 'settings',
  engines_saved: 'engineSettings',
};

/** Returns a setting's name for use in a sentence; returns an unknown setting's stored name unchanged. */
export const subjectName = ({
  action,
  subject,
}: {
  action: ActivityEntry['action'];
  subject: string;
}): string => ownEntry<string>(activitySection, `${SUBJECT_GROUPS[action] ?? ''}.${subject}`) ?? subject;

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

/** The fields of an activity entry that decide how its values are described. */
type DescribedEntry = Pick<ActivityEntry, 'action' | 'subject' | 'before' | 'after'>;

/** Matches a stored picture, which is its hash, and one of a settings file, which is a data URL. */
const PICTURE = /^(?:[\da-f]{64}$|data:image\/)/u;

/** Text that earlier versions stored if no provider was chosen, whether or not the environment named one. */
const NO_PROVIDER = 'from the environment';

const isPicture = ({ subject }: DescribedEntry): boolean =>
  PICTURE_SETTINGS.some((setting) => setting === subject);

/**
 * Returns whether an entry is about an account or the owner: its sentence already names the new role or owner, so its values add nothing.
 */
export const saysValues = ({ action }: ActivityEntry): boolean =>
  action.startsWith('account_') || action.startsWith('owner_');

/** Returns the words for one part of a navbar's stored description, in which earlier versions stored names from the code. */
const partOf = (part: string): string => ownEntry<string>(activitySection, `parts.${part}`) ?? part;

/** A percentage as earlier versions stored it. */
const SPACED_PERCENT = /(\d) %/u;

const OFF = / \(off\)$/u;
const engineNameOf = (id: string): string => ownEntry<string>(engineNames, id) ?? id;

/** Parses a stored list of engines, such as 'native, sample (off)'. */
const enginesIn = (stored: string | null) =>
  (stored ?? '').split(', ').map((part) => ({ id: part.replace(OFF, ''), isOff: OFF.test(part) }));

/**
 * Names the engines of a stored list. If the order stayed, only those that were switched: earlier versions stored all engines, also those
 * that were not set up.
 */
function describeEngines({ before, after }: DescribedEntry, value: string): string {
  const [were, are] = [enginesIn(before), enginesIn(after)];
  const hasOrder = were.length === are.length && were.every(({ id }, at) => id === are[at]?.id);
  return enginesIn(value)
    .filter((_engine, at) => !hasOrder || were[at]?.isOff !== are[at]?.isOff)
    .map(({ id, isOff }) =>
      isOff ? text(activitySection, 'engineOff', { name: engineNameOf(id) }) : engineNameOf(id),
    )
    .join(', ');
}

/** Names a stored provider, 'provider: autolink at api.example.com', as the Engine section does. Unknown services keep the stored name. */
const describeProvider = (stored: string): string =>
  stored.replace(/^([\w-]+): ([\w-]+)/u, (_whole, id: string, service: string) =>
    text(activitySection, 'providerOf', {
      name: engineNameOf(id),
      service: ownEntry<string>(providerSetup, `services.${service}`) ?? service,
    }),
  );

/**
 * Formats a stored value for the log in the words of the panel; null and '' become the word for no value. A value without such words stays
 * unchanged.
 */
export function describeValue(entry: DescribedEntry, value: string | null): string {
  if (value === null || value === '' || (entry.subject === 'provider' && value === NO_PROVIDER))
    return text(activitySection, isPicture(entry) ? 'noPicture' : 'nothing');
  if (PICTURE.test(value)) return text(activitySection, 'picture');
  if (value === 'true') return text(activitySection, 'on');
  if (value === 'false') return text(activitySection, 'off');
  if (entry.action === 'sign_up_changed') {
    const mode = signUpModeSchema.safeParse(value);
    return mode.success ? text(accountsSection, `signUpModes.${mode.data}`) : value;
  }
  if (entry.action === 'engines_saved' && entry.subject === 'engines') return describeEngines(entry, value);
  if (entry.action === 'engines_saved' && entry.subject === 'provider')
    return value.split('; ').map(describeProvider).join('; ');
  if (entry.action === 'engines_saved' && entry.subject === 'alerts')
    return value.replace(SPACED_PERCENT, '$1%');
  return entry.subject === 'navbar' ? value.split(', ').map(partOf).join(', ') : value;
}
