import type { EngineName } from '../../contract/engine-names.ts';
import type { Group } from '../text.ts';

/** Texts of the panel's Engine section. */
export const engineEditor = {
  lede: 'How this site reads posts. Changes apply from the next preview.',
  'changes.engines': 'Engines',
  'changes.provider': 'Extraction service',
  'changes.platforms': 'Platforms',
  'changes.canaries': 'Test posts',
  'changes.alerts': 'Alerts',

  platforms: 'Platforms',
  platformsHelp: 'While a platform is off, its posts are not read and visitors see a message.',
  platformOn: 'On for visitors',
  platformOff: 'Off for visitors',

  engines: 'Engines',
  enginesHelp:
    'Each engine is a way to read posts. They are tried from top to bottom until one finds the post.',
  /**
   * Say where the order of the engines comes from. An order that was saved in this section while the variable ENGINES is not set needs no
   * sentence.
   */
  fromDefault: 'This is the default order until you save one here.',
  fromVariable: 'This is the order in the ENGINES variable. An order that you save here replaces it.',
  chosen: 'The order saved here overrides the ENGINES variable.',
  healthHelp: 'Figures from the last hour; no links or visitors are recorded.',
  noneOn: 'No engine is both set up and on, so no posts can be read.',
  'purposes.provider': 'A service elsewhere that reads posts',
  'purposes.native': 'Reads the public page of a post',
  'purposes.yt-dlp': 'The yt-dlp program on this server',
  'purposes.cobalt': 'Your cobalt instance',
  'purposes.sample': 'Built-in posts for trying out the site',
  instanceAt: 'Your instance at {host}',
  'keys.present': 'Key set',
  'keys.optional': 'No key',
  'keys.unreadable': 'Key unreadable. Enter it again.',
  version: 'Version {version}',
  'warnings.impersonation_missing':
    'It cannot imitate a browser, so platforms refuse it more often. Install yt-dlp with the curl-cffi extra.',
  'warnings.too_old': 'This version is out of date. Update yt-dlp.',
  'warnings.does_not_run': 'It does not run. Run it on the command line to see why, or install it again.',
  quota: { one: '{remaining} of {count} call left', other: '{remaining} of {count} calls left' },
  ask: 'Use {name}',
  on: 'On',
  off: 'Off',

  add: 'Add an engine',
  addable: 'Engines you can add',
  'needs.provider': 'A service elsewhere reads posts for you. Most need an account and its key.',
  'needs.yt-dlp': 'Needs the yt-dlp program on this server: install it here, or set YTDLP_PATH to your own.',
  'needs.yt-dlp.owner':
    'Needs the yt-dlp program on this server: the owner can install it here, or set YTDLP_PATH.',
  'needs.cobalt': 'Needs a cobalt instance that you run: set COBALT_URL to its address and restart Savelet.',

  setup: 'Setup',
  /** Follows `setup` for screen readers: 'Setup of cobalt'. */
  setupOf: 'of {name}',
  ownersSetup: 'The owner installs and updates yt-dlp.',
  'cobaltSetup.present': 'Set with COBALT_URL and COBALT_API_KEY. Change them there and restart Savelet.',
  'cobaltSetup.missing':
    'Set with COBALT_URL. If your instance needs a key, set COBALT_API_KEY and restart Savelet.',

  health: 'Health of {name}',
  'states.working': 'Works.',
  'states.slow': 'Slow.',
  'states.failing': 'Failing.',
  'states.off': 'Switched off.',
  /**
   * Shown for an engine that this instance has not used since it started. The Overview may still show earlier uses, because it reads stored
   * counters.
   */
  unused: 'Not used since the last start.',
  /** Shown for an engine that was used for no preview in the last hour; a use in a check does not count. */
  unusedLately: 'No previews in the last hour.',
  /** `{previews}` is one of the texts below whose names begin with `previews`. `seenUntimed` is for an unknown median. */
  seen: '{state} {previews}, typically {median}.',
  seenUntimed: '{state} {previews}.',
  previews: { one: '{count} preview in the last hour', other: '{count} previews in the last hour' },
  /** Replaces `previews` if the count has reached its maximum, STATUS_OUTCOMES_MAX, so that there may have been more previews. */
  previewsMost: {
    one: '{count} or more previews in the last hour',
    other: '{count} or more previews in the last hour',
  },
  previewsSome: {
    one: '{ok} of {count} preview answered in the last hour',
    other: '{ok} of {count} previews answered in the last hour',
  },
  previewsSomeOfMost: {
    one: '{ok} of the last {count} preview answered',
    other: '{ok} of the last {count} previews answered',
  },
  seconds: '{value} s',
  secondsUnder: 'under {value} s',
  nothing: '–',
  'breaker.open': 'Skipped until {time}, because it kept failing.',
  'breaker.due': 'Skipped, because it kept failing. The next preview tries it again.',
  'breaker.probing': 'Skipped, because it kept failing. One preview is trying it again now.',
  spread: {
    one: 'Many requests in the last hour, so new ones are sent {count} second apart.',
    other: 'Many requests in the last hour, so new ones are sent {count} seconds apart.',
  },
  limited: 'Paused until {time}, because the platform or the service asks for fewer requests.',

  advanced: 'Advanced',
  advancedAndFailures: {
    one: 'Advanced and {count} recent failure',
    other: 'Advanced and {count} recent failures',
  },
  percentiles: 'Median, 95th percentile',
  percentilesOf: '{median}, {percentile95}',
  circuit: 'Circuit breaker',
  'circuits.open': 'Open',
  'circuits.probing': 'Open, trying again',
  lastSuccess: 'Last post read',
  lastSeen: 'Last used',
  never: 'Never',
  requestsLately: 'Requests in the last hour',
  requestsOf: '{starts} of {free} before they slow down',
  shared:
    'The built-in reader and yt-dlp share this limit, because both send their requests from this server.',
  failuresOn: 'Recent failures on {platform}',
  failureTimes: { one: 'Once: {time}', other: '{count} times, last: {time}' },
  'route.direct': 'Directly: {cause}',
  'route.proxy': 'Through the proxy: {cause}',
  unlistedHost:
    "The post's files are on {host}, which is not a known delivery host. Add it to MEDIA_HOSTS if you trust it.",

  tryWait: { one: 'Try again in {count} second.', other: 'Try again in {count} seconds.' },

  posts: 'Test posts',
  postsHelp:
    'Public posts that you choose. The server reads them a few times an hour to check that each platform still works.',
  postsSummary: {
    one: '{count} post, read a few times an hour.',
    other: '{count} posts, read a few times an hour.',
  },
  postsNone: 'None chosen, so the server checks nothing by itself.',
  postsFailed: 'The last check of {platform} failed.',
  postsOf: '{platform} posts',
  postNone: 'No posts yet.',
  postUrl: 'Link to a post on {platform}',
  postAdd: 'Add',
  postAdded: { one: 'Added. {count} post in the list', other: 'Added. {count} posts in the list' },
  postRemove: 'Remove {link}',
  postRemoved: 'Post removed',
  postRestored: 'Post restored',
  checkNever: 'Not checked yet.',
  'checkLast.passed': 'Last check {time}: passed.',
  'checkLast.failed': 'Last check {time}: failed.',
  'checkLast.unknown': 'Last check {time}.',
  checkOff: 'This platform is off, so it is not checked.',
  postsFull: { one: 'You can add up to {count} post.', other: 'You can add up to {count} posts.' },
  'postProblems.required': 'Enter a link',
  'postProblems.invalid': 'Enter the link of a public post on {platform}, not a short link or a story',
  'postProblems.duplicate': 'This post is already in the list',

  alerts: 'Alerts',
  alertsHelp:
    'Sends a message to your webhook when too many previews of a platform fail, and when they work again.',
  alertsOff: 'Off. No webhook is set.',
  alertsOn: 'Sent when fewer than {percent}% of previews succeed.',
  webhook: 'Webhook',
  webhookHint:
    'Leave empty for no alerts. Anyone who knows this address can post to it, so only administrators see it.',
  lanUse: 'It is in my own network',
  lanTitle: 'Send alerts into your own network?',
  lanText: 'Savelet will send its alerts to {host}. Confirm only a device that you run.',
  lanConfirm: 'Send them there',
  lanHint: 'In your own network, as the owner confirmed.',
  test: 'Send a test',
  testSending: 'Sending...',
  testUnsaved: 'Save first. The test goes to the saved webhook.',
  testSent: 'Test sent. The webhook accepted it.',
  testFailed: 'The webhook could not be reached, or did not accept the test.',
  addressPlaceholder: 'https://',
  /** Name of the unsaved work in the question before a section is left. */
  unsavedPost: 'the new {platform} test post',
  'addressProblems.required': 'Enter the address',
  'addressProblems.bare': 'This web address is incomplete',
  'addressProblems.invalid': 'Enter a web address such as https://api.example.com',
  'addressProblems.credentials': 'Remove the user name and password from the address',
  'addressProblems.too_long': 'This web address is too long',
  'addressProblems.out_of_reach':
    'Enter a host name without a port. IP addresses and ports other than 443 are not allowed',
  below: 'Alert me when fewer than',
  belowOption: '{percent}% of previews succeed',
} as const satisfies Group & Readonly<Record<`purposes.${EngineName}`, string>>;
