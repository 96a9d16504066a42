/** Texts of the card beside the headline that shows what a preview looks like. */
export const sampleCard = {
  caption: 'What a preview looks like',
  open: 'Try this sample',
} as const;
