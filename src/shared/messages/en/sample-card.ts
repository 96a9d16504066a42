/** Texts of the drawn result card beside the headline. */
export const sampleCard = {
  caption: 'What a preview looks like',
  open: 'Try this sample',
} as const;
