import type { Account, PasswordChange, SignIn, SignUp } from '#shared/contract/account.ts';
import { roleSchema } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { sessionCookieName } from '../http/cookie-names.ts';
import type { SignedIn } from '../http/guard.ts';
import type { Browser, Refusal, SessionResult } from './accounts.ts';
import { type AuthLibrary, withPrecomputedHash } from './auth-library.ts';
import { browserLabel } from './browser-label.ts';
import { withDatabaseFaults } from './library-faults.ts';
import { SESSION_MAX_MS } from './sessions.ts';

/** Wraps the calls to the accounts library: takes and returns this server's types, with the cookies to set. */
export interface AuthGateway {
  authenticate(cookie: string | undefined, options?: { readonly refresh: boolean }): Promise<SignedIn | null>;
  signUp(given: SignUp & { role: Account['role']; hash: string }, browser: Browser): Promise<SessionResult>;
  signIn(given: SignIn, browser: Browser): Promise<SessionResult>;
  signOut(cookie: string): Promise<readonly string[]>;
  /** Replaces the session with a new one and returns the account as it is stored now. */
  rotate(browser: Browser): Promise<SessionResult>;
  changePassword(given: PasswordChange & { hash: string }, browser: Browser): Promise<SessionResult>;
}

/** Maps the library's error codes to this server's. Any other code is an unexpected error. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'password_wrong',
  INVALID_PASSWORD: 'password_wrong',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_in_use',
  USER_ALREADY_EXISTS: 'email_in_use',
  PASSWORD_TOO_SHORT: 'password_short',
  INVALID_EMAIL: 'email_invalid',
  VALIDATION_ERROR: 'email_invalid',
  UNAUTHORIZED: 'signed_out',
};

const codeOf = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('body' in error)) return null;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null;
};

/** Converts a known error of the library to a Refusal; rethrows any other error. */
const toRefusal = (error: unknown): Refusal => {
  const code = ownEntry(CODES, codeOf(error) ?? undefined);
  if (code === undefined) throw error;
  return { ok: false, code };
};

/** Session and account as the library returns them. */
interface LibrarySession {
  readonly session: { readonly id: string; readonly createdAt: Date };
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: string;
  };
}

const headersOf = ({ cookie, userAgent }: Browser): Headers => {
  const headers = new Headers({ 'user-agent': browserLabel(userAgent) });
  if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
};

/** Returns the `Set-Cookie` values for the session cookie. The library also sets cookies that nothing uses. */
const cookiesNamed = (headers: Headers, name: string): string[] =>
  headers.getSetCookie().filter((line) => line.startsWith(`${name}=`));

const createAuthenticate = (
  library: () => Promise<AuthLibrary>,
  cookieName: string,
): AuthGateway['authenticate'] => {
  const hasSessionCookie = (cookie: string | undefined): cookie is string =>
    cookie?.split(';').some((part) => part.trimStart().startsWith(`${cookieName}=`)) ?? false;
  return async (cookie, { refresh } = { refresh: true }) => {
    // Visitors without a session cookie never cause the library to be loaded.
    if (!hasSessionCookie(cookie)) return null;
    const { api } = await library();
    const { headers, response } = await withDatabaseFaults(() =>
      api.getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: !refresh },
        returnHeaders: true,
      }),
    );
    const found: LibrarySession | null = response;
    if (found === null || found.session.createdAt.getTime() <= Date.now() - SESSION_MAX_MS) return null;
    const { id, name, email, role } = found.user;
    return {
      account: { id, name, email, role: roleSchema.parse(role) },
      sessionId: found.session.id,
      setCookies: cookiesNamed(headers, cookieName),
    };
  };
};

/** Creates the gateway over the lazily loaded library. `publicUrl` decides the cookie's name. */
export const createAuthGateway = (
  library: () => Promise<AuthLibrary>,
  config: { readonly publicUrl: string },
): AuthGateway => {
  const cookieName = sessionCookieName(config);
  const authenticate = createAuthenticate(library, cookieName);

  /** Authenticates with the cookie that the library has just set, which also proves that the cookie works. */
  const toSessionResult = async (headers: Headers): Promise<SessionResult> => {
    const setCookies = cookiesNamed(headers, cookieName);
    const signedIn = await authenticate(setCookies.at(-1)?.split(';')[0]);
    if (signedIn === null)
      throw new Error('the accounts library opened a session that does not authenticate');
    return { ok: true, signedIn: { ...signedIn, setCookies } };
  };

  return {
    authenticate,
    async signUp({ name, email, password, role, hash }, browser) {
      const { api } = await library();
      const body = { name, email, password, role };
      const headers = headersOf({ ...browser, cookie: undefined });
      return withDatabaseFaults(() =>
        withPrecomputedHash(hash, () => api.signUpEmail({ body, headers, returnHeaders: true })),
      ).then((response) => toSessionResult(response.headers), toRefusal);
    },
    async signIn({ email, password }, browser) {
      const { api } = await library();
      const headers = headersOf({ ...browser, cookie: undefined });
      const body = { email, password };
      return withDatabaseFaults(() => api.signInEmail({ body, headers, returnHeaders: true })).then(
        (response) => toSessionResult(response.headers),
        toRefusal,
      );
    },
    async signOut(cookie) {
      const { api } = await library();
      const { headers } = await withDatabaseFaults(() =>
        api.signOut({ headers: new Headers({ cookie }), returnHeaders: true }),
      );
      return cookiesNamed(headers, cookieName);
    },
    async rotate(browser) {
      const { api } = await library();
      return withDatabaseFaults(() =>
        api.rotateSession({ headers: headersOf(browser), returnHeaders: true }),
      ).then((response) => toSessionResult(response.headers), toRefusal);
    },
    async changePassword({ current, next, hash }, browser) {
      const { api } = await library();
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
      return withDatabaseFaults(() =>
        withPrecomputedHash(hash, () =>
          api.changePassword({ body, headers: headersOf(browser), returnHeaders: true }),
        ),
      ).then((response) => toSessionResult(response.headers), toRefusal);
    },
  };
};
