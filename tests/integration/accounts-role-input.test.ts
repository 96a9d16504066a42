import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthLibraryLoader } from '../../src/server/people/auth-library.ts';
import { createPasswordHasher } from '../../src/server/people/password-hasher.ts';
import {
  type AccountBrowser,
  accountIn,
  emailOf,
  openBrowser,
  openOwner,
  PASSWORD,
} from './account-browser.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 });
const ROLES = ['owner', 'administrator', 'admin'];
const CALLERS = ['nobody', 'waiting', 'administrator', 'owner'] as const;
const NAMES = { waiting: 'waiting', administrator: 'administrator', owner: 'Olga' } as const;
/** The routes that change roles, each called by the owner only. */
const CHANGES_ROLES = new Set(['PUT /api/admin/accounts/{id}/role', 'POST /api/admin/accounts/{id}/owner']);

/** Returns a value that a schema of the OpenAPI document accepts as far as it states what it wants. */
const sampleOf = ({ type, properties = {}, format, ...schema }: OpenAPIV3_1.SchemaObject): unknown => {
  if (schema.enum !== undefined) return schema.enum[0];
  if (type !== 'object') return format === 'email' ? `new${Math.random()}@mail.example` : PASSWORD;
  const entries = Object.entries(properties as Record<string, OpenAPIV3_1.SchemaObject>);
  return Object.fromEntries(
    entries.filter(([name]) => schema.required?.includes(name)).map(([name, one]) => [name, sampleOf(one)]),
  );
};

interface Route {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: OpenAPIV3_1.SchemaObject;
}

/** Returns the routes of accounts and panel that may change something, those that take no body included. */
const changingRoutes = async (test: TestApp): Promise<Route[]> => {
  const { body } = await openBrowser(test).call('GET', '/api/openapi.json');
  const { paths = {} } = body as unknown as OpenAPIV3_1.Document;
  return Object.entries(paths)
    .filter(([path]) => /^\/api\/(?:auth|admin)\//.test(path))
    .flatMap(([path, item]) =>
      (['post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const { requestBody } = item?.[method] ?? { requestBody: null };
        if (item?.[method] === undefined) return [];
        const content = (requestBody as OpenAPIV3_1.RequestBodyObject | null)?.content['application/json'];
        const schema = (content?.schema ?? {}) as OpenAPIV3_1.SchemaObject;
        return [{ method: method.toUpperCase() as Route['method'], path, body: schema }];
      }),
    );
};

describe('a role in the body of a request', () => {
  let test: TestApp;
  const browsers = new Map<string, AccountBrowser>();
  const ids = new Map<string, string>();
  beforeAll(async () => {
    test = await createTestApp({}, undefined, { hasher });
    const owner = await openOwner(test);
    for (const name of ['waiting', 'administrator']) {
      const browser = openBrowser(test);
      ids.set(name, accountIn(await browser.signUp(name)).id);
      browsers.set(name, browser);
    }
    const role = 'administrator';
    await owner.call('PUT', `/api/admin/accounts/${ids.get('administrator')}/role`, { role });
    browsers.set('owner', owner).set('nobody', openBrowser(test));
  });
  afterAll(() => test.app.close());

  const rolesOfAccounts = async () => {
    const rows = await test.database.query.selectFrom('accounts').select(['email', 'role']).execute();
    return new Map(rows.map(({ email, role }) => [email, role]));
  };
  const send = async (caller: (typeof CALLERS)[number], { method, path }: Route, sent: object) => {
    const browser = browsers.get(caller);
    // The owner may remove an account, so it names none.
    const id = caller === 'owner' ? 'none' : (ids.get('waiting') ?? '');
    await browser?.call(method, path.replace(/\{\w+\}/g, id), sent);
    if (caller !== 'nobody' && !browser?.jar.has('sid')) await browser?.signIn(NAMES[caller]);
  };

  it.each(CALLERS)('changes none, sent by %s to every route', async (caller) => {
    const before = await rolesOfAccounts();
    const routes = await changingRoutes(test);
    expect(routes.length).toBeGreaterThan(20);
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      if (caller === 'owner' && CHANGES_ROLES.has(name)) continue;
      for (const role of ROLES) {
        await send(caller, route, { role });
        await send(caller, route, { ...(sampleOf(route.body) as object), role });
      }
      for (const [email, role] of await rolesOfAccounts())
        expect([name, email, role]).toEqual([name, email, before.get(email) ?? 'waiting']);
    }
  });

  it('changes one only where the owner sets it', async () => {
    const id = ids.get('waiting');
    const change = (role: string) =>
      browsers.get('owner')?.call('PUT', `/api/admin/accounts/${id}/role`, { role });
    expect(await change('owner')).toMatchObject({ status: 400, code: 'body_invalid' });
    expect((await rolesOfAccounts()).get(emailOf('waiting'))).toBe('waiting');
    expect(await change('administrator')).toMatchObject({ status: 204 });
    expect((await rolesOfAccounts()).get(emailOf('waiting'))).toBe('administrator');
  });

  it('is no input of the library, whatever body it gets', async () => {
    const { config, database } = test;
    const { api } = await createAuthLibraryLoader({ config, database, hasher, secret: TEST_SECRET })();
    const body = { name: 'Eve', email: emailOf('Eve'), password: PASSWORD };
    await api.signUpEmail({ body: { ...body, role: 'administrator' } as never });
    expect((await rolesOfAccounts()).get(emailOf('Eve'))).toBe('waiting');
    const headers = new Headers({ cookie: `sid=${browsers.get('waiting')?.jar.get('sid')}` });
    await expect(api.updateUser({ headers, body: { role: 'owner' } as never })).rejects.toThrow(
      'role is not allowed',
    );
  });
});
