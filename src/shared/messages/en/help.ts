/** The four quick fixes. */
export const help = {
  heading: 'Help and contact',
  title: 'Quick fixes',
  lede: 'What to try when a preview fails.',
  'signedOut.title': 'Open the link signed out',
  'signedOut.text': "If you can't see it in a private window, neither can we.",
  'share.title': 'Copy it again from Share',
  'share.text': 'Links from other places may lack the post ID.',
  'story.title': 'Check the story clock',
  'story.text': 'Stories disappear after about 24 hours.',
  /** Replaces the fix about stories while no engine of this site reads them. */
  'noStories.title': 'Use a post, not a story',
  'noStories.text': "This site can't read stories at the moment.",
  'blockers.title': 'Turn off content blockers',
  'blockers.text': 'Some stop the final download step.',
  more: 'Help for your device',
} as const;
