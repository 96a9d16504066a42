/** Hint below a field whose address has no scheme, and the button that adds the scheme. */
export const bareAddress = {
  hint: 'It should start with https://',
  fix: 'Use {address}',
} as const;
