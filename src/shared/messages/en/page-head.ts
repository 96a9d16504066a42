/** The head of the public page's document. */
export const pageHead = {
  /** Follows the site's title and a colon. */
  titleTail: 'download Instagram and TikTok videos and photos',
  description:
    'Paste a public Instagram or TikTok link, preview it, pick a quality and save the file. Free, no account, no watermark, nothing stored.',
  /** Language and country as the Open Graph protocol writes them. */
  openGraphLocale: 'en_US',
} as const;
