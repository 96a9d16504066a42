import type { ServiceName } from '../../contract/extraction-services.ts';
import type { Group } from '../text.ts';

/** Texts for setting up the provider in the panel's Engine section. */
export const providerSetup = {
  add: 'Add a provider',
  change: 'Change',
  changeOf: 'Change the provider',
  replace: 'Replace',
  replaceOf: 'Replace the provider',
  remove: 'Remove',
  removeOf: 'Remove the provider',
  fromEnvironment: 'Set by environment variables. A provider that you set up here replaces it.',
  withKey: 'Key stored, encrypted.',
  withoutKey: 'No key stored.',
  keyUnreadable: 'SECRET has changed, so the stored key cannot be read. Enter it again.',

  'services.download': 'POST /download',
  'services.autolink': 'POST /v1/social/autolink',
  'services.tikwm': 'tikwm',

  /** What the provider asks. */
  serviceAt: '{service} at {host}',

  service: 'Service',
  'reads.download': 'Reads Instagram and TikTok. Add a key if your service requires one.',
  'reads.autolink': 'Reads Instagram and TikTok. Add a key if your service requires one.',
  'reads.tikwm':
    'Reads TikTok, without a key. The shape of its answers is from public code: nobody has recorded them for Savelet.',
  address: 'Address',
  addressHint: 'Where the service answers. It receives the links that visitors paste.',
  key: 'Key',
  keyHint: 'Stored encrypted, sent only to this service, and never shown again.',
  keyStored: 'A key is stored. Leave this empty to keep it.',
  keyOfOtherHost: 'Enter the key again. The stored key is sent only to the host you entered it for.',
  keyRemove: 'Remove the stored key',
  save: 'Save and check',
  saving: 'Saving...',
  cancel: 'Cancel',
  /** What the question before leaving names. */
  unsaved: 'the form of the provider',

  'problems.keyRequired': 'Enter the key of this service',
  'problems.keyInvalid': 'Enter a key without spaces or line breaks',
  changedMeanwhile:
    'This provider was changed in the meantime. The form now shows its new values. Make your change again.',
  conflict: 'Someone else has changed these settings. Check them and try again.',

  saved: 'Provider saved.',
  checking: 'Provider saved. Checking whether it reads posts...',
  savedUnread:
    'Provider saved, but it read no post when it was checked. Previews ask it all the same. Turn it off until it works.',
  removed: 'Provider removed.',

  removeTitle: 'Remove the provider?',
  removeText: 'Its key is deleted.',

  /** `{providers}` is a list such as 'hiker at api.example.com'. */
  unused:
    'Set up in an earlier version, and not used any more: {providers}. Savelet now asks one extraction service, and knows those below. Your next save on this page drops what is left of them, their keys included.',
} as const satisfies Group & Readonly<Record<`services.${ServiceName}` | `reads.${ServiceName}`, string>>;
