import * as z from 'zod/mini';
import { byPlatform } from '../platforms/platforms.ts';

// A provider as data: how a service is asked for a post, and how its answer is read. docs/providers.md describes the format for owners.

const TEXT_MAX = 500;
const PATHS_MAX = 8;
const RULES_MAX = 20;
const PAIRS_MAX = 20;
/** Number of words or values that a condition compares with. */
const VALUES_MAX = 20;

/** Longest definition that is accepted, in characters. */
export const DEFINITION_MAX_CHARACTERS = 32_768;

/** Matches a path such as `data.images[*].url`. No two parts of it can match the same text, so matching takes linear time. */
const PATH = /^[$@]?(?:[\w-]+)?(?:\.[\w-]+|\[(?:\d{1,3}|\*)\])*$/;
/** Matches the path of a request: no query, no `..`, no second host. Placeholders are in braces. */
const REQUEST_PATH = /^(?:\/(?!\/|\.{1,2}(?:\/|$))[\w\-.~{}]*)+$/;
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const HEADER_NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
const HEADER_VALUE = /^[\u0020-\u007e]*$/;
/** Headers that the connection owns, or that would send data of another request. */
const RESERVED_HEADER =
  /^(?:host|content-length|content-type|content-encoding|connection|cookie|expect|keep-alive|te|trailer|transfer-encoding|upgrade|accept-encoding|forwarded|via|proxy-.*|x-forwarded-.*)$/;

const PLACEHOLDERS_OF_LINKS = ['url', 'code', 'id', 'platform'] as const;
const PLACEHOLDERS_OF_HEADERS = ['key', 'host'] as const;

const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);

const usesOnly = (names: readonly string[]) => (text: unknown) =>
  typeof text !== 'string' || placeholdersIn(text).every((name) => names.includes(name));

const isOfLink = z.refine(usesOnly(PLACEHOLDERS_OF_LINKS), {
  error: `knows only the placeholders ${PLACEHOLDERS_OF_LINKS.map((name) => `{${name}}`).join(', ')}`,
});
const isOfHeader = z.refine(usesOnly(PLACEHOLDERS_OF_HEADERS), {
  error: `knows only the placeholders ${PLACEHOLDERS_OF_HEADERS.map((name) => `{${name}}`).join(', ')}`,
});

const short = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX));
const path = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(TEXT_MAX),
    z.regex(PATH, { error: 'must be a path like data.images[*].url' }),
  );
/** One path, or several of which the first with a value counts. */
const paths = z.union([path, z.array(path).check(z.minLength(1), z.maxLength(PATHS_MAX))]);

const scalar = z.union([z.string().check(z.maxLength(TEXT_MAX)), z.number(), z.boolean()]);
const scalars = z.array(scalar).check(z.minLength(1), z.maxLength(VALUES_MAX));

/** Condition on a value of the answer: every given part must hold. */
const condition = {
  at: paths,
  exists: z.optional(z.boolean()),
  is: z.optional(scalars),
  isNot: z.optional(scalars),
  contains: z.optional(z.array(short).check(z.minLength(1), z.maxLength(VALUES_MAX))),
};

/** What an error of a service means. `message`: the words of its message decide. */
export const SERVICE_ERRORS = [
  'message',
  'private',
  'gone',
  'no_media',
  'link',
  'limited',
  'quota',
  'key',
  'answer',
  'fault',
] as const;
export type ServiceError = (typeof SERVICE_ERRORS)[number];

const errorRule = z.strictObject({
  ...condition,
  at: z.optional(paths),
  status: z.optional(z.array(z.int().check(z.gte(100), z.lte(599))).check(z.minLength(1), z.maxLength(10))),
  means: z.enum(SERVICE_ERRORS),
});

const sides = { width: z.optional(paths), height: z.optional(paths) };
const measures = {
  ...sides,
  /** Seconds or `m:ss`; milliseconds if the answer says so (`milliseconds`), or if the number is too large for seconds. */
  duration: z.optional(paths),
};

const fileRule = z.strictObject({
  /** Values that each are a file; without it, the item is. */
  each: z.optional(path),
  url: paths,
  ...sides,
  quality: z.optional(paths),
  /** Name of the quality if the answer states none. */
  label: z.optional(short),
  extension: z.optional(z.string().check(z.regex(/^[a-z0-9]{2,5}$/))),
  size: z.optional(paths),
  bitrate: z.optional(paths),
  /** Name of the codec, or a flag that is true for H.265. */
  codec: z.optional(paths),
  watermarked: z.optional(z.boolean()),
  silent: z.optional(z.boolean()),
});
export type FileRule = z.infer<typeof fileRule>;

const fileRules = z.optional(z.array(fileRule).check(z.minLength(1), z.maxLength(RULES_MAX)));

const itemRule = z.strictObject({
  /** Values that each are an item; without it, the post is. */
  each: z.optional(path),
  when: z.optional(path),
  unless: z.optional(path),
  /** Says that an item is a clip, so that the picture of a withheld clip is not taken for a photo. */
  isClip: z.optional(z.strictObject(condition)),
  ...measures,
  thumbnail: z.optional(paths),
  video: fileRules,
  photo: fileRules,
  audio: fileRules,
});
export type ItemRule = z.infer<typeof itemRule>;

const postFields = {
  errors: z.optional(z.array(errorRule).check(z.maxLength(RULES_MAX))),
  message: z.optional(paths),
  /** The object that the other paths start at. */
  post: z.optional(path),
  /** Id or shortcode of the post; an answer about another post is refused. */
  id: z.optional(paths),
  username: z.optional(paths),
  caption: z.optional(paths),
  thumbnail: z.optional(paths),
  duration: z.optional(paths),
  milliseconds: z.optional(z.boolean()),
};

const answer = z.discriminatedUnion('form', [
  /** The answers of the specification's family, in all their known forms. */
  z.strictObject({
    form: z.literal('medias'),
    /** The handle, if the answer has it elsewhere than in `author`, `owner` or `username`. */
    username: z.optional(paths),
  }),
  /** A flat list of files whose kinds and order say which belong together. */
  z.strictObject({
    form: z.literal('list'),
    ...postFields,
    each: path,
    url: paths,
    type: z.optional(paths),
    quality: z.optional(paths),
    extension: z.optional(paths),
    size: z.optional(paths),
    ...measures,
  }),
  /** Items with their files. */
  z.strictObject({
    form: z.literal('items'),
    ...postFields,
    items: z.array(itemRule).check(z.minLength(1), z.maxLength(RULES_MAX)),
  }),
]);
export type AnswerDefinition = z.infer<typeof answer>;
/** Answer read by paths, in either form. */
export type MappedAnswer = Exclude<AnswerDefinition, { readonly form: 'medias' }>;
export type ConditionRule = z.infer<z.ZodMiniObject<typeof condition>>;
export type ErrorRule = z.infer<typeof errorRule>;

const field = z.union([z.string().check(z.maxLength(TEXT_MAX), isOfLink), z.number(), z.boolean()]);
const fields = z.record(z.string().check(z.minLength(1), z.maxLength(100)), field).check(
  z.refine((given) => Object.keys(given).length <= PAIRS_MAX, {
    error: `has more than ${PAIRS_MAX} fields`,
  }),
);

const request = z
  .strictObject({
    method: z.enum(['GET', 'POST']),
    path: z
      .string()
      .check(
        z.maxLength(TEXT_MAX),
        z.regex(REQUEST_PATH, { error: 'must be a path like /v1/{code}, without a query' }),
        isOfLink,
      ),
    query: z.optional(fields),
    form: z.optional(fields),
    json: z.optional(fields),
  })
  .check(
    z.refine(({ form, json }) => form === undefined || json === undefined, {
      error: 'has both a form and JSON',
      path: ['json'],
    }),
    z.refine(({ method, form, json }) => method === 'POST' || (form === undefined && json === undefined), {
      error: 'GET has no body',
      path: ['method'],
    }),
    z.refine((given) => /\{(?:url|code|id)\}/.test(JSON.stringify(given)), {
      error: 'names no post: {url}, {code} or {id} is missing',
      path: ['path'],
    }),
  );
export type RequestDefinition = z.infer<typeof request>;

const reading = z.strictObject({ request, answer });
export type ReadingDefinition = z.infer<typeof reading>;

/** Host names under which unrelated parties register, such as `co.uk`, have two short labels. */
const isSharedSuffix = (name: string): boolean => /^[a-z0-9-]{1,3}\.[a-z]{2}$/.test(name);

const headerValues = z
  .record(
    z.string().check(
      z.regex(HEADER_NAME, { error: 'must be a header name in lower case' }),
      z.refine((name) => !RESERVED_HEADER.test(name), { error: 'is a header that cannot be set' }),
    ),
    z
      .string()
      .check(z.maxLength(TEXT_MAX), z.regex(HEADER_VALUE, { error: 'must be plain ASCII' }), isOfHeader),
  )
  .check(
    z.refine((given) => Object.keys(given).length <= PAIRS_MAX, {
      error: `has more than ${PAIRS_MAX} headers`,
    }),
  );

const headerName = z.string().check(z.regex(HEADER_NAME, { error: 'must be a header name in lower case' }));

/**
 * A provider: requests and answers by platform, its headers, and the hosts of its files. Strict, so that a misspelled key is named
 * instead of ignored.
 */
export const providerDefinitionSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** Whether the service demands a key. Headers with `{key}` or `{host}` are sent only together with a key. */
  key: z.enum(['required', 'optional', 'none']),
  headers: z.optional(headerValues),
  /** Headers of an answer that state the quota, if they have names of their own. */
  quota: z.optional(z.strictObject({ remaining: headerName, limit: headerName, reset: headerName })),
  /** Host names, with their subdomains, that serve files besides the delivery networks of the platforms. */
  fileHosts: z
    .array(
      z.string().check(
        z.regex(HOST_NAME, { error: 'must be a host name like files.example.com' }),
        z.refine((name) => !isSharedSuffix(name), { error: 'is shared by unrelated sites' }),
      ),
    )
    .check(z.maxLength(RULES_MAX)),
  /** Whether addresses without a host, and files on the service's own host, are the service's. */
  ownFiles: z.boolean(),
  platforms: z.strictObject(byPlatform(() => z.optional(reading))).check(
    z.refine((given) => Object.values(given).some((one) => one !== undefined), {
      error: 'names no platform',
    }),
  ),
});
export type ProviderDefinition = z.infer<typeof providerDefinitionSchema>;

/** Result of reading a definition: the first mistake with the path of its key, such as `fileHosts.0`; '' for the whole. */
export type DefinitionResult =
  | { readonly ok: true; readonly definition: ProviderDefinition }
  | { readonly ok: false; readonly path: string; readonly problem: string };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Returns the issue inside a key or a choice of forms, whose own message names no reason, with its whole path. */
const innermost = (issue: z.core.$ZodIssue): { readonly path: PropertyKey[]; readonly message: string } => {
  const inner =
    issue.code === 'invalid_key'
      ? issue.issues[0]
      : issue.code === 'invalid_union'
        ? issue.errors[0]?.[0]
        : undefined;
  if (inner === undefined) return issue;
  const { path: place, message } = innermost(inner);
  return { path: [...issue.path, ...place], message };
};

/** Parses a definition that an owner wrote as JSON. Never throws. */
export const parseProviderDefinition = (text: string): DefinitionResult => {
  if (text.length > DEFINITION_MAX_CHARACTERS)
    return { ok: false, path: '', problem: `is longer than ${DEFINITION_MAX_CHARACTERS} characters` };
  const json = parseJson(text);
  if (json === undefined) return { ok: false, path: '', problem: 'is not JSON' };
  const parsed = providerDefinitionSchema.safeParse(json);
  if (parsed.success) return { ok: true, definition: parsed.data };
  const [first] = parsed.error.issues;
  const issue = first && innermost(first);
  return { ok: false, path: issue?.path.join('.') ?? '', problem: issue?.message ?? 'is not valid' };
};
