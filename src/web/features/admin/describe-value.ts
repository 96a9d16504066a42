import { accountsSection } from '#messages/accounts-section.ts';
import { activitySection } from '#messages/activity-section.ts';
import { engineNames } from '#messages/engine-names.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import { signUpModeSchema } from '#shared/contract/account.ts';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { PICTURE_SETTINGS } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Message group with the names of the settings that an action is about. The subject of an action without an entry is not a setting. */
const SUBJECT_GROUPS: Readonly<Partial<Record<ActivityEntry['action'], string>>> = {
  settings_saved: 'settings',
  settings_restored: 'settings',
  engines_saved: 'engineSettings',
};

/** Returns the name of a setting for use in a sentence. Returns the stored name of an unknown setting unchanged. */
export const subjectName = ({
  action,
  subject,
}: {
  action: ActivityEntry['action'];
  subject: string;
}): string => ownEntry<string>(activitySection, `${SUBJECT_GROUPS[action] ?? ''}.${subject}`) ?? subject;

/**
 * Returns what an activity entry says after the name of its author, or after "You" if `isOwn`: 'changed the website title'. A password
 * change without an author names the account whose password was changed, if that is known.
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

/** Matches a stored picture, which is a hash, and a picture of a settings file, which is a data URL. */
const PICTURE = /^(?:[\da-f]{64}$|data:image\/)/u;

/** Text that earlier versions stored if no provider was chosen, even if the environment named a provider. */
const NO_PROVIDER = 'from the environment';

const isPicture = ({ subject }: DescribedEntry): boolean =>
  PICTURE_SETTINGS.some((setting) => setting === subject);

/**
 * Returns whether the values of an entry are left out of the log, because its sentence says what has changed. True for actions on accounts
 * and on the ownership.
 */
export const saysValues = ({ action }: ActivityEntry): boolean =>
  action.startsWith('account_') || action.startsWith('owner_');

/**
 * Returns the words for one part of the stored description of a navbar. Earlier versions stored names from the code; any other part is
 * returned unchanged.
 */
const partOf = (part: string): string => ownEntry<string>(activitySection, `parts.${part}`) ?? part;

/** Matches a percentage as earlier versions stored it. */
const SPACED_PERCENT = /(\d) %/u;

const OFF = / \(off\)$/u;
const engineNameOf = (id: string): string => ownEntry<string>(engineNames, id) ?? id;

/** Parses a stored list of engines, such as 'native, sample (off)'. */
const enginesIn = (storedText: string | null) =>
  (storedText ?? '').split(', ').map((part) => ({ id: part.replace(OFF, ''), isOff: OFF.test(part) }));

/**
 * Names the engines of a stored list. If the order has not changed, names only the engines that were switched on or off, because earlier
 * versions stored all engines, even those that were not set up.
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

/**
 * Names a stored provider, such as 'provider: autolink at api.example.com', as the Engine section does. An unknown service keeps its stored
 * name.
 */
const describeProvider = (storedText: string): string =>
  storedText.replace(/^([\w-]+): ([\w-]+)/u, (_whole, id: string, service: string) =>
    text(activitySection, 'providerOf', {
      name: engineNameOf(id),
      service: ownEntry<string>(providerSetup, `services.${service}`) ?? service,
    }),
  );

/**
 * Formats a stored value for the log in the words of the panel. Null and '' become the word for no value. A value for which the panel has
 * no words stays unchanged.
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
