import type { ServiceName } from '../../contract/extraction-services.ts';
import type { Group } from '../text.ts';

/** Texts for setting up the extraction service in the panel's Engine section. */
export const providerSetup = {
  form: 'Extraction service',
  add: 'Add a service',
  replace: 'Replace',
  cancel: 'Cancel',
  try: 'Try it',
  tryAndTurnOn: 'Try it and turn it on',
  remove: 'Remove',
  removeOf: 'Remove the service',
  removing: 'The service and its key are removed when you save.',
  keep: 'Keep it',
  unsaved: 'When you save, it is tried with a public post of each platform, and used once that works.',
  fromEnvironment: 'Set by environment variables. A service that you set up here replaces it.',
  keyUnreadable: 'SECRET has changed, so the stored key cannot be read. Enter it again.',

  'services.download': 'Snap Video',
  'services.autolink': 'Social Download All In One',
  'services.tikwm': 'TikWM',

  /** Service that the engine asks, with its host. */
  serviceAt: '{service} at {host}',

  service: 'Service',
  'reads.download': 'Reads Instagram and TikTok. Needs an account at RapidAPI and its key.',
  'reads.autolink': 'Reads Instagram and TikTok. Needs an account at RapidAPI and its key.',
  'reads.tikwm': 'Reads TikTok. Needs no account. It has not been tested with Savelet yet.',
  signUp: 'Sign up and get a key (opens in a new tab)',
  /** Completes "Advanced" for screen readers. */
  ofService: 'settings of the service',
  'requests.download':
    'Sends POST /download with a form. Any service that answers like Snap Video works: enter its address.',
  'requests.autolink':
    'Sends POST /v1/social/autolink with JSON. Any service that answers like Social Download All In One works: enter its address.',
  'requests.tikwm': 'Sends GET /api/.',
  address: 'Address',
  addressHint: 'The links that visitors paste are sent to this address.',
  key: 'Key',
  keyHint: 'Stored encrypted, sent only to this service, and never shown again.',
  keyStored: 'A key is stored. Leave this empty to keep it.',
  keyOfOtherHost: 'Enter the key again. The stored key is sent only to the address you entered it for.',
  keyRemove: 'Remove the stored key',
  keyInvalid: 'Enter a key without spaces or line breaks',

  checking: 'Trying whether it reads posts...',
  works: 'It reads posts and is on.',
  unread: 'It could not read a post.',
  unreadOff: 'Saved, but it could not read a post. Turned off until it works.',

  /** `{providers}` is a list such as 'hiker at api.example.com'. */
  unused:
    'Set up in an earlier version and no longer used: {providers}. Savelet now uses one service at a time, from the list below. Your next save on this page deletes the old ones and their keys.',
} as const satisfies Group &
  Readonly<Record<`services.${ServiceName}` | `reads.${ServiceName}` | `requests.${ServiceName}`, string>>;
