/** Texts of the row that offers to install the page as an app. */
export const installRow = {
  add: 'Add',
  notNow: 'Not now',
  offer: 'Add {title} to your home screen to share links straight to it.',
  onApple: 'Add {title} to your home screen: choose Share, then Add to Home Screen.',
} as const;
