/** Texts of the page that answers the link form when the browser runs no scripts. */
export const previewPage = {
  /** After the site's title. */
  titleTail: 'preview',
  newLink: 'New link',
  /** On the public page, when its own address contains a link. */
  fromAddress: 'Preview the link in this address',
  /** Beginning of a link's name for screen readers; 'Download' (result-card.ts) where a post has one item. */
  saveItem: 'Download {item}:',
  'item.photo': 'Photo {position}',
  'item.video': 'Video {position}',
  'item.audio': 'Sound {position}',
  separately: 'Each file is saved on its own. One ZIP for all of them needs JavaScript.',
} as const;
