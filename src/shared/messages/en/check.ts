/** Texts of the check whether this server can read posts. */
export const checkTexts = {
  heading: 'Can this server read Instagram and TikTok?',
  help: 'Reads a test post of each platform, or the post you enter, with every engine that is on, even while a platform is off. It takes up to 30 seconds.',
  form: 'Check',
  url: 'Link to a post (optional)',
  urlPlaceholder: 'https://www.instagram.com/p/…',
  engine: 'Check with',
  allEngines: 'All that are on',
  run: 'Check now',
  running: 'Checking...',
  never: 'Not checked yet.',
  checkedAt: 'Checked {time}, in {seconds}.',
  /** Shown for a result that is older than the last change of the engines. */
  outdated: 'This result is from before your last change. Check again.',
  list: 'Results on {platform}',
  'summary.all': '{platform} can be read.',
  'summary.some': '{platform} can be read, but not in every way.',
  'summary.unreadable': '{platform} cannot be read from this server.',
  'summary.gone': '{platform} answers, but the post could not be read.',
  'summary.no_engine': 'No engine that reads {platform} is on.',
  /**
   * Stand below the summary if the tries found different things: `readPartly` if one of them read the post, otherwise `failedDifferently`.
   */
  readPartly: { one: '{ok} of {count} try worked.', other: '{ok} of {count} tries worked.' },
  failedDifferently: {
    one: '{count} try failed.',
    other: '{count} tries failed, for different reasons.',
  },
  'ways.direct': '{engine}, directly',
  'ways.proxy': '{engine}, through the proxy',
  'found.video': { one: 'Video, {count} item', other: 'Video, {count} items' },
  'found.reels': { one: 'Reel, {count} item', other: 'Reel, {count} items' },
  'found.story': { one: 'Story, {count} item', other: 'Story, {count} items' },
  'found.photos': { one: 'Photos, {count} item', other: 'Photos, {count} items' },
  postGone: 'The public test post seems to be gone. Choose your own under "Test posts".',
} as const;
