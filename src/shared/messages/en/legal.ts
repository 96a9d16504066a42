/** The short sections with links to the legal pages, whose texts are in legal-pages.ts. */
export const legal = {
  heading: 'The fine print, kept short',
  'privacy.title': 'Privacy',
  'privacy.text': 'No account, no cookies, no download history. Your link is forgotten after a few minutes.',
  /** Replaces `privacy.text` with direct delivery. */
  'privacy.direct':
    'No account, no cookies, no history kept here. When you open a file, its platform sees your IP address.',
  'privacy.more': 'Read the privacy notice',
  'terms.title': 'Terms',
  'terms.text': 'For personal copies of public posts that you have the right to save.',
  'terms.more': 'Read the terms of use',
  'dmca.title': 'DMCA',
  'dmca.text':
    'This site hosts no media. Each post comes from its platform, which can remove it for everyone.',
  'dmca.more': 'How to send a notice',
  /** Replaces `dmca.more` while the owner shows no address for notices. */
  'dmca.moreWithoutAddress': 'What you can do',
  'copyright.title': 'Copyright',
  'copyright.text': 'Posts belong to the people who made them. Ask before you repost, and give credit.',
  'copyright.more': 'Read about copyright',
} as const;
