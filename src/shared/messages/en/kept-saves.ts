/** Texts of the list of downloads that an earlier visit did not finish. */
export const keptSaves = {
  title: 'Unfinished downloads',
  received: '{received} of {total}',
  resume: 'Resume',
  delete: 'Delete',
  elsewhere: 'Running in another tab',
  expired: 'Its link has expired, so the received part was deleted.',
} as const;
