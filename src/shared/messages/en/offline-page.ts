/** The page that the browser shows in place of its own error when the site cannot be reached. */
export const offlinePage = {
  heading: "We can't reach {title}",
  /** Follows the site's title and a colon. */
  titleTail: 'offline',
  advice:
    "Check your connection. If that works, this site may be down for a moment. A link that you shared or pasted isn't lost.",
  again: 'Try again',
} as const;
