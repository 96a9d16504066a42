/** Texts of the public page outside the download flow. */
export const publicPage = {
  socialLinksEmpty: 'No social links added yet',
  skip: 'Skip to the link form',
  headline: 'Paste the link. Keep\u00a0the\u00a0file.',
  subtitle: 'Save public Instagram and TikTok posts in the best quality available. No account, no watermark.',
  notFound: "This page isn't here",
  /** Below that headline. */
  notFoundHint: 'Check the address, or paste the link to a post below.',
  preview: 'Preview',
  navigation: 'Main',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  useDark: 'Use dark theme',
  useLight: 'Use light theme',
  footer: 'Save public Instagram and TikTok posts to your own device.',
  social: 'Follow us',
} as const;
