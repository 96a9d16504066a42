/** Beside the link form: the names of the platforms follow. */
export const worksWith = {
  label: 'Works with',
} as const;
