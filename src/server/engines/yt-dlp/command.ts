import type { ParsedLink } from '#shared/links/parsed-link.ts';

/** Returns whether yt-dlp can read a link: single public posts only. It cannot read TikTok photo posts, and stories require an account. */
export const supportsLink = ({ platform, kind }: ParsedLink): boolean =>
  platform === 'instagram'
    ? kind === 'post' || kind === 'reel' || kind === 'tv'
    : platform === 'tiktok' && kind === 'video';

/** Returns the URL of a post in the form that yt-dlp accepts for every kind of post of the platform. */
const addressOf = ({ platform, id }: ParsedLink): string =>
  platform === 'instagram' ? `https://www.instagram.com/p/${id}/` : `https://www.tiktok.com/@_/video/${id}`;

/**
 * Builds the yt-dlp arguments that print the data of a post as JSON without saving files. Warnings stay enabled, because they report
 * missing impersonation and refusals. Only the extractors of the two platforms are allowed: the generic one would request any URL
 * it is redirected to.
 */
export const buildArguments = (link: ParsedLink): readonly string[] => [
  '--ignore-config',
  '--no-update',
  '--no-cache-dir',
  '--no-plugin-dirs',
  '--no-playlist',
  '--dump-single-json',
  '--no-progress',
  ...['--color', 'never'],
  ...['--socket-timeout', '10'],
  ...['--retries', '1'],
  ...['--extractor-retries', '1'],
  '--ignore-no-formats-error',
  ...['--use-extractors', 'Instagram,TikTok'],
  '--',
  addressOf(link),
];

/**
 * Builds the environment variables that route all requests of yt-dlp through the proxy. The proxy URL contains a credential, so it is
 * not passed as an argument: every user of the machine can list arguments, but only the user that runs a program can read its
 * environment. yt-dlp and the programs that it starts read the lower-case names for every scheme.
 */
export const proxyEnvironment = (proxy: string): Readonly<Record<string, string>> => ({
  http_proxy: proxy,
  https_proxy: proxy,
  all_proxy: proxy,
});
