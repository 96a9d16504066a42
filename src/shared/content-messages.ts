// Texts of the panel's Content section, except the prescribed ones in panel-messages.ts.

import { ownEntry } from './own-entry.ts';

const LOST_NAMES: Readonly<Record<string, string>> = {
  a: 'links',
  code: 'code',
  em: 'italic text',
  figure: 'figures',
  img: 'pictures',
  s: 'struck-through text',
  strong: 'bold text',
  table: 'tables',
  u: 'underlined text',
};

export const CONTENT_SECTION = {
  lede: 'An optional block above the FAQ. Leave it empty to hide the section.',
  setting: 'Content',
  editor: 'Content',
  placeholder: 'Write something, or leave this empty to hide the section.',
  loading: 'Loading the editor',
  words: (count: number): string => (count === 1 ? '1 word' : `${count.toLocaleString('en')} words`),
  draftStored: 'Draft kept in this browser',
  draftNotStored: 'This browser cannot keep drafts',
  views: 'Editor or preview',
  edit: 'Edit',
  preview: 'Preview',
  /** Warns that the editor does not support some HTML elements of the stored text. */
  lost: (elements: readonly string[]): string => {
    const names = [...new Set(elements.map((name) => ownEntry(LOST_NAMES, name) ?? 'some formatting'))];
    return `The editor does not support everything in this text. Saving removes: ${names.join(', ')}.`;
  },
  tooLarge: (kibibytes: number, most: number): string =>
    `This text is ${String(kibibytes)} KB. The limit is ${String(most)} KB. Shorten it or remove a picture.`,
} as const;

/** The text the editor starts with while no content has ever been saved. */
export const WELCOME = {
  heading: 'Welcome',
  text: 'Tell your visitors what this site is for, who runs it and what you expect of them.',
} as const;

export const CONTENT_TOOLS = {
  toolbar: 'Formatting',
  block: 'Text style',
  paragraph: 'Paragraph',
  heading: (level: number): string => `Heading ${String(level)}`,
  otherBlock: 'Other',
  size: 'Font size',
  defaultSize: 'Default',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  link: 'Link',
  bulletList: 'Bulleted list',
  orderedList: 'Numbered list',
  undo: 'Undo',
  redo: 'Redo',
} as const;

export const CONTENT_LINK = {
  form: 'Link',
  address: 'Address',
  text: 'Text',
  newTab: 'Open in a new tab',
  apply: 'Apply',
  remove: 'Remove link',
  cancel: 'Cancel',
  invalid: 'Please enter a valid URL',
  hint: 'A web address, an email address or a section of this page, such as #faqs.',
} as const;

export const CONTENT_PREVIEW = {
  label: 'Preview',
  width: 'Preview width',
  desktop: 'Desktop',
  phone: 'Phone',
  empty: 'Empty. The section is hidden.',
  welcome: 'Visitors see nothing here until you save your own text.',
} as const;

export const CONTENT_DRAFT = {
  found: (time: string): string => `You have an unsaved draft from ${time}.`,
  restore: 'Restore',
  discard: 'Discard',
} as const;

export const CONTENT_VERSIONS = {
  open: 'Earlier versions',
  close: 'Close',
  loading: 'Loading earlier versions',
  none: 'No earlier versions yet. The last 20 saves appear here.',
  now: 'Current version',
  someone: 'Someone',
  view: 'View',
  viewOf: (time: string): string => `View the version from ${time}`,
  restore: 'Restore',
  restoreOf: (time: string): string => `Restore the version from ${time}`,
  shown: (time: string, author: string): string => `Version from ${time} by ${author}`,
  back: 'Back to your text',
  restored: (time: string): string =>
    `The version from ${time} is in the editor. Save changes to publish it.`,
} as const;
