/** Texts of fields that limit the length of what they take. */
export const textLimits = {
  /** Shown after a pasted text was cut. */
  cut: 'Shortened to {most} characters, the most that fits here',
} as const;
