import type { PageAssets } from '#shared/contract/page.ts';
import type { Config } from '../base/config/config.ts';

const TWO_YEARS_SECONDS = 63_072_000;

/**
 * Creates the Strict-Transport-Security value. Other sites on subdomains may not support HTTPS, so they are included
 * only when the owner enables that.
 */
const strictTransport = (coversSubdomains: boolean): string =>
  `max-age=${String(TWO_YEARS_SECONDS)}${coversSubdomains ? '; includeSubDomains' : ''}`;

/** Creates the headers of every response. Media responses use stricter ones. */
export const baseHeaders = ({
  publicUrl,
  hstsCoversSubdomains,
}: Pick<Config, 'publicUrl' | 'hstsCoversSubdomains'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(self), fullscreen=(self)',
  ...(publicUrl.startsWith('https:')
    ? { 'strict-transport-security': strictTransport(hstsCoversSubdomains) }
    : {}),
});

/** Content security policy of API responses: nothing in them may run or be framed. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Content security policy of the service worker, which requests pages of this site. */
export const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Response header that keeps a response out of search engines. */
export const NO_INDEX_HEADER = { 'x-robots-tag': 'noindex' } as const;
export const API_HEADERS = { 'content-security-policy': API_POLICY, ...NO_INDEX_HEADER } as const;

const documentPolicy = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  assets: PageAssets,
  trustedTypes: readonly string[],
): string => {
  const { themeScript, scripts, inlineStyle } = assets;
  const theme = 'hash' in themeScript ? themeScript.hash : themeScript.integrity;
  return [
    "default-src 'none'",
    `script-src ${scripts.length > 0 ? "'self' " : ''}'${theme}'`,
    `style-src 'self'${inlineStyle === null ? '' : ` '${inlineStyle.hash}'`}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes.join(' ')}`,
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
};

/**
 * Creates the content security policy of the public page. It allows scripts and styles of this site, and by hash the inline `<style>` and
 * the theme script of the page, but nothing of third parties. It has no nonce, because the page is cached.
 */
export const pagePolicy = (config: Pick<Config, 'publicUrl'>, assets: PageAssets): string =>
  documentPolicy(config, assets, ['site-content', 'built-files']);

/**
 * Creates the content security policy of the pages that only the server renders (status, text, the form's answer): the public page's, but
 * without any trusted-types policy. `assets` are those of such a page, whose only script is the theme script.
 */
export const plainPagePolicy = (config: Pick<Config, 'publicUrl'>, assets: PageAssets): string =>
  documentPolicy(config, assets, ["'none'"]);

/**
 * Creates the content security policy of the panel: the public page's, plus the trusted-types policy with which the
 * rich-text editor parses the clipboard.
 */
export const panelPolicy = (config: Pick<Config, 'publicUrl'>, assets: PageAssets): string =>
  documentPolicy(config, assets, ['site-content', 'ProseMirrorClipboard']);

/**
 * Content security policy of the scripts that run as workers, which do not have the policy of their page: they may compile WebAssembly (the
 * MP3 encoder) and read from this site, and load nothing else.
 */
export const WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
