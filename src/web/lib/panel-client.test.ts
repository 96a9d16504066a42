import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { callPanel, isSignOnEnded } from './panel-client.ts';

afterEach(() => vi.unstubAllGlobals());

const answered = (response: Response | (() => never)) => {
  const fetching = vi.fn<typeof fetch>(async () => (typeof response === 'function' ? response() : response));
  vi.stubGlobal('fetch', fetching);
  return fetching;
};
const html = (status: number) =>
  new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } });
const problem = (status: number, code: string) =>
  new Response(
    JSON.stringify({ type: 'about:blank', status, code, title: 'x', detail: 'No.', reference: 'abcd' }),
    {
      status,
      headers: { 'content-type': 'application/problem+json' },
    },
  );
const save = () =>
  callPanel('/api/admin/settings', { method: 'PATCH', body: {}, responseSchema: z.object({}) });

describe('a call behind another sign-on', () => {
  it.each([
    ['that shows its page', () => html(200)],
    ['that refuses with 401', () => html(401)],
    ['that refuses with 403 and JSON of its own', () => Response.json({ status: 'KO' }, { status: 403 })],
    [
      'that redirects to itself',
      () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' }) as Response,
    ],
  ])('%s says that the sign-on ended', async (_case, response) => {
    const fetching = answered(response());
    expect(await save()).toMatchObject({
      ok: false,
      code: 'sign_on_ended',
      detail: 'Your sign-on ended. Reload.',
    });
    expect(fetching.mock.calls[0]?.[1]?.redirect).toBe('manual');
    expect(isSignOnEnded()).toBe(true);
    answered(Response.json({}));
    expect(await save()).toEqual({ ok: true, value: {} });
    expect(isSignOnEnded()).toBe(false);
  });
});

describe('a call that the server refuses, or that does not reach it', () => {
  it.each([
    ['the own session ended', () => problem(401, 'signed_out'), 'signed_out'],
    ['another role is needed', () => problem(403, 'role_forbidden'), 'role_forbidden'],
    ["a proxy's own page", () => html(502), 'unreachable'],
    ['an unreadable answer', () => Response.json([]), 'internal'],
  ])('%s', async (_case, response, code) => {
    answered(response());
    expect(await save()).toMatchObject({ ok: false, code });
    expect(isSignOnEnded()).toBe(false);
  });

  it('a network failure', async () => {
    answered(() => {
      throw new TypeError('failed');
    });
    expect(await save()).toMatchObject({ ok: false, code: 'unreachable' });
  });
});
