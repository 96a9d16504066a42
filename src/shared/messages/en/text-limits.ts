/** Texts of fields with a maximum length. */
export const textLimits = {
  /** Shown after a pasted text was cut. */
  cut: 'Shortened to {most} characters, the most that fits here',
} as const;
