import path from 'node:path';
import * as z from 'zod';
import { SIGN_UP_MODES } from '#shared/contract/account.ts';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/content-type.ts';
import { AUTH_DETAILS, type Config, type UpstreamRoute } from './config.ts';
import { findProgram, isProgram } from './find-program.ts';
import { StartError } from './start-error.ts';

/** A wrong environment. The message names every mistake at once; values are never repeated, they may be secrets. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n  ${mistakes.join('\n  ')}`,
    );
    this.mistakes = mistakes;
  }
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const originUrl = (protocols: readonly string[]) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && protocols.includes(url.protocol) && url.username === '' && url.password === '';
    },
    { error: `must be an ${protocols.map((protocol) => protocol.replace(':', '')).join(' or ')} address` },
  );

const databaseUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && (url.protocol === 'postgres:' || url.protocol === 'postgresql:');
  },
  { error: 'must be an address like postgres://name:password@host/database; for a file leave it unset' },
);

const HOST_SUFFIX = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const ROUTE_HOST = /^(?:\*\.)?[a-z0-9.-]+$/;
const ADDRESS_OR_RANGE = /^[0-9a-f.:]+(?:\/\d{1,3})?$/i;

const engines = list.pipe(
  z
    .array(z.enum(ENGINE_NAMES), { error: `may only name ${ENGINE_NAMES.join(', ')}` })
    .min(1)
    .refine((names) => new Set(names).size === names.length, { error: 'names an engine twice' }),
);

const parseRoute = (text: string): UpstreamRoute | null => {
  const at = text.indexOf('=');
  const host = text.slice(0, at).toLowerCase();
  const url = URL.parse(text.slice(at + 1));
  const valid =
    at > 0 &&
    ROUTE_HOST.test(host) &&
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:');
  return valid ? { host, origin: url.origin } : null;
};

const routes = list.transform((entries, context) =>
  entries.flatMap((entry) => {
    const route = parseRoute(entry);
    if (route === null) context.addIssue('must be a list like www.tiktok.com=http://127.0.0.1:9101');
    return route === null ? [] : [route];
  }),
);

/** Goes into a header as it is. */
const apiKey = z.string().regex(/^[\x21-\x7e]+$/, { error: 'must be printable characters' });

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(least, { error: `must be at least ${least}` })
    .max(most, { error: `must be at most ${most}` });

/** A ceiling that no real site reaches; a larger value is a typing error. */
const COUNT_MAX = 1_000_000;
const DRAIN_MAX_SECONDS = 24 * 60 * 60;

const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65_535).default(3000),
  PUBLIC_URL: originUrl(['http:', 'https:']).optional(),
  DATA_DIR: z.string().default('./data'),
  SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  DATABASE_URL: databaseUrl.optional(),
  SETUP_CODE: z.string().min(12, { error: 'must have at least 12 characters' }).max(128).optional(),
  SIGNUP: z.enum(SIGN_UP_MODES, { error: `must be one of ${SIGN_UP_MODES.join(', ')}` }).default('approval'),
  AUTH_DETAIL: z.enum(AUTH_DETAILS, { error: `must be one of ${AUTH_DETAILS.join(', ')}` }).default('exact'),
  TRUST_PROXY: list
    .pipe(z.array(z.string().regex(ADDRESS_OR_RANGE, { error: 'must be addresses or CIDR ranges' })))
    .default([]),
  ENGINES: engines.default(['provider', 'native', 'yt-dlp', 'cobalt', 'sample']),
  PROVIDER_HOST: originUrl(['http:', 'https:']).optional(),
  PROVIDER_API_KEY: apiKey.optional(),
  COBALT_URL: originUrl(['http:', 'https:'])
    .refine((text) => !/[?#]/.test(text), { error: 'must be an address without a query' })
    .optional(),
  YTDLP_PATH: z
    .string()
    .transform((file) => path.resolve(file))
    .refine(isProgram, { error: 'must be a program that may be run' })
    .optional(),
  COBALT_API_KEY: apiKey.optional(),
  MEDIA_HOSTS: list
    .pipe(
      z.array(
        z.string().toLowerCase().regex(HOST_SUFFIX, { error: 'must be host names like cdn.example.com' }),
      ),
    )
    .default([]),
  OUTBOUND_PROXY: originUrl(['http:', 'https:']).optional(),
  PREVIEWS_PER_MINUTE: wholeNumber(1, COUNT_MAX).default(20),
  PREVIEWS_PER_HOUR: wholeNumber(1, COUNT_MAX).default(200),
  PREVIEWS_AT_ONCE: wholeNumber(1, COUNT_MAX).default(5),
  STREAMS_AT_ONCE: wholeNumber(1, COUNT_MAX).default(8),
  CONNECTIONS_AT_ONCE: wholeNumber(1, COUNT_MAX).default(256),
  DRAIN_SECONDS: wholeNumber(0, DRAIN_MAX_SECONDS).default(120),
  HSTS_SUBDOMAINS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  UPSTREAM_ROUTES: routes.default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  CONTACT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
});

/** The variables this program reads; docs/configuration.md has a row for each. */
export const CONFIG_VARIABLES = Object.keys(environmentSchema.shape);

/**
 * Reads the whole configuration from an environment. An empty variable counts as unset.
 * Throws ConfigError naming every wrong variable.
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(
    CONFIG_VARIABLES.flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = environmentSchema.safeParse(given);
  const mistakes = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  if (given.PROVIDER_API_KEY !== undefined && given.PROVIDER_HOST === undefined)
    mistakes.push('PROVIDER_HOST is missing while PROVIDER_API_KEY is set');
  if (given.COBALT_API_KEY !== undefined && given.COBALT_URL === undefined)
    mistakes.push('COBALT_URL is missing while COBALT_API_KEY is set');
  if (!parsed.success || mistakes.length > 0) throw new ConfigError([...new Set(mistakes)]);
  return toConfig(parsed.data, environment['PATH'] ?? '');
};

const findYtDlp = (given: string | undefined, searchPath: string): Config['ytDlp'] => {
  const program = given ?? findProgram('yt-dlp', searchPath);
  return program === null ? null : { program, searchPath };
};

const toConfig = (env: z.infer<typeof environmentSchema>, searchPath: string): Config =>
  Object.freeze({
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL === undefined ? `http://127.0.0.1:${env.PORT}` : new URL(env.PUBLIC_URL).origin,
    publicUrlGiven: env.PUBLIC_URL !== undefined,
    dataDir: env.DATA_DIR,
    secret: env.SECRET ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    setupCode: env.SETUP_CODE ?? null,
    signUp: env.SIGNUP,
    authDetail: env.AUTH_DETAIL,
    allowance: {
      previewsPerMinute: env.PREVIEWS_PER_MINUTE,
      previewsPerHour: env.PREVIEWS_PER_HOUR,
      previewsAtOnce: env.PREVIEWS_AT_ONCE,
      streamsAtOnce: env.STREAMS_AT_ONCE,
      connectionsAtOnce: env.CONNECTIONS_AT_ONCE,
    },
    drainSeconds: env.DRAIN_SECONDS,
    hstsSubdomains: env.HSTS_SUBDOMAINS === '1',
    trustProxy: env.TRUST_PROXY,
    engines: env.ENGINES satisfies readonly EngineName[],
    provider:
      env.PROVIDER_HOST === undefined
        ? null
        : { host: env.PROVIDER_HOST.replace(/\/+$/, ''), apiKey: env.PROVIDER_API_KEY ?? null },
    ytDlp: findYtDlp(env.YTDLP_PATH, searchPath),
    cobalt:
      env.COBALT_URL === undefined
        ? null
        : { url: env.COBALT_URL.replace(/\/+$/, ''), apiKey: env.COBALT_API_KEY ?? null },
    mediaHosts: env.MEDIA_HOSTS,
    outboundProxy: env.OUTBOUND_PROXY ?? null,
    upstreamRoutes: env.UPSTREAM_ROUTES,
    logLevel: env.LOG_LEVEL,
    contactEmail: env.CONTACT_EMAIL ?? null,
  });
