/** The three feature cards. */
export const features = {
  heading: 'Features',
  'quality.title': 'High Quality',
  'quality.text': 'Up to 1080p, with the size shown before you commit.',
  'security.title': 'Fast & Secure',
  'security.text': 'An encrypted connection, and no trace of what you saved.',
  'ease.title': 'Easy to Use',
  'ease.text': 'One field and one button, the same on a phone or a laptop.',
} as const;
