// What the panel's Engine section says. Loaded with it.
import type { ContentType, EngineName } from './contract/content-type.ts';
import type {
  EngineHealth,
  EngineSetting,
  ListedEngine,
  SwitchedPlatform,
  TryType,
} from './contract/engines.ts';
import { CANARIES_PER_PLATFORM_MAX } from './limits.ts';

export const ENGINE_TITLES: Readonly<Record<EngineName, string>> = {
  provider: 'Provider',
  native: 'Native',
  'yt-dlp': 'yt-dlp',
  cobalt: 'cobalt',
  sample: 'Samples',
};

export const PLATFORM_TITLES: Readonly<Record<SwitchedPlatform, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
};

const purposes: Readonly<Record<EngineName, string>> = {
  provider: 'A service that reads posts',
  native: 'Reads the public page of a post itself',
  'yt-dlp': 'The program on this server',
  cobalt: 'The instance at COBALT_URL',
  sample: 'Posts of our own to try the site with',
};

/** What is missing while an engine is not set up. */
const lacking: Readonly<Record<EngineName, string>> = {
  provider: 'Not set up: name one below, or set PROVIDER_HOST.',
  native: 'Not part of this server.',
  'yt-dlp': 'Not found. Install yt-dlp or set YTDLP_PATH.',
  cobalt: 'Not set up: COBALT_URL is missing.',
  sample: 'Not part of this server.',
};

const keys: Readonly<Record<ListedEngine['key'], string>> = {
  present: 'Key present',
  missing: 'Key missing',
  optional: 'No key: some want one',
  not_needed: 'Needs no key',
};

const warnings: Readonly<Record<Exclude<ListedEngine['warning'], null>, string>> = {
  impersonation_missing:
    'Impersonation is missing, so platforms refuse more of its requests. Install it with its curl-cffi extra.',
  too_old: 'Too old for what the platforms do now. Update it.',
  does_not_run: 'The program does not run. Try it by hand, or install it anew.',
};

const types: Readonly<Record<ContentType, string>> = {
  video: 'Video',
  reels: 'Reel',
  story: 'Story',
  photos: 'Photos',
};

const changes: Readonly<Record<EngineSetting, string>> = {
  engines: 'Engines',
  provider: 'Provider',
  platforms: 'Platforms',
  canaries: 'Posts for checks',
  alerts: 'Alerts',
};

const states: Readonly<Record<EngineHealth['state'], string>> = {
  working: 'Working',
  slow: 'Slow',
  failing: 'Failing',
  unknown: 'Not known yet',
};

const times = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${String(count)} ${more}`;

/** Engine. */
export const ENGINE_EDITOR = {
  lede: 'How posts are fetched. A change holds from the next preview on.',
  changes,

  provider: 'Provider',
  providerHelp:
    'A service that reads posts and wants no key. One with a key is set by PROVIDER_HOST and PROVIDER_API_KEY.',
  providerAddress: 'Address of the provider',
  providerHint:
    'Left empty, PROVIDER_HOST counts. An address here stands over it, is sent the links that are pasted, and never the key.',

  platforms: 'Platforms',
  platformsHelp: 'Visitors are told at once that a platform is off, and nobody is asked.',
  platformOn: 'Posts are fetched',
  platformOff: 'Off for visitors',

  engines: 'Engines',
  enginesHelp: 'Asked from the top until one has the post.',
  columns: { engine: 'Engine', facts: 'Set-up', on: 'Ask' },
  fromVariable: 'The order comes from the variable ENGINES until you save one here.',
  chosen: 'The order saved here stands, whatever the variable ENGINES says.',
  noneOn: 'No engine that is set up is on, so no post can be fetched.',
  purposes,
  lacking,
  keys,
  version: (version: string): string => `Version ${version}`,
  warnings,
  quota: (remaining: number, limit: number): string =>
    `${String(remaining)} of ${times(limit, 'call', 'calls')} left`,
  ask: (name: string): string => `Ask ${name}`,
  on: 'On',
  off: 'Off',

  health: 'How they do',
  healthHelp:
    'Runs of the last hour, kept in memory. Nothing in it names a post or a visitor. Native and yt-dlp ask from this server, so a platform counts them together.',
  healthEmpty: 'No engine for a platform is set up.',
  states,
  answered: 'Answered',
  share: (ok: number, asked: number): string => `${String(ok)} of ${String(asked)}`,
  middle: 'Half within',
  slowest: '95 % within',
  lastSuccess: 'Last post',
  lastSeen: 'Last asked',
  seconds: (value: string): string => `${value} s`,
  nothing: '–',
  never: 'never',
  breaker: {
    open: (time: string): string => `Resting after failures, tried again at ${time}`,
    due: 'Resting after failures, tried again with the next preview',
    probing: 'Resting after failures, being tried now',
  },
  askedLately: 'Asked this hour',
  askedOf: (starts: number, free: number): string =>
    `${times(starts, 'request', 'requests')} of ${String(free)}`,
  spread: (seconds: number): string =>
    `Asked often this hour, so requests are kept ${times(seconds, 'second', 'seconds')} apart`,
  limited: (time: string): string => `Asked to wait until ${time}`,
  failures: (count: number): string => times(count, 'failure lately', 'failures lately'),
  unlistedHost: (host: string): string =>
    `Files are on ${host}, which is not a known delivery host. Add it to MEDIA_HOSTS if you trust it.`,

  try: 'Try a link',
  tryHelp: 'Asks past what is remembered, also where a platform is off. Nothing is saved.',
  tryUrl: 'Link to a post',
  tryPlaceholder: 'https://www.instagram.com/p/…',
  tryType: 'Look for',
  tryTypes: { video: 'Video', other: 'Other' } satisfies Record<TryType, string>,
  tryEngine: 'Ask',
  tryAll: 'All that are on, in order',
  trySend: 'Try it',
  trying: 'Trying...',
  tryRequired: 'Enter a link',
  tryWait: (seconds: number): string => `Try again in ${times(seconds, 'second', 'seconds')}.`,
  tryAnswers: 'What each answered',
  tryDone: (asked: number, found: boolean): string =>
    `${times(asked, 'engine was asked', 'engines were asked')}, ${found ? 'the post was found' : 'nothing was found'}`,
  found: (type: ContentType, items: number): string => `${types[type]}, ${times(items, 'item', 'items')}`,
  lacksType: { video: 'There is no video in it', other: 'There is nothing but video in it' } satisfies Record<
    TryType,
    string
  >,
  qualities: 'Qualities',

  canaries: 'Posts for checks',
  canariesHelp:
    'Public posts of your choice. They are fetched a few times an hour to see whether a platform still works.',
  canariesOf: (platform: string): string => `Posts of ${platform}`,
  canaryNone: 'None: nothing is fetched for checks.',
  canaryUrl: (platform: string): string => `Link to a post on ${platform}`,
  canaryAdd: 'Add',
  canaryAdded: (count: number): string => `Added. ${times(count, 'post', 'posts')} now`,
  canaryRemove: (link: string): string => `Remove ${link}`,
  canaryRemoved: 'The post was removed',
  canaryBack: 'The post is back',
  check: 'Run a check now',
  checking: 'Checking...',
  /** Behind either, for whoever does not see under which heading it stands. */
  checkOf: (platform: string): string => `on ${platform}`,
  checkNever: 'Not checked yet.',
  checkLast: (time: string, worked: boolean | null): string =>
    `Last check ${time}${worked === null ? '' : worked ? ': it worked' : ': it failed'}.`,
  checkNothing: 'Save a post first.',
  checkOff: 'Off for visitors, so it is not checked.',
  checkAgain: (time: string): string => `The next one can run at ${time}.`,
  checkWorked: (seconds: string): string => `The post was found in ${seconds}`,
  canaryFull: `${String(CANARIES_PER_PLATFORM_MAX)} posts are the most.`,
  canaryProblems: {
    required: 'Enter a link',
    invalid: (platform: string): string =>
      `Enter the link of a public post on ${platform}, not a short link or a story`,
    duplicate: 'This post is there already',
  },

  alerts: 'Alerts',
  alertsHelp: 'A message to an address of yours when too little of a platform works.',
  webhook: 'Webhook',
  webhookHint:
    'Left empty, nobody is told. Whoever knows the address may write to it: only administrators see it.',
  addressPlaceholder: 'https://',
  addressProblems: {
    bare: 'This web address is not whole',
    invalid: 'Enter a full https address without a user name or password',
    out_of_reach:
      'Enter a host name, without a port: nothing is sent to an IP address or another port than 443',
  },
  below: 'Tell me when less than',
  belowOption: (percent: number): string => `${String(percent)} % of a platform works`,

  failed: 'The engines could not be loaded.',
} as const;
