/** Returns a mailto link to the owner with the subject filled in. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
