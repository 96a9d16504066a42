/** The headline of the public page and the sentence below it, each also for an unknown path. */
export const hero = {
  headline: 'Paste the link. Keep\u00a0the\u00a0file.',
  subtitle: 'Save public Instagram and TikTok posts in the best quality available. No account, no watermark.',
  notFound: "This page isn't here",
  /** Stands below `notFound`. */
  notFoundHint: 'Check the address, or paste the link to a post below.',
} as const;
