/** The pricing card. */
export const pricing = {
  heading: "Free, and that's the whole price list",
  lede: 'Every feature is included for everyone. There is no paid plan, no trial and no card to enter.',
  'points.quality': 'All qualities, up to 1080p',
  'points.kinds': 'Videos, reels, stories and photo sets',
  'points.kindsWithoutStories': 'Videos, reels and photo sets',
  'points.limit': {
    one: '{count} preview a minute, for everyone',
    other: '{count} previews a minute, for everyone',
  },
} as const;
