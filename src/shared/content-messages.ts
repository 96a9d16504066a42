// What the panel's Content section says beside the sentences the specification fixes (panel-messages.ts).

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
  draftKept: 'Draft kept in this browser',
  draftNotKept: 'This browser keeps no draft',
  views: 'Editor or preview',
  edit: 'Edit',
  preview: 'Preview',
  /** Names what the editor cannot keep of a stored text, by its elements. */
  lost: (elements: readonly string[]): string => {
    const names = [...new Set(elements.map((name) => ownEntry(LOST_NAMES, name) ?? 'some formatting'))];
    return `The editor can’t keep everything in this text: ${names.join(', ')}. Saving from here leaves that out.`;
  },
  tooLarge: (kibibytes: number, most: number): string =>
    `This text has ${String(kibibytes)} KB, and ${String(most)} KB is the most. Shorten it or take out a picture.`,
} as const;

/** What an editor starts with where nothing was ever saved (specification section 2). */
export const WELCOME = {
  heading: 'Welcome',
  text: 'Tell your visitors what this site is for, who runs it and what you ask of them.',
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
  hint: 'A web address, a mail address, or a place on this page such as #faqs.',
} as const;

export const CONTENT_PREVIEW = {
  label: 'Preview',
  width: 'Width of the preview',
  desktop: 'Desktop',
  phone: 'Phone',
  empty: 'Empty: the section is hidden.',
  welcome: 'Visitors see nothing here until you save a text of your own.',
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
  none: 'No earlier versions yet. Each save is kept here, the last 20 of them.',
  now: 'On the site now',
  someone: 'Someone',
  view: 'View',
  viewOf: (time: string): string => `View the version of ${time}`,
  restore: 'Restore',
  restoreOf: (time: string): string => `Restore the version of ${time}`,
  shown: (time: string, author: string): string => `Version of ${time} by ${author}`,
  back: 'Back to your text',
  restored: (time: string): string =>
    `The version of ${time} is in the editor. Save Changes puts it on the site.`,
} as const;
