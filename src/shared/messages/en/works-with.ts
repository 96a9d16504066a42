/** Label of the list of platforms beside the link form. */
export const worksWith = {
  label: 'Works with',
} as const;
