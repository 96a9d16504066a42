/** The four quick fixes. */
export const help = {
  heading: 'Help and contact',
  title: 'Quick fixes',
  lede: 'Four things solve most failed previews.',
  'signedOut.title': 'Open the link signed out',
  'signedOut.text': "If you can't see it in a private window, neither can we.",
  'share.title': 'Copy it again from Share',
  'share.text': 'Links from the address bar may lack the post ID.',
  'story.title': 'Check the story clock',
  'story.text': 'Stories disappear after about 24 hours.',
  'blockers.title': 'Turn off content blockers',
  'blockers.text': 'Some stop the final download step.',
} as const;
