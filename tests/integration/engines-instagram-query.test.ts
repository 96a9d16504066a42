import { describe, expect, it } from 'vitest';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { CODE, clip, POST_ROUTE, photo, polaris, route } from '../platforms/instagram/instagram-page-data.ts';
import { page } from '../platforms/native-answers.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';
import { linkOf, postOf } from './read-instagram.ts';

const NAME = 'PolarisLoggedOutDesktopWWWPostRootContentQuery';
const TOKEN = { define: [['LSD', [], { token: 'invented-Token_1' }, 323]] };
const preloader = (preloaderID: string, queryID: unknown) => ({ preloaderID, queryID, variables: {} });
const QUERY = {
  expectedPreloaders: [
    preloader('adp_PolarisDesktopNavQueryRelayPreloader_1', '31000000000000001'),
    preloader(`adp_${NAME}RelayPreloader_2`, '31000000000000002'),
  ],
};
/** A page of the post's route without the post's data. */
const SHELL: Canned = {
  body: page(route(POST_ROUTE), TOKEN, QUERY),
  setCookies: ['csrftoken=Csrf1; Path=/; Secure', 'mid=Mid1; Path=/', 'sessionid=never; Path=/'],
};
const WITHHELD: Canned = { ...SHELL, body: page(polaris(clip({ video_versions: null })), TOKEN, QUERY) };

const media = (value: unknown, over: object = {}): Canned => ({
  body: JSON.stringify({
    data: { xig_polaris_media: { code: CODE, if_not_gated_logged_out: value, ...over } },
  }),
});
const LIMITED = { ok: false, code: 'rate_limited', terminal: false };

const serve = (shell: Canned, answer: Canned | OutboundError) => {
  const outbound = createFakeOutboundClient((path) => {
    if (path.includes('/embed/')) return { status: 500 };
    return path === '/api/graphql' ? answer : shell;
  });
  const engine = createNativeEngine({ clients: { direct: outbound } });
  return { outbound, read: async (code = CODE) => engine.extract(linkOf(code), neverAborted) };
};

describe("the query of an Instagram page without the post's media", () => {
  it.each([
    ['a clip', SHELL, media(clip())],
    ['a photo, after a guard', SHELL, { body: `for (;;);${media(photo()).body}` }],
    ['a clip that the page withholds', WITHHELD, media(clip())],
  ])('gives %s', async (_what, shell, answer) => {
    const { outbound, read } = serve(shell, answer);
    expect(postOf(await read()).items).toHaveLength(1);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`, '/api/graphql']);
  });

  it("has the page's query, token and cookies, as its browser would send it", async () => {
    const { outbound, read } = serve(SHELL, media(clip()));
    await read();
    const [, query] = outbound.requests;
    expect(query).toMatchObject({
      method: 'POST',
      url: 'https://www.instagram.com/api/graphql',
      redirects: 0,
      headers: {
        cookie: 'csrftoken=Csrf1; mid=Mid1',
        'x-csrftoken': 'Csrf1',
        'x-fb-lsd': 'invented-Token_1',
        'x-fb-friendly-name': NAME,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        origin: 'https://www.instagram.com',
        referer: `https://www.instagram.com/p/${CODE}/`,
        'user-agent': outbound.requests[0]?.headers?.['user-agent'],
      },
    });
    expect(Object.fromEntries(new URLSearchParams(query?.body))).toMatchObject({
      doc_id: '31000000000000002',
      lsd: 'invented-Token_1',
      variables: '{"media_id":"3079333185782279477"}',
    });
  });

  it.each([
    ['has the post', { ...SHELL, body: page(polaris(clip()), TOKEN, QUERY) }],
    ['has no token', { ...SHELL, body: page(route(POST_ROUTE), QUERY) }],
    ['has no query', { ...SHELL, body: page(route(POST_ROUTE), TOKEN) }],
    [
      'has a rounded id',
      {
        ...SHELL,
        body: page(route(POST_ROUTE), TOKEN, {
          expectedPreloaders: [preloader(`adp_${NAME}RelayPreloader`, 31_000)],
        }),
      },
    ],
    ['is a login', { body: page(route('comet.igweb.PolarisCAAIGLoginHomepageRoute'), TOKEN, QUERY) }],
  ])('is not sent for a page that %s', async (_what, shell) => {
    const { outbound, read } = serve(shell, media(clip()));
    await read();
    expect(outbound.paths()).not.toContain('/api/graphql');
  });

  it.each<[string, Canned | OutboundError]>([
    ['401', { status: 401, body: '{"message":"","require_login":true,"status":"fail"}' }],
    ['403', { status: 403 }],
    ['404', { status: 404 }],
    ['500', { status: 500 }],
    ['a redirect to the login', { status: 302, headers: { location: '/accounts/login/' } }],
    ['nothing', { body: '' }],
    ['a page', { body: page(route(POST_ROUTE), TOKEN, QUERY) }],
    ['an error', { body: '{"errors":[{"message":"execution error"}],"data":null}' }],
    ['no media', { body: '{"data":{"xig_polaris_media":null}}' }],
    ['a gate without a reason', media(null)],
    ['another post', media(clip({ code: 'Cq7_Other01' }), { code: 'Cq7_Other01' })],
    ['no answer', new OutboundError('unreachable')],
  ])('leaves the failure of the page after %s, and the embed follows', async (_what, answer) => {
    const { outbound, read } = serve(SHELL, answer);
    expect(withoutCause(await read())).toEqual(LIMITED);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`, '/api/graphql', `/p/${CODE}/embed/captioned/`]);
  });

  it.each([
    ['not in the region', { title: 'Not available in your region' }, { reason: 'region' }],
    ['for adults', { title: 'Restricted Video', description: 'You must be 18' }, { code: 'private' }],
  ])('says that the post is %s', async (_what, gating_ruling, expected) => {
    expect(await serve(SHELL, media(null, { gating_ruling })).read()).toMatchObject(expected);
  });

  it.each([
    ['429', { status: 429, headers: { 'retry-after': '600' } }],
    ['a request to wait', { status: 400, body: '{"message":"Please wait a few minutes","status":"fail"}' }],
  ])('pauses the pages as they do when it is answered with %s', async (_what, answer) => {
    const { outbound, read } = serve(SHELL, answer);
    expect(await read()).toMatchObject(LIMITED);
    await read('Cq7_Other01');
    expect(outbound.paths().filter((path) => !path.includes('/embed/'))).toEqual([
      `/p/${CODE}/`,
      '/api/graphql',
    ]);
  });
});
