/** How to report a problem. */
export const report = {
  title: 'Report a problem',
  lede: 'Say what broke or what was misused.',
  'topics.link.title': 'A link that should work',
  'topics.link.text': 'Send the link, what you expected and the message you saw.',
  'topics.link.action': 'Report a link',
  'topics.link.subject': 'A link that should work',
  'topics.misuse.title': 'Your content was misused',
  'topics.misuse.text': 'A DMCA notice contains everything needed to act on it.',
  'topics.misuse.action': 'How to send a DMCA notice',
  'topics.security.title': 'A security issue',
  'topics.security.text':
    'Describe how to reproduce it and what it exposes. Give the owner time to fix it before you publish it.',
  'topics.security.action': 'Report a security issue',
  'topics.security.subject': 'A security issue',

  /**
   * Replace `lede` and the texts of the topics on a site without an email address, and say what visitors can do themselves. The link leads
   * to the owner's profiles.
   */
  'without.lede': 'What you can do yourself:',
  'without.social': 'Write to the person who runs this site, on a profile under <link>Contact us</link>.',
  'without.link.text': 'Most failures have a simple cause.',
  'without.link.action': 'What to try',
  'without.misuse.text': 'The platform can remove a post.',
  'without.misuse.action': 'What you can do',
} as const;
