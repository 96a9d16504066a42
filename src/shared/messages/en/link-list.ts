/** Texts of the list of several pasted links. */
export const linkList = {
  title: { one: '{count} link', other: '{count} links' },
  /** Numbers of the rows in a state, above the list: '9 ready, 3 failed'. */
  'counts.waiting': '{count} waiting',
  'counts.ready': '{count} ready',
  'counts.saved': '{count} saved',
  'counts.failed': '{count} failed',
  'states.waiting': 'Waiting',
  'states.looking-up': 'Looking up',
  'states.ready': 'Ready',
  'states.saving': 'Saving',
  'states.saved': 'Saved',
  /** Replaces `saved` if the browser downloads a file itself. */
  handedOver: 'Sent to your browser',
  saveAll: 'Save all as files',
  saveAllToPhotos: 'Save all to Photos',
  saveAllInZip: 'Save all in one ZIP',
  retryFailed: 'Retry failed',
  clear: 'Clear',
  /** Names of the buttons of a row; `name` is that of the row. */
  save: 'Save {name}',
  retry: 'Retry {name}',
  remove: 'Remove {name}',
  leftOut: {
    one: 'A list holds {max} links. One more was left out.',
    other: 'A list holds {max} links. {count} more were left out.',
  },
  folded: {
    one: 'One link led to a post that is in the list already.',
    other: '{count} links led to posts that are in the list already.',
  },
  /** Follow the sentence of a limit, and that the browser is offline. */
  continuesSeconds: 'The list goes on in {seconds} s.',
  continuesMinutes: 'The list goes on in {minutes} min.',
  offline: "You're offline. The list goes on when you're back.",
} as const;
