import { betterAuth } from 'better-auth';
import { CamelCasePlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/base/db/database.ts';
import { type EmptyDatabase, engines } from './engines.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ANN = { name: 'Ann', email: 'Ann@Savelet.test', password: 'a long enough password' };
const URL = 'http://127.0.0.1:3000';

/** Creates the authentication library on the product's tables, as src/server/people/auth-library.ts does. */
const authOver = (database: Database) =>
  betterAuth({
    baseURL: URL,
    secret: 'a secret for tests, long enough',
    database: {
      db: database.query.withPlugin(new CamelCasePlugin()),
      type: 'sqlite',
      transaction: true,
    },
    advanced: { database: { validateSchema: false } },
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      // A cheap hash: these tests are about the tables.
      password: {
        hash: async (password) => `plain ${password}`,
        verify: async ({ hash, password }) => hash === `plain ${password}`,
      },
    },
    user: {
      modelName: 'accounts',
      additionalFields: {
        role: { type: 'string', required: false, defaultValue: 'waiting', input: false },
        lastSignInAt: { type: 'date', required: false, input: false },
      },
    },
    session: { modelName: 'sessions' },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
  });

describe.each(engines)('the authentication library on the tables of $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let auth: ReturnType<typeof authOver>;
  beforeAll(async () => {
    empty = await engine.create();
    database = await empty.open();
    auth = authOver(database);
  });
  afterAll(() => empty.drop());

  const signIn = async (): Promise<Headers> => {
    const answer = await auth.api.signInEmail({ body: ANN, asResponse: true });
    expect(answer.status).toBe(200);
    return new Headers({ cookie: answer.headers.get('set-cookie') ?? '' });
  };

  it('signs up, and the product reads what it wrote', async () => {
    await auth.api.signUpEmail({ body: ANN });
    const account = await database.query.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    expect(account).toEqual({
      id: expect.any(String),
      name: 'Ann',
      email: 'ann@savelet.test',
      email_verified: 0,
      image: null,
      role: 'waiting',
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
      last_sign_in_at: null,
    });
    expect(await database.query.selectFrom('credentials').selectAll().execute()).toMatchObject([
      { user_id: account.id, provider_id: 'credential', password: `plain ${ANN.password}` },
    ]);
    await expect(auth.api.signUpEmail({ body: ANN })).rejects.toMatchObject({ statusCode: 422 });
  });

  it('signs in, finds the session with its times, lists it and ends it', async () => {
    const headers = await signIn();
    const found = await auth.api.getSession({ headers });
    expect(found?.user).toMatchObject({ name: 'Ann', emailVerified: false, role: 'waiting' });
    expect(found?.session.expiresAt).toBeInstanceOf(Date);
    expect(found?.session.expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(await auth.api.listSessions({ headers })).not.toEqual([]);
    await auth.api.signOut({ headers });
    expect(await auth.api.getSession({ headers })).toBeNull();
  });

  it('rejects a session past the expiry time that the product has set', async () => {
    const headers = await signIn();
    await database.query
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect(await auth.api.getSession({ headers })).toBeNull();
  });

  it('rejects a wrong password, and an account without a password', async () => {
    await expect(auth.api.signInEmail({ body: { ...ANN, password: 'another' } })).rejects.toMatchObject({
      statusCode: 401,
    });
    await database.query.deleteFrom('credentials').execute();
    await expect(auth.api.signInEmail({ body: ANN })).rejects.toMatchObject({ statusCode: 401 });
  });
});
