import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Kysely } from 'kysely';
import type { Account, Role } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Config } from '../base/config/config.ts';
import type { Tables } from '../base/db/tables.ts';
import type { LimitResult, Limits } from '../limits/account-limits.ts';
import { addCookies } from './cookies.ts';
import { createOwnCallMatcher } from './own-form.ts';
import { sendProblem } from './problem.ts';

/** Who may call a route: anyone, any signed-in account, owner and administrators, or the owner only. */
export type Access = 'anyone' | 'account' | 'administrator' | 'owner';

/** Body of a guarded route: JSON, or raw bytes sent by a script of this site. */
export type BodyKind = 'json' | 'bytes';

/** Signed-in account that sent a request, and its session, as stored when the request was authenticated. */
export interface Caller {
  readonly account: Account;
  readonly sessionId: string;
  /** `Set-Cookie` values that the response must carry. */
  readonly setCookies: readonly string[];
}

/** Lookups of signed-in accounts that the guard and `authorOf` use. */
export interface Sessions {
  /**
   * Returns the account and session of a Cookie header, or null when the session is unknown or has ended. Callers that do not send
   * `setCookies` to the browser must pass `mayRefreshSession: false`, because a session refresh that does not reach the browser is lost.
   */
  authenticate(
    cookie: string | undefined,
    options?: { readonly mayRefreshSession: boolean },
  ): Promise<Caller | null>;
  /** Returns the current role of the caller, or null once the session has ended. Inside a transaction, pass the transaction as `query`. */
  currentRole(caller: Caller, query: Kysely<Tables>): Promise<Account['role'] | null>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Signed-in account and its session, set by the guard; null before the guard has run, on routes without a guard, and on routes open to
     * anyone while nobody is signed in.
     */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Access that the guard of this route requires. Every route under /api/auth and /api/admin must have a guard. */
    access?: Access;
  }
}

/** Route options that attach a guard: `app.put(path, requireRole('owner'), handler)`. */
export interface GuardOptions {
  readonly config: { readonly access: Access };
  readonly onRequest: onRequestAsyncHookHandler;
}

/**
 * Creates the guard of a route. Before the body is read it checks, in this order: the call rate (429), the origin (`origin_foreign`), the
 * body type (415), the session (`signed_out`), the role (`account_waiting`, `role_forbidden`) and the write rate (429). Origin, body type
 * and write rate are not checked for GET and HEAD; session, role and write rate are not checked for access `anyone`. The account is read
 * from the database for every call. No answer of a guarded route is stored by a cache.
 */
export type RequireRole = (access: Access, body?: BodyKind) => GuardOptions;

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const ALLOWED: Readonly<Record<Exclude<Access, 'anyone'>, readonly Role[]>> = {
  account: ['owner', 'administrator', 'waiting'],
  administrator: ['owner', 'administrator'],
  owner: ['owner'],
};

const GUARDED = /^\/api\/(?:auth|admin)\//;

/**
 * Makes the registration of a route under /api/auth or /api/admin throw when it has no guard, which stops the start. Applies only to routes
 * that are registered later. Adds `caller` to the requests.
 */
export const requireGuards = (app: FastifyInstance): void => {
  app.decorateRequest('caller', null);
  app.addHook('onRoute', ({ url, config }) => {
    if (GUARDED.test(url) && config?.access === undefined) throw new Error(`the route ${url} has no guard`);
  });
};

/**
 * Returns the error codes with which a route's guard refuses requests, except the one for a wrong body type, which `errorsOf` adds for
 * every route with a body. `isWrite` says whether the method of the route is neither GET nor HEAD.
 */
export const errorsOfGuard = (access: Access, isWrite: boolean): readonly ErrorCode[] => [
  'rate_limited',
  ...(isWrite ? (['origin_foreign'] as const) : []),
  ...(access === 'anyone' ? [] : (['signed_out'] as const)),
  ...(access === 'administrator' || access === 'owner' ? (['account_waiting'] as const) : []),
  ...(access === 'owner' ? (['role_forbidden'] as const) : []),
];

const isBodyOf = (kind: BodyKind, { headers }: FastifyRequest): boolean => {
  const type = headers['content-type'];
  // A page of another site cannot send this header without a CORS preflight.
  if (kind === 'bytes') return headers['x-requested-with'] !== undefined;
  return type === undefined || /^application\/json\s*(?:;|$)/i.test(type);
};

const refusalOf = (
  access: Access,
  role: Role | null,
): 'signed_out' | 'account_waiting' | 'role_forbidden' | null => {
  if (access === 'anyone') return null;
  if (role === null) return 'signed_out';
  if (ALLOWED[access].includes(role)) return null;
  return role === 'waiting' ? 'account_waiting' : 'role_forbidden';
};

interface GuardParts {
  readonly config: Config;
  readonly sessions: Pick<Sessions, 'authenticate'>;
  readonly limits: Limits;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly retryAfter?: number;
}

const rateLimited = ({ retryAfter }: Extract<LimitResult, { ok: false }>): Refusal => ({
  code: 'rate_limited',
  retryAfter,
});

/** Creates the function with which account and settings routes declare their guards; `RequireRole` lists the checks. */
export const createGuard = ({ config, sessions, limits }: GuardParts): RequireRole => {
  const isOwnCall = createOwnCallMatcher(config);
  const refusalOfSender = async (request: FastifyRequest, kind: BodyKind): Promise<Refusal | null> => {
    const calls = await limits.call(request.ip);
    if (!calls.ok) return rateLimited(calls);
    if (SAFE_METHODS.has(request.method)) return null;
    if (!isOwnCall(request)) return { code: 'origin_foreign' };
    return isBodyOf(kind, request) ? null : { code: 'body_type_unsupported' };
  };
  const refusalOfCaller = async (
    { method, caller }: FastifyRequest,
    access: Access,
    kind: BodyKind,
  ): Promise<Refusal | null> => {
    const code = refusalOf(access, caller?.account.role ?? null);
    if (code !== null) return { code };
    if (SAFE_METHODS.has(method) || caller === null || access === 'anyone') return null;
    const count = kind === 'bytes' ? limits.logoUpload : limits.adminWrite;
    const admission = await count(caller.account.id);
    return admission.ok ? null : rateLimited(admission);
  };
  return (access, kind = 'json') => ({
    config: { access },
    async onRequest(request, reply) {
      reply.header('cache-control', 'no-store');
      const foreign = await refusalOfSender(request, kind);
      if (foreign !== null) return sendProblem(reply, foreign.code, foreign);
      request.caller = await sessions.authenticate(request.headers.cookie);
      addCookies(reply, request.caller?.setCookies ?? []);
      const refusal = await refusalOfCaller(request, access, kind);
      return refusal === null ? undefined : sendProblem(reply, refusal.code, refusal);
    },
  });
};

/**
 * Returns the caller of a guarded request. Throws when nobody is signed in, which is possible only on a route for `anyone` or without a
 * guard.
 */
export const callerOf = (request: FastifyRequest): Caller => {
  if (request.caller === null) throw new Error('this route has no guard');
  return request.caller;
};

/**
 * Returns the caller as the `author` of a change, and `checkAuthor`, which reads the role of the caller again and returns the refusal; null
 * if the role still has the given access. Call `checkAuthor` with the transaction of the change, because the role may have changed since
 * the guard ran. Throws like `callerOf`.
 */
export const authorOf = (
  sessions: Pick<Sessions, 'currentRole'>,
  request: FastifyRequest,
  access: Exclude<Access, 'anyone'> = 'administrator',
) => {
  const caller = callerOf(request);
  const { id, name } = caller.account;
  return {
    author: { id, name },
    checkAuthor: async (query: Kysely<Tables>) =>
      refusalOf(access, await sessions.currentRole(caller, query)),
  };
};
