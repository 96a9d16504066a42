import type { FastifyRequest } from 'fastify';
import { type PasswordChange, roleSchema, type SignIn } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { hasSessionCookie, sessionCookieName } from '../http/cookie-names.ts';
import type { Sessions, SignedIn } from '../http/guard.ts';
import type { AuthLibrary, PluginPath } from './auth-library.ts';
import { browserLabel } from './browser-label.ts';
import { withDatabaseFaults } from './hashed-tokens.ts';
import { SESSION_MAX_MS } from './sessions.ts';

/** Cookie and user agent that a browser sent with its request. */
export interface Browser {
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  /** Whether the browser holds a valid known-browser token for the account it signs in to. Absent means false. */
  readonly isKnown?: boolean;
}

/** Expected failure of an account operation, with the error code of the response. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
}

export const refused = (code: ErrorCode): Refusal => ({ ok: false, code });

/**
 * Session that a sign-in created, with the cookies to set. `signedIn` is null when a plugin of the accounts library requires a further step
 * first.
 */
export interface OpenedSession {
  readonly ok: true;
  readonly signedIn: SignedIn | null;
  readonly setCookies: readonly string[];
}
export type SessionResult = OpenedSession | Refusal;

/** Maps the library's error codes to this server's. Any other code is an unexpected error. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'password_wrong',
  INVALID_PASSWORD: 'password_wrong',
  INVALID_EMAIL: 'email_invalid',
  PASSWORD_TOO_SHORT: 'password_short',
  VALIDATION_ERROR: 'body_invalid',
  UNAUTHORIZED: 'signed_out',
};

/** Returns this server's code for what the library answers to a failure. */
const codeIn = (body: unknown, codes = CODES): ErrorCode | undefined =>
  typeof body === 'object' && body !== null && 'code' in body
    ? ownEntry(codes, String(body.code))
    : undefined;

/** Converts a known error of the library to a Refusal; throws any other. */
const toRefusal = (error: unknown): Refusal => {
  const code = error instanceof Error && 'body' in error ? codeIn(error.body) : undefined;
  if (code === undefined) throw error;
  return refused(code);
};

/** Returns the last `Set-Cookie` value of each name. */
const cookiesIn = (headers: Headers): Map<string, string> =>
  new Map(headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line]));

/**
 * Creates functions that call the accounts library, which is loaded at the first call that needs it. They take and return this server's
 * types, with the cookies to set.
 */
export const createAuthGateway = (
  library: () => Promise<AuthLibrary>,
  config: { readonly publicUrl: string },
) => {
  const cookieName = sessionCookieName(config);
  const call = async <T>(work: (library: AuthLibrary) => Promise<T>): Promise<T> => {
    const loaded = await library();
    return withDatabaseFaults(() => work(loaded));
  };

  const sessionCookieIn = (headers: Headers): string[] => [cookiesIn(headers).get(cookieName) ?? []].flat();

  const authenticate: Sessions['authenticate'] = async (cookie, { refresh } = { refresh: true }) => {
    // Visitors without a session cookie never cause the library to be loaded.
    if (cookie === undefined || !hasSessionCookie(cookie)) return null;
    const given = { headers: new Headers({ cookie }), query: { disableRefresh: !refresh } };
    const { headers, response } = await call(({ api }) => api.getSession({ ...given, returnHeaders: true }));
    if (response === null) return null;
    const { session, user } = response;
    if (session.createdAt.getTime() <= Date.now() - SESSION_MAX_MS) return null;
    const account = { id: user.id, name: user.name, email: user.email, role: roleSchema.parse(user.role) };
    return { account, sessionId: session.id, setCookies: sessionCookieIn(headers) };
  };

  /** Authenticates with the cookie that the library has just set, which also proves that the cookie works. */
  const openedWith = async (headers: Headers): Promise<OpenedSession> => {
    const setCookies = [...cookiesIn(headers).values()];
    const [cookie = ''] = sessionCookieIn(headers)[0]?.split(';') ?? [];
    if (cookie.length <= cookieName.length + 1) return { ok: true, signedIn: null, setCookies };
    const signedIn = await authenticate(cookie);
    if (signedIn === null)
      throw new Error('the accounts library opened a session that does not authenticate');
    return { ok: true, signedIn, setCookies };
  };

  const headersOf = ({ cookie, userAgent }: Browser): Headers =>
    new Headers({ 'user-agent': browserLabel(userAgent), ...(cookie !== undefined && { cookie }) });

  type Given = { readonly headers: Headers; readonly returnHeaders: true };
  const open = (
    browser: Browser,
    work: (api: AuthLibrary['api'], given: Given) => Promise<{ readonly headers: Headers }>,
  ): Promise<SessionResult> =>
    call(({ api }) => work(api, { headers: headersOf(browser), returnHeaders: true })).then(
      ({ headers }) => openedWith(headers),
      toRefusal,
    );

  return {
    authenticate,
    signIn: ({ email, password }: SignIn, browser: Browser) =>
      open(browser, (api, given) => api.signInEmail({ body: { email, password }, ...given })),
    openSession: (accountId: string, browser: Browser) =>
      open(browser, (api, given) => api.openSession({ body: { accountId }, ...given })),
    changePassword({ current, next }: PasswordChange, browser: Browser) {
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
      return open(browser, (api, given) => api.changePassword({ body, ...given }));
    },
    /** Ends the session of a cookie and returns the `Set-Cookie` value that deletes the cookie. */
    async signOut(cookie: string): Promise<string[]> {
      const headers = new Headers({ cookie });
      const answer = await call(({ api }) => api.signOut({ headers, returnHeaders: true }));
      return sessionCookieIn(answer.headers);
    },
    /** Passes a request for one of PLUGIN_PATHS to the library's handler. The guard has checked where it comes from. */
    async callPlugin(
      { method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>,
      { path, errors }: PluginPath,
      browser: Browser,
    ) {
      const { origin } = new URL(config.publicUrl);
      const headers = headersOf(browser);
      headers.set('origin', origin);
      headers.set('content-type', 'application/json');
      const init = { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) };
      // The path is that of the list, however the request spelled it.
      const { search } = new URL(url, origin);
      const request = new Request(`${origin}/api/auth${path}${search}`, init);
      const response = await call(({ handler }) => handler(request));
      if (response.status >= 500) throw new Error(`the accounts library answered ${response.status}`);
      const answer: unknown = await response.json();
      if (!response.ok) return refused(codeIn(answer, errors) ?? 'body_invalid');
      return { ...(await openedWith(response.headers)), answer };
    },
  };
};

export type AuthGateway = ReturnType<typeof createAuthGateway>;
