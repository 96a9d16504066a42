import path from 'node:path';
import * as z from 'zod';
import { LANGUAGE } from '#messages/language.ts';
import { SIGN_UP_MODES } from '#shared/contract/account.ts';
import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import { SERVICE_NAMES } from '#shared/contract/extraction-services.ts';
import { DELIVERIES } from '#shared/contract/site.ts';
import { CONTACT_EMAIL_MAX_CHARACTERS } from '#shared/limits.ts';
import { isProgram } from './find-program.ts';
import { proxyMistake } from './proxy-address.ts';

/**
 * Redirects outbound requests for `host` to `origin`, with their original Host header. A `host` with a leading `*.` stands for all
 * subdomains.
 */
export interface UpstreamRoute {
  readonly host: string;
  readonly origin: string;
}

/**
 * Values of AUTH_DETAIL. `exact`: a failed sign-in states whether the account or the password is wrong, and sign-up states that an account
 * exists, both only a limited number of times per network. `uniform`: sign-in and sign-up state neither.
 */
const AUTH_DETAILS = ['exact', 'uniform'] as const;

/**
 * Values of OUTBOUND_PROXY_MODE: pages are requested through the owner's proxy `always`, or as `fallback` when the direct request fails or
 * takes long.
 */
const OUTBOUND_PROXY_MODES = ['always', 'fallback'] as const;

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Creates a string schema. `check` returns the message that rejects a text, or null to accept it. */
const checkedText = (check: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const mistake = check(text);
    if (mistake !== null) context.addIssue(mistake);
  });

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';
const hasUser = (url: URL): boolean => url.username !== '' || url.password !== '';
const hasPath = (url: URL): boolean => url.pathname !== '/' || url.search !== '' || url.hash !== '';

const NO_ADDRESS = 'must be an http or https address';
const httpAddress = checkedText((text) => {
  const url = URL.parse(text);
  return url === null || !isHttp(url) || hasUser(url) ? NO_ADDRESS : null;
});

/** Matches a path of characters that mean the same in a link, a header, a cookie and the configuration of a proxy. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)*\/?$/;

const publicUrl = checkedText((text) => {
  const url = URL.parse(text);
  if (url === null || !isHttp(url) || hasUser(url)) return NO_ADDRESS;
  if (url.search !== '' || url.hash !== '') return 'must have no query';
  return PLAIN_PATH.test(url.pathname) ? null : 'may have only letters, digits and . _ ~ - in its path';
});

/**
 * Schema of an https URL without a user, a port, a query or a fragment. The server downloads programs from it (YTDLP_RELEASES), or reads a
 * release from it (UPDATE_URL).
 */
const releaseAddress = checkedText((text) => {
  const url = URL.parse(text);
  const isPlain = url !== null && !hasUser(url) && url.search === '' && url.hash === '' && url.port === '';
  return isPlain && url.protocol === 'https:'
    ? null
    : 'must be an https address without a user, a port or a query';
});

const proxy = checkedText(proxyMistake);

/**
 * Accepted values of the parameter `sslmode` in DATABASE_URL; null stands for an absent parameter. `no-verify` is the driver's own name for
 * `require`.
 */
const SSL_MODES: readonly (string | null)[] = [
  null,
  'disable',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
];

const databaseUrl = checkedText((text) => {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:'))
    return 'must be an address like postgres://name:password@host/database; for a file leave it unset';
  const mode = url.searchParams.get('sslmode');
  if (!SSL_MODES.includes(mode))
    return 'has an unknown sslmode. Write sslmode=disable, require (encrypts), verify-ca or verify-full (encrypts and verifies the server)';
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert'))
    return 'has sslmode=verify-ca without an authority. Add sslrootcert=/path/to/authority.pem, or write sslmode=verify-full';
  return null;
});

const HOST_SUFFIX = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const ROUTE_HOST = /^(?:\*\.)?[a-z0-9.-]+$/;
/**
 * Matches a CIDR range of all addresses, with which every client could forge its address. The framework would reject such a range with a
 * stack trace, so the schema rejects it with a message.
 */
const ALL_ADDRESSES = /\/0+$/;
/** Ranges that `private` in TRUST_PROXY stands for: loopback, private, link-local and unique-local addresses. */
const PRIVATE_RANGES = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1/128', 'fe80::/10', 'fc00::/7'],
];
const addressOrRange = z
  .union([z.literal('private'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: 'must be private, or a list of addresses or CIDR ranges like 10.0.0.0/8',
  })
  .refine((text) => !ALL_ADDRESSES.test(text), { error: 'must not name a range of all addresses (/0)' });

const engines = list.pipe(
  z
    .array(z.enum(ENGINE_NAMES, { error: `may only name ${ENGINE_NAMES.join(', ')}` }))
    .min(1, { error: 'must name at least one engine' })
    .refine((names) => new Set(names).size === names.length, { error: 'names an engine twice' }),
);

const parseRoute = (text: string): { readonly host: string; readonly url: URL } | null => {
  const at = text.indexOf('=');
  const host = text.slice(0, at).toLowerCase();
  const url = URL.parse(text.slice(at + 1));
  const isValid = at > 0 && ROUTE_HOST.test(host) && url !== null && isHttp(url) && !hasUser(url);
  return isValid ? { host, url } : null;
};

const routes = list.transform((entries, context) =>
  entries.flatMap((entry): UpstreamRoute[] => {
    const route = parseRoute(entry);
    if (route === null) context.addIssue('must be a list like www.tiktok.com=http://127.0.0.1:9101');
    else if (hasPath(route.url)) context.addIssue('must name origins, without a path or query');
    return route === null ? [] : [{ host: route.host, origin: route.url.origin }];
  }),
);

const masterSecret = z.string().min(16, { error: 'must have at least 16 characters' });

/** Schema of an API key, which is sent in a header unchanged. */
const apiKey = z.string().regex(/^[\x21-\x7e]+$/, { error: 'must be printable characters' });

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });

/** Largest count that a variable accepts. No real site needs a larger one, so it would be a typing error. */
const COUNT_MAX = 1_000_000;
const DRAIN_MAX_SECONDS = 24 * 60 * 60;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Environment variables that the server reads, with the format and default of each. */
export const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  SECRET: masterSecret.optional(),
  SECRET_PREVIOUS: masterSecret.optional(),
  DATABASE_URL: databaseUrl.optional(),
  SETUP_CODE: z
    .string()
    .min(12, { error: 'must have at least 12 characters' })
    .max(128, { error: 'must have at most 128 characters' })
    .optional(),
  SIGNUP: z.enum(SIGN_UP_MODES, { error: `must be one of ${SIGN_UP_MODES.join(', ')}` }).default('approval'),
  AUTH_DETAIL: z.enum(AUTH_DETAILS, { error: `must be one of ${AUTH_DETAILS.join(', ')}` }).default('exact'),
  TRUST_PROXY: list
    .pipe(z.array(addressOrRange))
    .transform((given) => given.flatMap((one) => (one === 'private' ? PRIVATE_RANGES : [one])))
    .default([]),
  ENGINES: engines.default([...ENGINE_NAMES]),
  PROVIDER_HOST: httpAddress.optional(),
  PROVIDER_API_KEY: apiKey.optional(),
  PROVIDER_PRESET: z
    .enum(SERVICE_NAMES, { error: `must be one of ${SERVICE_NAMES.join(', ')}` })
    .default('download'),
  COBALT_URL: httpAddress
    .refine((text) => !/[?#]/.test(text), { error: 'must be an address without a query' })
    .optional(),
  YTDLP_PATH: z
    .string()
    .transform((file) => path.resolve(file))
    .refine(isProgram, { error: 'must be a program that may be run' })
    .optional(),
  YTDLP_RELEASES: releaseAddress.default('https://github.com'),
  UPDATE_URL: releaseAddress.optional(),
  COBALT_API_KEY: apiKey.optional(),
  MEDIA_HOSTS: list
    .pipe(
      z.array(
        z.string().toLowerCase().regex(HOST_SUFFIX, { error: 'must be host names like cdn.example.com' }),
      ),
    )
    .default([]),
  OUTBOUND_PROXY: proxy.optional(),
  OUTBOUND_PROXY_MODE: z
    .enum(OUTBOUND_PROXY_MODES, { error: `must be one of ${OUTBOUND_PROXY_MODES.join(', ')}` })
    .default('always'),
  OUTBOUND_PROXY_PER_HOUR: wholeNumber(1, COUNT_MAX).default(1_000),
  MEDIA_PROXY: proxy.optional(),
  PREVIEWS_PER_MINUTE: wholeNumber(1, COUNT_MAX).default(20),
  PREVIEWS_PER_HOUR: wholeNumber(1, COUNT_MAX).default(200),
  PREVIEWS_AT_ONCE: wholeNumber(1, COUNT_MAX).default(5),
  STREAMS_AT_ONCE: wholeNumber(1, COUNT_MAX).default(8),
  CONNECTIONS_AT_ONCE: wholeNumber(1, COUNT_MAX).default(256),
  DRAIN_SECONDS: wholeNumber(0, DRAIN_MAX_SECONDS).default(120),
  DELIVERY: z.enum(DELIVERIES, { error: `must be one of ${DELIVERIES.join(', ')}` }).default('tunnel'),
  HSTS_SUBDOMAINS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  UPSTREAM_ROUTES: routes.default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, { error: 'must have at least 16 characters, all printable and no spaces' })
    .optional(),
  // The language was chosen when the texts were imported; another value means that the start did not choose it.
  SITE_LANGUAGE: z
    .literal(LANGUAGE, { error: 'only takes effect in "npm start" and "npm run build"; use "npm start"' })
    .default(LANGUAGE),
  CONTACT_EMAIL: z
    .email({ error: 'must be an e-mail address' })
    .max(CONTACT_EMAIL_MAX_CHARACTERS, { error: 'must be an e-mail address' })
    .optional(),
});
