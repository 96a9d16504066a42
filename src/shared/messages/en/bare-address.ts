/** The hint under an address without a scheme, and the button that adds the scheme. */
export const bareAddress = {
  hint: 'It should start with https://',
  fix: 'Use {address}',
} as const;
