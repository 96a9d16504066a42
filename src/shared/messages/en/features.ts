/** The three feature cards. */
export const features = {
  heading: 'Features',
  'quality.title': 'High Quality',
  'quality.text': 'Up to 1080p, with sizes shown first.',
  'security.title': 'Fast & Secure',
  'security.text': 'Encrypted. Nothing about your downloads is kept.',
  /** Replaces `security.text` on a site without HTTPS. */
  'security.textPlain': 'Nothing about your downloads is kept.',
  /** Replace `security.text` and `security.textPlain` with direct delivery, where the platforms see who opens a file. */
  'security.direct': 'Encrypted, and no record of it kept here.',
  'security.directPlain': 'No record kept here of what you save.',
  'ease.title': 'Easy to Use',
  'ease.text': 'One field, one button, on any device.',
} as const;
