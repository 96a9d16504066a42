// Texts of the panel's Engine section. Loaded only with that section.

import type { ContentType, EngineName } from './contract/content-type.ts';
import type { EngineHealth, EngineSetting, ListedEngine, TryType } from './contract/engines.ts';
import { CANARIES_PER_PLATFORM_MAX } from './limits.ts';
import type { PlatformId } from './platforms/platforms.ts';

export const ENGINE_TITLES: Readonly<Record<EngineName, string>> = {
  provider: 'Provider',
  native: 'Native',
  'yt-dlp': 'yt-dlp',
  cobalt: 'cobalt',
  sample: 'Samples',
};

export const PLATFORM_TITLES: Readonly<Record<PlatformId, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
};

const purposes: Readonly<Record<EngineName, string>> = {
  provider: 'An external extraction service',
  native: 'Reads the public page of a post',
  'yt-dlp': 'The yt-dlp program on this server',
  cobalt: 'The cobalt instance at COBALT_URL',
  sample: 'Built-in sample posts',
};

/** Shown for an engine that is not configured: what is missing. */
const lacking: Readonly<Record<EngineName, string>> = {
  provider: 'Not set up. Enter an address below or set PROVIDER_HOST.',
  native: 'Not available on this server.',
  'yt-dlp': 'Not found. Install yt-dlp or set YTDLP_PATH.',
  cobalt: 'Not set up. Set COBALT_URL.',
  sample: 'Not available on this server.',
};

const keys: Readonly<Record<ListedEngine['key'], string>> = {
  present: 'Key present',
  missing: 'Key missing',
  optional: 'No key. Some instances need one.',
  not_needed: 'No key needed',
};

const warnings: Readonly<Record<Exclude<ListedEngine['warning'], null>, string>> = {
  impersonation_missing:
    'Browser impersonation is missing, so platforms refuse more requests. Install yt-dlp with the curl-cffi extra.',
  too_old: 'This version is out of date. Update yt-dlp.',
  does_not_run: 'The program does not run. Run it on the command line to see why, or reinstall it.',
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
  canaries: 'Self-test posts',
  alerts: 'Alerts',
};

const states: Readonly<Record<EngineHealth['state'], string>> = {
  working: 'Working',
  slow: 'Slow',
  failing: 'Failing',
  unknown: 'No data yet',
};

const times = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${String(count)} ${more}`;

/** Engine. */
export const ENGINE_EDITOR = {
  lede: 'How posts are fetched. Changes apply from the next preview.',
  changes,

  provider: 'Provider',
  providerHelp:
    'An extraction service that needs no key. For one that needs a key, set PROVIDER_HOST and PROVIDER_API_KEY.',
  providerAddress: 'Provider address',
  providerHint:
    'If empty, PROVIDER_HOST is used. An address here replaces it. It receives the links visitors paste, but never the key.',

  platforms: 'Platforms',
  platformsHelp: 'While a platform is off, visitors see a message and no posts are fetched from it.',
  platformOn: 'On for visitors',
  platformOff: 'Off for visitors',

  engines: 'Engines',
  enginesHelp: 'Tried from top to bottom until one finds the post.',
  columns: { engine: 'Engine', facts: 'Setup', on: 'Use' },
  fromVariable: 'The ENGINES variable sets the order until you save one here.',
  chosen: 'The order saved here overrides the ENGINES variable.',
  noneOn: 'No engine is both set up and on, so no posts can be fetched.',
  purposes,
  lacking,
  keys,
  version: (version: string): string => `Version ${version}`,
  warnings,
  quota: (remaining: number, limit: number): string =>
    `${String(remaining)} of ${times(limit, 'call', 'calls')} left`,
  ask: (name: string): string => `Use ${name}`,
  on: 'On',
  off: 'Off',

  health: 'Engine health',
  healthHelp:
    'Results of the last hour, kept in memory only. They do not identify posts or visitors. Native and yt-dlp share one request limit per platform because both send requests from this server.',
  healthEmpty: 'No engine for Instagram or TikTok is set up.',
  states,
  answered: 'Answered',
  share: (ok: number, asked: number): string => `${String(ok)} of ${String(asked)}`,
  middle: 'Median',
  slowest: '95th percentile',
  lastSuccess: 'Last success',
  lastSeen: 'Last used',
  seconds: (value: string): string => `${value} s`,
  nothing: '–',
  never: 'never',
  breaker: {
    open: (time: string): string => `Engine paused after failures. Next attempt at ${time}`,
    due: 'Engine paused after failures. Next attempt with the next preview',
    probing: 'Engine paused after failures. Retrying now',
  },
  askedLately: 'Requests in the last hour',
  askedOf: (starts: number, free: number): string => `${String(starts)} of ${String(free)}`,
  spread: (seconds: number): string =>
    `Many requests to the platform in the last hour. New ones are sent ${times(seconds, 'second', 'seconds')} apart`,
  limited: (time: string): string => `Rate limited until ${time}`,
  failures: (count: number): string => times(count, 'recent failure', 'recent failures'),
  unlistedHost: (host: string): string =>
    `The post's files are on ${host}, which is not a known delivery host. Add it to MEDIA_HOSTS if you trust it.`,

  try: 'Try a link',
  tryHelp: 'Ignores cached results and works even while a platform is off. Nothing is saved.',
  tryUrl: 'Link to a post',
  tryPlaceholder: 'https://www.instagram.com/p/…',
  tryType: 'Look for',
  tryTypes: { video: 'Video', other: 'Other' } satisfies Record<TryType, string>,
  tryEngine: 'Try with',
  tryAll: 'All that are on, in order',
  trySend: 'Try it',
  trying: 'Trying...',
  tryRequired: 'Enter a link',
  tryWait: (seconds: number): string => `Try again in ${times(seconds, 'second', 'seconds')}.`,
  tryAnswers: 'Result of each engine',
  tryDone: (asked: number, found: boolean): string =>
    `${times(asked, 'engine', 'engines')} tried. ${found ? 'Post found.' : 'Nothing found.'}`,
  found: (type: ContentType, items: number): string => `${types[type]}, ${times(items, 'item', 'items')}`,
  lacksType: { video: 'This post has no video', other: 'This post has only video' } satisfies Record<
    TryType,
    string
  >,
  qualities: 'Qualities',

  canaries: 'Self-test posts',
  canariesHelp:
    'Public posts of your choice. The server fetches them a few times an hour to check that each platform still works.',
  canariesOf: (platform: string): string => `${platform} posts`,
  canaryNone: 'No posts, so no self-test runs.',
  canaryUrl: (platform: string): string => `Link to a post on ${platform}`,
  canaryAdd: 'Add',
  canaryAdded: (count: number): string => `Added. ${times(count, 'post', 'posts')} now`,
  canaryRemove: (link: string): string => `Remove ${link}`,
  canaryRemoved: 'Post removed',
  canaryBack: 'Post restored',
  check: 'Run a self-test now',
  checking: 'Testing...',
  /** Follows `check` and `checking` for screen readers, where the platform's heading is not announced. */
  checkOf: (platform: string): string => `on ${platform}`,
  checkNever: 'Not tested yet.',
  checkLast: (time: string, worked: boolean | null): string =>
    `Last self-test ${time}${worked === null ? '' : worked ? ': passed' : ': failed'}.`,
  checkNothing: 'Save a post first.',
  checkOff: 'Off for visitors, so it is not tested.',
  checkAgain: (time: string): string => `You can test again at ${time}.`,
  checkWorked: (seconds: string): string => `Post found in ${seconds}`,
  canaryFull: `You can add up to ${String(CANARIES_PER_PLATFORM_MAX)} posts.`,
  canaryProblems: {
    required: 'Enter a link',
    invalid: (platform: string): string =>
      `Enter the link of a public post on ${platform}, not a short link or a story`,
    duplicate: 'This post is already in the list',
  },

  alerts: 'Alerts',
  alertsHelp: 'Sends a message to your webhook when too many previews on a platform fail.',
  webhook: 'Webhook',
  webhookHint:
    'If empty, no alerts are sent. Anyone who knows the address can post to it, so only administrators see it here.',
  addressPlaceholder: 'https://',
  addressProblems: {
    bare: 'This web address is incomplete',
    invalid: 'Enter a full https address without a user name or password',
    out_of_reach: 'Enter a host name without a port. IP addresses and ports other than 443 are not allowed',
  },
  below: 'Alert me when fewer than',
  belowOption: (percent: number): string => `${String(percent)}% of previews succeed`,

  failed: 'The engines could not be loaded.',
} as const;
