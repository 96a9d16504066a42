/** Texts of fields that limit the length of what they take. */
export const textLimits = {
  /** After a paste. */
  cut: 'Shortened to {most} characters, the most that fits here',
} as const;
