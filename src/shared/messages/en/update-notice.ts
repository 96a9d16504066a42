/** Texts of the Overview about newer versions. */
export const updateNotice = {
  label: 'Check for a newer version',
  help: "Asks {host} once a day. Only this server's address and the name Savelet are sent.",
  failed: 'The answer about newer versions could not be loaded.',
  'states.unavailable': 'To be told here of newer versions, set UPDATE_URL.',
  'states.off': 'Off',
  'states.pending': 'Asking for the newest version…',
  'states.failed': 'The newest version could not be read.',
  'states.current': 'This is the newest version.',
  'states.newer': 'Version {version} is available.',
  'states.development': 'This version is no release, or newer than the newest one.',
  newer: 'What is new',
  newTab: '(opens in a new tab)',
  /** Follows the text of the state. `time` is a moment in words. */
  asked: 'Asked {time}.',
} as const;
