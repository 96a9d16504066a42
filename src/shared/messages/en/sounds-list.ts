/** Texts of the list of sounds that the device makes. */
export const soundsList = {
  heading: 'Sound',
  hint: 'Made on your device',
  asPublished: 'As published',
  encoded: '192 kbps',
  /** How much of a clip is read for its sound. */
  reads: 'reads {size}',
} as const;
