import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import { type AccountBrowser, accountIn, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

interface OpenStream {
  /** Names of the events received so far. */
  readonly events: string[];
  readonly ended: Promise<unknown>;
  received(name: string): Promise<void>;
}

// The heartbeat after 25 s also ends the streams of ended sessions; this test checks that they end before it.
vi.setConfig({ testTimeout: 15_000 });

let test: TestApp;
let origin: string;
let owner: AccountBrowser;
beforeAll(async () => {
  const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 });
  test = await createTestApp({}, undefined, { hasher });
  owner = await openOwner(test);
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.app.close());

const cookieOf = ({ jar }: AccountBrowser): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

const openStream = async (
  browser: AccountBrowser,
  path: '/api/admin/live' | '/api/auth/live' = '/api/admin/live',
): Promise<OpenStream> => {
  const response = await fetch(`${origin}${path}`, { headers: { cookie: cookieOf(browser) } });
  expect(response.status).toBe(200);
  // Without this header a buffering proxy would hold every event back.
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const events: string[] = [];
  const changed = new EventTarget();
  const read = async (): Promise<void> => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      for (const [, name] of chunk.matchAll(/^event: (\w+)$/gm)) events.push(name!);
      changed.dispatchEvent(new Event('event'));
    }
  };
  const ended = read();
  const received = async (name: string): Promise<void> => {
    while (!events.includes(name)) await once(changed, 'event');
  };
  await received('panelConnected');
  expect(events.shift()).toBe('panelConnected');
  return { events, ended, received };
};

const administrator = async (name: string): Promise<{ browser: AccountBrowser; id: string }> => {
  const browser = openBrowser(test);
  const { id } = accountIn(await browser.signUp(name));
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
  return { browser, id };
};

it('notifies the owner of a sign-up', async () => {
  const stream = await openStream(owner);
  await openBrowser(test).signUp('Newcomer');
  await stream.received('accountsChanged');
  await owner.call('POST', '/api/auth/sign-out');
  await stream.ended;
  expect(stream.events).toEqual(['accountsChanged', 'accessChanged']);
  await owner.signIn('Olga');
});

it('ends for a demoted account, and every further call of it is rejected', async () => {
  const { browser, id } = await administrator('Dora');
  const stream = await openStream(browser);
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'waiting' });
  await stream.ended;
  expect(stream.events.at(-1)).toBe('accessChanged');
  for (const path of ['overview', 'activity', 'settings', 'revisions', 'live', 'accounts'])
    expect(await browser.call('GET', `/api/admin/${path}`)).toMatchObject({
      status: 403,
      code: 'account_waiting',
    });
});

it('ends for an account that is removed', async () => {
  const { browser, id } = await administrator('Ron');
  const stream = await openStream(browser);
  await owner.call('DELETE', `/api/admin/accounts/${id}`);
  await stream.ended;
  expect(stream.events.at(-1)).toBe('accessChanged');
});

it('ends for an account that the owner signs out everywhere', async () => {
  const { browser, id } = await administrator('Omar');
  const second = openBrowser(test);
  await second.signIn('Omar');
  const streams = [await openStream(browser), await openStream(second)];
  const own = await openStream(owner);
  const signOut = (account: string) => owner.call('DELETE', `/api/admin/accounts/${account}/sessions`);
  expect((await signOut(id)).status).toBe(204);
  await Promise.all(streams.map(({ ended }) => ended));
  for (const { events } of streams) expect(events).toEqual(['accessChanged']);
  for (const one of [browser, second])
    expect(await one.call('GET', '/api/admin/overview')).toMatchObject({ status: 401, code: 'signed_out' });
  expect(own.events).toEqual([]);
  expect((await browser.signIn('Omar')).status).toBe(200);
  expect(await signOut('nobody')).toMatchObject({ status: 404, code: 'account_unknown' });
  // For the caller's own account every session except the calling one ends.
  const phone = openBrowser(test);
  await phone.signIn('Olga');
  const ownId = accountIn(await owner.call('GET', '/api/auth/session')).id;
  expect((await signOut(ownId)).status).toBe(204);
  expect((await phone.call('GET', '/api/auth/session')).body['account']).toBeNull();
  const { body } = await owner.call('GET', '/api/admin/activity');
  const entries = body['entries'] as { action: string; actor: string; subject: string }[];
  const ends = ['account_signed_out', 'sessions_ended'];
  expect(entries.filter(({ action, actor }) => ends.includes(action) && actor === 'Olga')).toMatchObject([
    { action: 'sessions_ended' },
    { action: 'account_signed_out', subject: 'Omar' },
  ]);
});

it('ends for the session that was ended, and for no other', async () => {
  const { browser } = await administrator('Sven');
  const second = openBrowser(test);
  await second.signIn('Sven');
  const [first, other] = [await openStream(browser), await openStream(second)];
  await second.call('DELETE', '/api/auth/sessions');
  await first.ended;
  expect(first.events).toEqual(['accessChanged']);
  expect(other.events).toEqual([]);
  await second.call('POST', '/api/auth/sign-out');
  await other.ended;
});

it('notifies a waiting account of its approval and of nothing else', async () => {
  const browser = openBrowser(test);
  const { id } = accountIn(await browser.signUp('Wim'));
  const stream = await openStream(browser, '/api/auth/live');
  await openBrowser(test).signUp('Wendel');
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
  await stream.ended;
  expect(stream.events).toEqual(['accessChanged']);
});

it('notifies a waiting account that is declined, or signed out by another of its browsers', async () => {
  const [declined, signedOut] = [openBrowser(test), openBrowser(test)];
  const { id } = accountIn(await declined.signUp('Dirk'));
  await signedOut.signUp('Sina');
  const other = openBrowser(test);
  await other.signIn('Sina');
  const streams = [
    await openStream(declined, '/api/auth/live'),
    await openStream(signedOut, '/api/auth/live'),
  ];
  await owner.call('DELETE', `/api/admin/accounts/${id}`);
  await other.call('DELETE', '/api/auth/sessions');
  await Promise.all(streams.map(({ ended }) => ended));
  for (const { events } of streams) expect(events).toEqual(['accessChanged']);
  expect(await declined.call('GET', '/api/auth/live')).toMatchObject({ status: 401, code: 'signed_out' });
});

it('rejects streams above the limit per account', async () => {
  const { browser } = await administrator('Max');
  const streams: OpenStream[] = [];
  for (let open = 0; open < 10; open += 1) streams.push(await openStream(browser));
  expect(await browser.call('GET', '/api/admin/live')).toMatchObject({ status: 503, code: 'overloaded' });
  await browser.call('POST', '/api/auth/sign-out');
  await Promise.all(streams.map(({ ended }) => ended));
});

/**
 * Begins a settings save that stops before its last byte. The returned function completes it and returns the response
 * code.
 */
const beginSave = async (browser: AccountBrowser): Promise<() => Promise<unknown>> => {
  const { revision } = test.settings.current();
  const body = JSON.stringify({ revision, change: { title: 'Too late' } });
  const save = request(`${origin}/api/admin/settings`, {
    method: 'PATCH',
    headers: {
      cookie: cookieOf(browser),
      origin,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const answer = once(save, 'response');
  // The request body is read only after the guard has accepted the request.
  const authorized = new Promise<void>((resolve) => {
    test.app.server.once('request', (incoming) => incoming.once('resume', () => resolve()));
  });
  save.write(body.slice(0, -1));
  await authorized;
  return async () => {
    save.end(body.slice(-1));
    const [response] = await answer;
    return ((await json(response)) as { code: unknown }).code;
  };
};

it('rejects a save that was begun before the account lost its role', async () => {
  const { browser, id } = await administrator('Slow');
  const before = test.settings.current();
  const finishDemoted = await beginSave(browser);
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'waiting' });
  expect(await finishDemoted()).toBe('account_waiting');
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
  const finishEnded = await beginSave(browser);
  await browser.call('POST', '/api/auth/sign-out');
  expect(await finishEnded()).toBe('signed_out');
  expect(test.settings.current()).toBe(before);
});

it('tells an open page that its account no longer exists, and nobody else', async () => {
  const { browser, id } = await administrator('Rita');
  const ask = async (of: AccountBrowser, path: string) =>
    (await of.call('GET', path)).body['accountRemoved'] ?? null;
  const path = `/api/auth/session?account=${id}`;
  expect(await ask(browser, path)).toBeNull();
  await owner.call('DELETE', `/api/admin/accounts/${id}/sessions`);
  expect(await ask(browser, path)).toBeNull();
  await owner.call('DELETE', `/api/admin/accounts/${id}`);
  expect(await ask(browser, path)).toBe(true);
  expect(await ask(browser, '/api/auth/session')).toBeNull();
  // The answer to someone who is signed in is about that account.
  expect(await ask(owner, path)).toBeNull();
});
