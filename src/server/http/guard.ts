import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Role } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Accounts, SignedIn } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import type { LimitResult, Limits } from '../limits/limits.ts';
import { addCookies } from './cookies.ts';
import { createOwnOriginMatcher } from './own-origin.ts';
import { sendProblem } from './problem.ts';

/** Who may make a call: anybody, any account, those who run the site, its owner alone. */
export type Access = 'anyone' | 'account' | 'administrator' | 'owner';

/** What a guarded route takes as its body: JSON, or raw bytes sent by a script of ours. */
export type BodyKind = 'json' | 'bytes';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; null on routes anyone may call while nobody is signed in. */
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    /** What the guard of this route asks for. Routes under /api/auth and /api/admin must have one. */
    access?: Access;
  }
}

/** Options of a route that give it its guard: `app.put(path, requireRole('owner'), handler)`. */
export interface Guarded {
  readonly config: { readonly access: Access };
  readonly onRequest: onRequestAsyncHookHandler;
}

/**
 * Makes the guard of a route. It runs before the body is read, in this order: how often (429), from which page
 * (`origin_foreign`), what kind of body (415), who (`signed_out`), whether they may (`account_waiting`,
 * `role_forbidden`), how often they write. The account is read from the database at every call.
 */
export type RequireRole = (access: Access, body?: BodyKind) => Guarded;

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const ALLOWED: Readonly<Record<Exclude<Access, 'anyone'>, readonly Role[]>> = {
  account: ['owner', 'administrator', 'waiting'],
  administrator: ['owner', 'administrator'],
  owner: ['owner'],
};

const isBodyOf = (kind: BodyKind, { headers }: FastifyRequest): boolean => {
  const type = headers['content-type'];
  // A page of another site cannot send this header without asking first.
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
  readonly accounts: Pick<Accounts, 'authenticate'>;
  readonly limits: Limits;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly retryAfter?: number;
}

/** Asks anew whether the caller may still make a call, with whatever the database is asked through. */
export const createAccessCheck =
  (accounts: Pick<Accounts, 'currentRole'>, request: FastifyRequest, access: Exclude<Access, 'anyone'>) =>
  async (query: Parameters<Accounts['currentRole']>[1]): Promise<ReturnType<typeof refusalOf>> =>
    refusalOf(access, await accounts.currentRole(callerOf(request), query));

const rateLimited = ({ retryAfter }: Extract<LimitResult, { ok: false }>): Refusal => ({
  code: 'rate_limited',
  retryAfter,
});

/** Makes the one guard of all calls about accounts and settings. */
export const createGuard = ({ config, accounts, limits }: GuardParts): RequireRole => {
  const isOwnOrigin = createOwnOriginMatcher(config);
  const refusalOfSender = async (request: FastifyRequest, kind: BodyKind): Promise<Refusal | null> => {
    const calls = await limits.call(request.ip);
    if (!calls.ok) return rateLimited(calls);
    if (SAFE_METHODS.has(request.method)) return null;
    if (!isOwnOrigin(request)) return { code: 'origin_foreign' };
    return isBodyOf(kind, request) ? null : { code: 'body_type_unsupported' };
  };
  const refusalOfCaller = async (
    { method, signedIn }: FastifyRequest,
    access: Access,
    kind: BodyKind,
  ): Promise<Refusal | null> => {
    const code = refusalOf(access, signedIn?.account.role ?? null);
    if (code !== null) return { code };
    if (SAFE_METHODS.has(method) || signedIn === null || access === 'anyone') return null;
    const count = kind === 'bytes' ? limits.logoUpload : limits.adminWrite;
    const admission = await count(signedIn.account.id);
    return admission.ok ? null : rateLimited(admission);
  };
  return (access, kind = 'json') => ({
    config: { access },
    async onRequest(request, reply) {
      const foreign = await refusalOfSender(request, kind);
      if (foreign !== null) return sendProblem(reply, foreign.code, foreign);
      request.signedIn = await accounts.authenticate(request.headers.cookie);
      addCookies(reply, request.signedIn?.setCookies ?? []);
      const refusal = await refusalOfCaller(request, access, kind);
      return refusal === null ? undefined : sendProblem(reply, refusal.code, refusal);
    },
  });
};

/** Who makes a guarded call. Throws on a route that anyone may call. */
export const callerOf = (request: FastifyRequest): SignedIn => {
  if (request.signedIn === null) throw new Error('this route has no guard');
  return request.signedIn;
};
