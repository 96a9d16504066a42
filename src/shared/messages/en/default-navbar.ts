/** Labels of the header's links and of its button in a new installation. */
export const defaultNavbar = {
  home: 'Home',
  howItWorks: 'How it works',
  faqs: 'FAQs',
  contact: 'Contact',
  button: 'Download',
} as const;
