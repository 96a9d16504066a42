import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod/mini';

/**
 * Plugin of the accounts library with a call that the library lacks: the call creates a session of an account and sets the cookie. The call
 * has no path, so no request reaches it. It throws if the account does not exist.
 */
export const openSession = {
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ accountId: z.string() }), requireHeaders: true },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.accountId);
        if (user === null) throw new Error('the account of the new session does not exist');
        await setSessionCookie(ctx, { session: await internalAdapter.createSession(user.id), user });
        return ctx.json({ opened: true });
      },
    ),
  },
} satisfies BetterAuthPlugin;
