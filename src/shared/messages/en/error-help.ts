/** Advice shown under the message in the error panel. */
export const errorHelp = {
  private: "Open it in a private window. If you can't see it there, we can't either.",
  gone: "Copy the link again from the app's Share menu. Stories vanish after about 24 hours.",
  rateLimited: 'Wait a minute, then try again.',
  network: 'Check your connection. Your link is still in the box.',
  noMedia: "If the post is text only or still processing, there's nothing to save yet.",
  platformOff: "The site's owner has turned this platform off. Try again later.",
  /** The link leads to the report form. */
  failed: 'If it keeps happening, <link>report this link</link>.',
  reference: 'Reference',
} as const;
