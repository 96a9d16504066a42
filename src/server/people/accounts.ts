import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { accountSchema } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ownEntry } from '#shared/own-entry.ts';
import type { Config } from '../base/config/config.ts';
import type { Tables } from '../base/db/tables.ts';
import { sessionCookieName } from '../http/cookies.ts';
import { hasSessionCookie } from '../http/find-requester.ts';
import type { Caller, Sessions } from '../http/guard.ts';
import {
  type AuthLibrary,
  createAuthLibraryLoader,
  type LibraryParts,
  type PluginPath,
} from './auth-library.ts';
import { browserLabel } from './browser-label.ts';
import { withDatabaseFaults } from './hashed-tokens.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { rolesOfSessions, SESSION_MAX_MS } from './sessions.ts';
import { createSetupCode } from './setup-code.ts';

/** Headers of a browser's request that a call of the accounts library uses. */
export type BrowserHeaders = Pick<IncomingHttpHeaders, 'cookie' | 'user-agent'>;

/** Session that a call of the accounts library opened, with the values of the `Set-Cookie` headers to send. */
export interface OpenedSession {
  /** Null if the call opened no session, for example because a plugin requires a further step. */
  readonly session: Caller | null;
  readonly setCookies: readonly string[];
}

/** Error codes of this server by those of the accounts library. Any other code of the library is an unexpected error. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'password_wrong',
  INVALID_PASSWORD: 'password_wrong',
  UNAUTHORIZED: 'signed_out',
};

/** Returns this server's error code for the code in an answer of the library; undefined for an unknown code. */
const codeIn = (body: unknown, codes = CODES): ErrorCode | undefined =>
  ownEntry(codes, String((body as { readonly code?: unknown } | null)?.code));

const headersOf = ({ cookie, 'user-agent': userAgent }: BrowserHeaders): Headers =>
  new Headers({ 'user-agent': browserLabel(userAgent), ...(cookie !== undefined && { cookie }) });

/** Change of accounts for the listeners of `Accounts`. */
export interface AccountsChange {
  /** Accounts whose role or sessions changed; empty if another part of the account list changed. */
  readonly accountIds: readonly string[];
  /** Sessions that ended or changed; absent if the role or all sessions of the accounts changed. */
  readonly sessionIds?: readonly string[];
}

/**
 * Creates the functions that sign accounts in and read their sessions. Loads the accounts library at the first call that needs the library.
 * Every function that reads or writes the database may throw DatabaseUnavailableError; a call that hashes or verifies a password may also
 * throw HasherBusyError.
 */
export const createAccounts = (parts: LibraryParts & { readonly config: Pick<Config, 'setupCode'> }) => {
  const { config, database, secret } = parts;
  const listeners: ((change: AccountsChange) => void)[] = [];
  const library = createAuthLibraryLoader(parts);
  const cookieName = sessionCookieName(config);
  const call = async <T>(work: (library: AuthLibrary) => Promise<T>): Promise<T> => {
    const loaded = await library();
    return withDatabaseFaults(() => work(loaded));
  };

  /** Returns the `Set-Cookie` values of the session cookie. The last value counts, because a plugin may end a session that was just opened. */
  const sessionCookiesIn = (headers: Headers): string[] =>
    headers.getSetCookie().filter((line) => line.startsWith(`${cookieName}=`));

  const authenticate: Sessions['authenticate'] = async (
    cookie,
    { mayRefreshSession } = { mayRefreshSession: true },
  ) => {
    // Visitors without a session cookie never cause the library to be loaded.
    if (cookie === undefined || !hasSessionCookie(cookie)) return null;
    const given = { headers: new Headers({ cookie }), query: { disableRefresh: !mayRefreshSession } };
    const { headers, response } = await call(({ api }) => api.getSession({ ...given, returnHeaders: true }));
    if (response === null) return null;
    const { session, user } = response;
    if (session.createdAt.getTime() <= Date.now() - SESSION_MAX_MS) return null;
    return {
      account: accountSchema.parse(user),
      sessionId: session.id,
      setCookies: sessionCookiesIn(headers),
    };
  };

  /**
   * Returns the session of the cookie that the library has just set (null if it set none or deleted it), with all `Set-Cookie` values of
   * the library's answer. Throws if a cookie with a value opens no session.
   */
  const openedWith = async (headers: Headers): Promise<OpenedSession> => {
    const [cookie = ''] = sessionCookiesIn(headers).at(-1)?.split(';', 1) ?? [];
    const signedIn = await authenticate(cookie);
    if (signedIn === null && cookie.length > cookieName.length + 1)
      throw new Error('the accounts library opened a session that does not authenticate');
    return { session: signedIn, setCookies: headers.getSetCookie() };
  };

  type Given = { readonly headers: Headers; readonly returnHeaders: true };
  /**
   * Calls the accounts library with the headers of a browser. Returns the session that the call opened (null if none), or the code of an
   * expected failure. Throws every other error.
   */
  const callLibrary = (
    browser: BrowserHeaders,
    work: (api: AuthLibrary['api'], given: Given) => Promise<{ readonly headers: Headers }>,
  ): Promise<OpenedSession | ErrorCode> =>
    call(({ api }) => work(api, { headers: headersOf(browser), returnHeaders: true })).then(
      ({ headers }) => openedWith(headers),
      (error: unknown) => {
        const code = error instanceof Error && 'body' in error ? codeIn(error.body) : undefined;
        if (code === undefined) throw error;
        return code;
      },
    );

  return {
    ...createSetupCode(config, database, secret),
    knownBrowsers: createKnownBrowsers(secret, config),
    rolesOfOpenSessions: (ids: readonly string[]) => rolesOfSessions(database.query, ids),
    currentRole: async ({ sessionId }: Caller, query: Kysely<Tables>) =>
      (await rolesOfSessions(query, [sessionId])).get(sessionId) ?? null,
    announce: (change: AccountsChange): void => {
      for (const listener of listeners) listener(change);
    },
    onChange: (listener: (change: AccountsChange) => void): void => {
      listeners.push(listener);
    },
    authenticate,
    callLibrary,
    /** Opens a session of an account without checking a password. Throws if the account does not exist. */
    async openSession(accountId: string, browser: BrowserHeaders): Promise<OpenedSession> {
      const given = { body: { accountId }, headers: headersOf(browser), returnHeaders: true } as const;
      return openedWith((await call(({ api }) => api.openSession(given))).headers);
    },
    /** Ends the session of a cookie and returns the `Set-Cookie` values that delete the cookie. */
    async endSession(cookie: string): Promise<string[]> {
      const headers = new Headers({ cookie });
      return sessionCookiesIn(
        (await call(({ api }) => api.signOut({ headers, returnHeaders: true }))).headers,
      );
    },
    /**
     * Passes a request for one of PLUGIN_PATHS to the library's handler. Returns the answer with the opened session, or the code of the
     * failure: `body_invalid` if the library's code is unknown. Throws if the library answers with a server error. The guard has checked
     * the origin of the request.
     */
    async callPlugin(request: FastifyRequest, { method, path, errors }: PluginPath) {
      const { origin } = new URL(config.publicUrl);
      const headers = headersOf(request.headers);
      headers.set('origin', origin);
      headers.set('content-type', 'application/json');
      const init = { method, headers, ...(method === 'POST' && { body: JSON.stringify(request.body) }) };
      // The path is that of the list, however the request spelled it.
      const { search } = new URL(request.url, origin);
      const passedOn = new Request(`${origin}/api/auth${path}${search}`, init);
      const response = await call(({ handler }) => handler(passedOn));
      if (response.status >= 500) throw new Error(`the accounts library answered ${response.status}`);
      const answer: unknown = await response.json();
      if (!response.ok) return codeIn(answer, errors) ?? 'body_invalid';
      return { ...(await openedWith(response.headers)), answer };
    },
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
