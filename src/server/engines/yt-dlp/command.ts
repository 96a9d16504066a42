import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { SERVER_PLATFORMS, serverPlatformOf } from '../../platforms/platforms.ts';

/** Extractors of the platforms' posts, in yt-dlp's syntax. */
const EXTRACTORS = Object.values(SERVER_PLATFORMS)
  .map(({ ytDlp }) => ytDlp.extractor)
  .join(',');

/** Returns whether yt-dlp can read a link: single public posts only. */
export const supportsLink = ({ platform, kind }: ParsedLink): boolean =>
  serverPlatformOf(platform)?.ytDlp.kinds.has(kind) ?? false;

/**
 * Builds the yt-dlp arguments that print the data of the post at `address` as JSON without saving files. Warnings stay enabled, because they report
 * missing impersonation and refusals. Only the extractors of the platforms are allowed: the generic one would request any URL
 * it is redirected to.
 */
export const buildArguments = (address: string): readonly string[] => [
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
  ...['--use-extractors', EXTRACTORS],
  '--',
  address,
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
