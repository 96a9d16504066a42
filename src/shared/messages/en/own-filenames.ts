/** Texts with which a visitor chooses the names of saved files. */
export const ownFilenames = {
  change: 'Change file names',
  label: 'Your file names',
  kept: 'Kept in this browser only.',
  useSite: "Use this site's names",
  inTab: 'A file that opens in a new tab keeps the name that its server gives it.',
} as const;
