/** Texts of the page that answers the link form when the browser runs no scripts. */
export const previewPage = {
  /** Follows the site's title. */
  titleTail: 'preview',
  newLink: 'New link',
  /** Label of the link to the preview, on a public page whose own address contains a link. */
  fromAddress: 'Preview the link in this address',
  /**
   * Beginning of a download link's name for screen readers, in a post of several items. In a post of one item, the name begins with
   * 'Download' (result-card.ts).
   */
  saveItem: 'Download {item}:',
  'item.photo': 'Photo {position}',
  'item.video': 'Video {position}',
  'item.audio': 'Sound {position}',
  separately: 'Each file is saved on its own. One ZIP for all of them needs JavaScript.',
} as const;
