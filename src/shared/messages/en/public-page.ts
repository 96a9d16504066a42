/** Texts of the public page outside the download flow. */
export const publicPage = {
  socialLinksEmpty: 'No social links added yet',
  skip: 'Skip to the link form',
  preview: 'Preview',
  navigation: 'Main',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  useDark: 'Use dark theme',
  useLight: 'Use light theme',
  footer: 'Save public Instagram and TikTok posts to your own device.',
  social: 'Follow us',
  /** Label of the header's button that leads back to the form while a result is open. */
  newLink: 'New link',
} as const;
