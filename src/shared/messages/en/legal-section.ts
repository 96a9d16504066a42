/** Texts of the panel's Legal texts section. */
export const legalSection = {
  lede: 'The pages under "Legal" on your site. Each shows a standard text until you write your own.',
  pages: 'Page',
  'names.privacy': 'Privacy',
  'names.terms': 'Terms',
  'names.dmca': 'DMCA',
  'names.copyright': 'Copyright',
  /** Names of the settings in the bar of unsaved changes. */
  'settings.privacy': 'Privacy text',
  'settings.terms': 'Terms text',
  'settings.dmca': 'DMCA text',
  'settings.copyright': 'Copyright text',
  open: 'Open this page',
  'default.title': 'Visitors see the standard text',
  'default.unsaved': 'Visitors see your own text until you save',
  'default.text':
    'It describes what this software does, and changes with it and with your contact address. It is not legal advice. If your country asks for more, such as who runs the site, write your own text.',
  'default.write': 'Write your own text',
  'own.title': 'Visitors see your own text',
  'own.text': 'It replaces the standard text, which no longer changes with updates.',
  'own.unsaved': 'Your own text is not saved yet',
  'own.reset': 'Use the standard text',
  placeholder: 'Write your text. If you leave this empty, visitors see the standard text.',
  loading: 'Loading the editor',
} as const;
