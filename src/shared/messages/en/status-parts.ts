/** Names of the parts whose status is reported. */
export const statusParts = {
  previews: '{platform} previews',
  downloads: 'Downloads',
} as const;
