/** Texts of the page that answers the link form when the browser runs no scripts. */
export const previewPage = {
  /** Follows the site's title. */
  titleTail: 'preview',
  newLink: 'New link',
  /** Label of the button for the preview, on a public page that was opened with a link. */
  openedWith: 'Preview your link',
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
