import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';

/** Adds an endpoint that the library lacks: it ends the session in the cookie and opens a new one in its place. */
export const rotateSession = {
  id: 'rotate-session',
  endpoints: {
    rotateSession: createAuthEndpoint(
      '/rotate-session',
      { method: 'POST', use: [sensitiveSessionMiddleware] },
      async (ctx) => {
        const { session, user } = ctx.context.session;
        const next = await ctx.context.internalAdapter.createSession(user.id);
        await ctx.context.internalAdapter.deleteSession(session.token);
        await setSessionCookie(ctx, { session: next, user });
        return ctx.json({ rotated: true });
      },
    ),
  },
} satisfies BetterAuthPlugin;
