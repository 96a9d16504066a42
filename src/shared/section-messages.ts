// Sentences of the public page that only the server renders; no script carries them.

/** The head of the document. */
export const HEAD = {
  titleTail: 'download Instagram and TikTok videos and photos',
  description:
    'Paste a public Instagram or TikTok link, preview it, pick a quality and save the file. Free, no account, no watermark, nothing stored.',
} as const;

/** The three things the product is (specification section 2). */
export const FEATURES = [
  { title: 'High Quality', text: 'Up to 1080p, with the size shown before you commit.' },
  { title: 'Fast & Secure', text: 'An encrypted connection, and no trace of what you saved.' },
  { title: 'Easy to Use', text: 'One field and one button, the same on a phone or a laptop.' },
] as const;
