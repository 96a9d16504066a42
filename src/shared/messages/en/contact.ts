/** How to contact the owner. `{title}` can change while the page is open. */
export const contact = {
  title: 'Contact us',
  lede: 'Your email goes to the person who runs {title}.',
  write: 'Write an email',
  subject: 'A question',
  hint: 'Include the link and what you saw. Never send a password.',
  /** Stands above the owner's social links while there is no email address. */
  social: 'The person who runs {title} can be reached on:',
  none: 'The person who runs {title} has not published a contact address.',
  /** What visitors can do without an address of the owner; stand below `none`. The links lead to the help, the status and the DMCA page. */
  'without.help': 'If a preview fails, see <help>what to try</help>.',
  'without.status': 'If nothing works, see <status>what works right now</status>.',
  'without.removal': 'To have a post removed, see <dmca>what you can do</dmca>.',
} as const;
