/** How to contact the owner. `{title}` can change while the page is open. */
export const contact = {
  title: 'Contact us',
  lede: 'Your email goes to the person who runs {title}.',
  write: 'Write an email',
  subject: 'A question',
  hint: 'Include the link and what you saw. Never send a password.',
  /** Above the owner's social links, without an email address. */
  social: 'The person who runs {title} can be reached on:',
  none: 'The person who runs {title} has not published a contact address.',
  /** Below that sentence. */
  noneHint:
    'If a preview fails, see <help>the help page</help>. To have a post removed, report it on its platform.',
} as const;
