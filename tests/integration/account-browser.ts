import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Account } from '#shared/contract/account.ts';
import type { TestApp } from './test-app.ts';

/** A response of the app under test. */
export interface Answer {
  readonly status: number;
  /** The code of a problem response; null for any other response. */
  readonly code: string | null;
  readonly detail: string | null;
  readonly body: Record<string, unknown>;
  readonly setCookies: readonly string[];
  readonly headers: Record<string, unknown>;
}

/** A fake browser with its own cookie jar, on a page of the site. */
export interface AccountBrowser {
  readonly jar: Map<string, string>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    more?: Omit<InjectOptions, 'method' | 'url'>,
  ): Promise<Answer>;
  signUp(name: string, more?: Record<string, unknown>): Promise<Answer>;
  signIn(name: string, password?: string): Promise<Answer>;
}

export const PASSWORD = 'blue kettle 42';
export const emailOf = (name: string): string => `${name.toLowerCase()}@mail.example`;

const answerOf = (response: LightMyRequestResponse): Answer => {
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  const body = isJson ? (response.json() as Record<string, unknown>) : {};
  return {
    status: response.statusCode,
    code: typeof body['code'] === 'string' ? body['code'] : null,
    detail: typeof body['detail'] === 'string' ? body['detail'] : null,
    body,
    setCookies: [response.headers['set-cookie'] ?? []].flat(),
    headers: response.headers,
  };
};

const withoutUndefined = (headers: Record<string, string | string[] | number | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

/** Creates a browser; `address` is the IP address its requests come from. */
export const openBrowser = (
  { app, config }: Pick<TestApp, 'app' | 'config'>,
  {
    address = '127.0.0.1',
    userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  } = {},
): AccountBrowser => {
  const jar = new Map<string, string>();
  const origin = config.isPublicUrlGiven ? new URL(config.publicUrl).origin : 'http://localhost';
  const storeCookie = (line: string): void => {
    const [pair = '', ...attributes] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  };
  const browser: AccountBrowser = {
    jar,
    async call(method, path, body, more = {}) {
      const response = await app.inject({
        method,
        url: path,
        remoteAddress: address,
        ...(body === undefined ? {} : { payload: body }),
        ...more,
        headers: withoutUndefined({
          host: new URL(origin).host,
          origin,
          'sec-fetch-site': 'same-origin',
          'user-agent': userAgent,
          cookie: jar.size === 0 ? undefined : [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          ...more.headers,
        }),
      });
      const answer = answerOf(response);
      for (const line of answer.setCookies) storeCookie(line);
      return answer;
    },
    signUp: (name, more = {}) =>
      browser.call('POST', '/api/auth/sign-up', { name, email: emailOf(name), password: PASSWORD, ...more }),
    signIn: (name, password = PASSWORD) =>
      browser.call('POST', '/api/auth/sign-in', { email: emailOf(name), password }),
  };
  return browser;
};

/** Creates a browser and signs it in as the owner, with the setup code. */
export const openOwner = async (test: TestApp, name = 'Olga'): Promise<AccountBrowser> => {
  const browser = openBrowser(test);
  const setupCode = await test.accounts.issueSetupCode();
  const answer = await browser.signUp(name, { setupCode });
  if (answer.status !== 200) throw new Error(`the owner could not sign up: ${answer.code}`);
  return browser;
};

export const accountIn = ({ body }: Answer): Account => body['account'] as Account;
