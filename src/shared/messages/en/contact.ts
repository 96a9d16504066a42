/** How to contact the owner. `{title}` can change while the page is open. */
export const contact = {
  title: 'Contact us',
  lede: 'Your email goes to the person who runs {title} here.',
  write: 'Write an email',
  subject: 'A question',
  hint: 'Include the link to the post and say what you saw. Never send a password.',
  none: 'The person who runs {title} here has not published a contact address yet.',
  choices: 'What you can do in the meantime:',
  'failure.title': 'A preview or a download fails',
  'failure.text': 'Try the four quick fixes in this section.',
  'removal.title': 'A post should not be online',
  'removal.text': 'Instagram and TikTok can remove it for everyone. Use Report on the post.',
  'other.title': 'Anything else',
  'other.text':
    'Use a social link at the bottom of the page, if there is one, or ask the person who sent you here.',
} as const;
