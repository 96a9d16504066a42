import type { PageAssets } from '#shared/contract/page.ts';
import type { Config } from '../config/config.ts';

const YEARS_2_SECONDS = 63_072_000;

/** Other sites below the same name may have no https, so they are covered only when the owner says so. */
const strictTransport = (coversSubdomains: boolean): string =>
  `max-age=${String(YEARS_2_SECONDS)}${coversSubdomains ? '; includeSubDomains' : ''}`;

/** Headers of every answer (facts/security 5.1). Media answers narrow them further. */
export const baseHeaders = ({
  publicUrl,
  hstsSubdomains,
}: Pick<Config, 'publicUrl' | 'hstsSubdomains'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(self), fullscreen=(self)',
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': strictTransport(hstsSubdomains) } : {}),
});

/** Nothing an API answer holds may ever run or be framed. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Nor is it a page to be found. */
export const UNINDEXED = { 'x-robots-tag': 'noindex' } as const;
export const API_HEADERS = { 'content-security-policy': API_POLICY, ...UNINDEXED } as const;

const documentPolicy = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  assets: PageAssets,
  trustedTypes: readonly string[],
): string => {
  const hashes = [assets.themeScript, ...assets.scripts].map((script) => `'${script.integrity}'`).join(' ');
  return [
    "default-src 'none'",
    `script-src 'strict-dynamic' ${hashes}`,
    "style-src 'self'",
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
 * The policy of the public page: scripts by hash and integrity, no inline style or script, no third party.
 * No nonce, because the page is a kept string.
 */
export const pagePolicy = (config: Pick<Config, 'publicUrl'>, assets: PageAssets): string =>
  documentPolicy(config, assets, ['built-files', 'site-content']);

/** The status page's: as the public page's, and no script but the one that sets the theme. */
export const statusPolicy = (config: Pick<Config, 'publicUrl'>, assets: PageAssets): string =>
  documentPolicy(config, { ...assets, scripts: [] }, ["'none'"]);

/** The panel's: as the public page's, and the rich-text editor's own name for what it parses from the clipboard. */
export const panelPolicy = (config: Pick<Config, 'publicUrl'>, assets: PageAssets): string =>
  documentPolicy(config, assets, ['built-files', 'site-content', 'ProseMirrorClipboard']);
