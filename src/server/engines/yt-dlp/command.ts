import type { ParsedLink } from '#shared/links/parsed-link.ts';

/** Tells whether the program has a way to this link: single public posts. It gives no pictures of TikTok's, and stories need an account. */
export const takesLink = ({ platform, kind }: ParsedLink): boolean =>
  platform === 'instagram'
    ? kind === 'post' || kind === 'reel' || kind === 'tv'
    : platform === 'tiktok' && kind === 'video';

/** The one shape of each platform's links that the program knows whatever the post is. */
const addressOf = ({ platform, id }: ParsedLink): string =>
  platform === 'instagram' ? `https://www.instagram.com/p/${id}/` : `https://www.tiktok.com/@_/video/${id}`;

/**
 * Gives the arguments that have the program print what it knows of a post, and save nothing. Warnings stay on: one of them tells
 * of missing impersonation, another of a refusal. The two extractors named are all it may use: the generic one would fetch
 * whatever it is led to.
 */
export const argumentsFor = (link: ParsedLink): readonly string[] => [
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
 * Gives the variables that lead all of the program's requests through the proxy. Its address holds a credential: every user of
 * the machine can list arguments, and only the program's own user can read its environment. The program takes the names in
 * lower case for every scheme, and so do the programs it may start.
 */
export const proxyVariables = (proxy: string): Readonly<Record<string, string>> => ({
  http_proxy: proxy,
  https_proxy: proxy,
  all_proxy: proxy,
});
