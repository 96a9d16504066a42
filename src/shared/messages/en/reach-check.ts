/** Texts of the check whether this server can read the platforms. */
export const reachCheck = {
  heading: 'Can this server read Instagram and TikTok?',
  help: 'Reads a post from each platform with every engine that is on: your self-test posts, or well-known public ones. Takes up to 30 seconds.',
  run: 'Check now',
  running: 'Checking...',
  never: 'Not checked yet.',
  checkedAt: 'Checked {time}, in {seconds}.',
  /** Said about a result from before a change of the engines. */
  outdated: 'Before your last change. Check again.',
  list: 'Results on {platform}',
  'summary.all': '{platform} can be read.',
  'summary.some': '{platform} can be read, but not in every way.',
  'summary.none': '{platform} cannot be read from this server.',
  'summary.gone': '{platform} answers, but its test post could not be read.',
  'summary.nothing': 'No engine that reads {platform} is on.',
  /** The line below `summary.some`, and below `summary.none` when the tries failed for several reasons. */
  readPartly: { one: '{ok} of {count} try worked.', other: '{ok} of {count} tries worked.' },
  failedDifferently: {
    one: '{count} try failed.',
    other: '{count} tries failed, for different reasons.',
  },
  'ways.direct': '{engine}, directly',
  'ways.proxy': '{engine}, through the proxy',
  postGone: 'The public test post seems to be gone. Choose your own under "Self-test posts".',
} as const;
