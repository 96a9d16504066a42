/** Labels of the header links of a new installation. */
export const defaultNavbar = {
  home: 'Home',
  howItWorks: 'How it works',
  faqs: 'FAQs',
  contact: 'Contact',
} as const;
