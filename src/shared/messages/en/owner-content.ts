/** Accessible name of the owner's content when the content has no heading. */
export const ownerContent = {
  label: 'From the site owner',
} as const;
