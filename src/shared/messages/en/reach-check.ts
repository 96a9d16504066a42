/** Texts of the check whether this server can read the platforms. */
export const reachCheck = {
  heading: 'Can this server read Instagram and TikTok?',
  help: 'Reads one post of each platform with every engine that is on, on every route. It uses your self-test posts, or public posts that other tools test with. Takes up to 30 seconds and runs only when you start it.',
  run: 'Check now',
  running: 'Checking...',
  never: 'Not checked yet.',
  checkedAt: 'Checked {time}, in {seconds}.',
  list: 'Results on {platform}',
  'summary.all': '{platform} can be read.',
  'summary.some': '{platform} can be read, but not in every way.',
  'summary.none': '{platform} cannot be read from here.',
  'summary.gone': '{platform} answers, but no post could be read.',
  'summary.nothing': 'No engine that reads {platform} is on and set up.',
  'routes.direct': 'directly',
  'routes.proxy': 'through the proxy',
  postGone: 'The check post is gone. Choose your own under “Self-test posts”.',
} as const;
