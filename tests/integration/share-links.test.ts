import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createSingleFlightCache } from '../../src/server/base/cache/single-flight-cache.ts';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { type OutboundClient, OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import { createEngineHealthRegistry } from '../../src/server/posts/engine-health.ts';
import { createPostSource } from '../../src/server/posts/post-source.ts';
import { resolveShareLink } from '../../src/server/posts/resolve-share-link.ts';
import { parseLink } from '../../src/shared/links/parse-link.ts';
import { byPlatform } from '../../src/shared/platforms/platforms.ts';
import { VISITOR } from '../requesters.ts';
import { withoutCause } from '../without-cause.ts';
import { directPages } from './direct-pages.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

const SHORT = 'https://vm.tiktok.com/ZMab12/';
const SHARE = 'https://www.instagram.com/share/reel/BAtoken1/';
const VIDEO = 'https://www.tiktok.com/@ada/video/7400000000000000001';
const REEL = 'https://www.instagram.com/reel/DAbcdefghi1/';

const to = (location: string, status = 301): Canned => ({ status, headers: { location } });
const page = (body: string, status = 200): Canned => ({ status, body });

/** Creates an Instagram page with the route name far from the head. */
const ofRoute = (route: string): string =>
  `<head></head>${' '.repeat(300_000)}<script type="application/json" data-sjs>{"canonicalRouteName":"${route}"}</script>`;

const shared = (text: string) => {
  const parsed = parseLink(text);
  if (!parsed.ok || parsed.link.kind !== 'share') throw new Error(`no share link: ${text}`);
  return parsed.link;
};

/** Resolves a link through canned responses, one after the other; the last one repeats. */
const follow = async (link: string, ...answers: (Canned | OutboundError)[]) => {
  let turn = 0;
  const outbound = createFakeOutboundClient(() => answers[Math.min(turn++, answers.length - 1)] ?? {});
  return {
    outcome: withoutCause(await resolveShareLink(shared(link), directPages(outbound), neverAborted)),
    outbound,
  };
};

const idOf = async (link: string, ...answers: Canned[]) => {
  const { outcome } = await follow(link, ...answers);
  return outcome.ok ? outcome.link.id : outcome;
};

const DEAD = { ok: false, code: 'failed', terminal: true, reason: 'short_link_dead' };
const GONE = { ok: false, code: 'gone', terminal: true };
const LIMITED = { ok: false, code: 'rate_limited', terminal: false };
const WITHHELD = { ok: false, code: 'failed', terminal: false, reason: 'posts_withheld' };
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });

describe('a share link that leads to a post', () => {
  it.each<[string, string, Canned[]]>([
    ['at once', SHORT, [to(`${VIDEO}?_r=1&_t=8`)]],
    ['of Instagram', SHARE, [to(`${REEL}?igsh=x`, 302)]],
    ['with a relative address', SHARE, [to('/reel/DAbcdefghi1/', 302)]],
    ['in five hops', SHORT, [to('https://vt.tiktok.com/a'), to('/b'), to('/c'), to('/d'), to(VIDEO)]],
    ['through an empty page', SHORT, [to('https://m.tiktok.com/hop?x=1'), to(VIDEO, 302)]],
    ['by the query of a page', SHORT, [to('https://www.tiktok.com/foryou?item_id=7400000000000000001')]],
    ['with an endless tracking query', SHORT, [to(`${VIDEO}?x=${'y'.repeat(5_000)}`)]],
    ['over plain http, which is never requested', SHORT, [to(VIDEO.replace('https', 'http'))]],
    [
      'behind a sign-in page',
      SHARE,
      [to(`https://www.instagram.com/accounts/login/?next=${encodeURIComponent('/reel/DAbcdefghi1/')}`)],
    ],
    [
      'behind a sign-in page of TikTok',
      SHORT,
      [to(`https://www.tiktok.com/login?redirect_url=${encodeURIComponent(VIDEO)}`)],
    ],
    ['in a page with a canonical link', SHORT, [page(`<head><link rel="canonical" href="${VIDEO}"/>`)]],
    [
      'in a sign-in page sent in its place',
      SHARE,
      [page('<link rel="canonical" href="/accounts/login/?next=%2Freel%2FDAbcdefghi1%2F">')],
    ],
    ['in a page for previews', SHARE, [page(`<meta property='og:url' content='${REEL}?a=1&amp;b=2'>`)]],
    [
      'in a page for apps',
      SHORT,
      [page(`<meta property="al:ios:url" content="x://1"><meta property="al:web:url" content="${VIDEO}">`)],
    ],
    [
      'in a page for apps of Instagram, whose canonical link is the front page',
      SHARE,
      [page(`<link rel="canonical" href="/"><meta content="${REEL}" property="al:web:url">`)],
    ],
    [
      'in a page that sends its reader on',
      SHORT,
      [page(`<meta http-equiv="refresh" content="0; url=${VIDEO}?_r=1&amp;_t=x">`)],
    ],
    [
      'in a page of Instagram that sends its reader on',
      SHARE,
      [page('<META HTTP-EQUIV=refresh CONTENT=\'1;URL="/reel/DAbcdefghi1/"\'>')],
    ],
    [
      'behind a sign-in page that a page sends its reader to',
      SHARE,
      [page('<meta http-equiv="refresh" content="0;/accounts/login/?next=%2Freel%2FDAbcdefghi1%2F">')],
    ],
    ['in the body of a redirect', SHORT, [page(`<a href="${VIDEO}?a=1&amp;b=2">Moved</a>.`, 301)]],
  ])('%s', async (_how, link, answers) => {
    expect(await idOf(link, ...answers)).toBe(link === SHORT ? '7400000000000000001' : 'DAbcdefghi1');
  });

  it("is requested without a browser's headers, and without following redirects automatically", async () => {
    const { outbound } = await follow(SHORT, to(VIDEO));
    expect(outbound.requests).toHaveLength(1);
    expect(outbound.requests[0]).toMatchObject({
      url: SHORT,
      redirects: 0,
      headers: { 'user-agent': 'Savelet' },
    });
  });
});

describe('a share link that leads to no post', () => {
  it.each<[string, string, (Canned | OutboundError)[], object, number]>([
    ['the front page', SHORT, [to('https://www.tiktok.com/?_r=1')], GONE, 1],
    // Instagram redirects refused clients to its front page; a link that leads nowhere is recognized by the page's
    // route.
    ['the front page of Instagram', SHARE, [to('https://www.instagram.com/')], WITHHELD, 1],
    ['an error page', SHARE, [page(ofRoute('comet.igweb.PolarisErrorRoute'))], GONE, 1],
    ['a login page', SHARE, [page(ofRoute('comet.igweb.PolarisCAAIGLoginHomepageRoute'))], WITHHELD, 1],
    ['a page of another route', SHARE, [page(ofRoute('comet.igweb.Other'))], failed('page_refused'), 1],
    ['a profile', SHORT, [to('https://www.tiktok.com/@ada?lang=en')], GONE, 1],
    ['404', SHORT, [page('', 404)], GONE, 1],
    ['410', SHORT, [page('', 410)], GONE, 1],
    ['another host', SHORT, [to('https://elsewhere.example/@ada/video/7400000000000000001')], DEAD, 1],
    ['a host that only looks right', SHORT, [to('https://www.tiktok.com.evil.example/')], DEAD, 1],
    ['this machine', SHORT, [to('http://127.0.0.1/')], DEAD, 1],
    ['no address', SHORT, [to('https://')], DEAD, 1],
    ['nowhere', SHORT, [page('', 302)], DEAD, 1],
    [
      'several links at once',
      SHORT,
      [page(`<a href="${VIDEO}">1</a><a href="${VIDEO}2">2</a>`, 301)],
      DEAD,
      1,
    ],
    ['itself', SHORT, [to(SHORT)], DEAD, 5],
    ['a sixth hop', SHORT, [...'abcde'].map((hop) => to(`/${hop}`)), DEAD, 5],
    ['a profile’s page', SHARE, [to('/ada.l_1/'), page('<link rel="canonical" href="/ada.l_1/">')], DEAD, 2],
    [
      'a page without a canonical link',
      SHORT,
      [page('<title>Please wait...</title>')],
      failed('page_refused'),
      1,
    ],
    [
      'a page that reloads itself',
      SHORT,
      [page('<meta http-equiv="refresh" content="30">')],
      failed('page_refused'),
      1,
    ],
    [
      'a profile that a page sends its reader to',
      SHORT,
      [page('<meta http-equiv="refresh" content="0; url=https://www.tiktok.com/@ada">')],
      DEAD,
      1,
    ],
    [
      'a page whose canonical link is the share link',
      SHARE,
      [page('<link rel="canonical" href="https://www.instagram.com/share/reel/BAtoken1/">')],
      failed('page_refused'),
      1,
    ],
    [
      'the front page, sent in its place',
      SHARE,
      [page('<meta property="og:url" content="https://www.instagram.com/">')],
      failed('page_refused'),
      1,
    ],
    [
      'a sign-in page, sent in its place',
      SHARE,
      [page('<link rel="canonical" href="https://www.instagram.com/accounts/login/?hl=en">')],
      WITHHELD,
      1,
    ],
    ['a sign-in page', SHARE, [to('https://www.instagram.com/accounts/login/')], WITHHELD, 1],
    [
      'a sign-in page that leads to another site',
      SHORT,
      [to('/login?redirect_url=https%3A%2F%2Fx.example')],
      WITHHELD,
      1,
    ],
    ['403', SHORT, [page('', 403)], LIMITED, 1],
    ['429', SHORT, [{ status: 429, headers: { 'retry-after': '60' } }], { ...LIMITED, retryAfter: 60 }, 1],
    ['500', SHORT, [page('', 500)], failed('upstream_error'), 1],
    ['a late answer', SHORT, [new OutboundError('timeout')], failed('upstream_timeout'), 1],
    ['a broken answer', SHORT, [new OutboundError('bad-answer')], failed('upstream_error'), 1],
    ['an endless page', SHORT, [page('x'.repeat(3 * 1024 * 1024 + 1))], failed('upstream_error'), 1],
    ['nobody', SHORT, [new OutboundError('unreachable')], { ok: false, code: 'network', terminal: false }, 1],
    ['a private address', SHORT, [new OutboundError('refused-address')], DEAD, 1],
  ])('%s', async (_where, link, answers, failure, asked) => {
    const { outcome, outbound } = await follow(link, ...answers);
    expect(outcome).toEqual(failure);
    expect(outbound.requests).toHaveLength(asked);
  });
});

/** Resolves share links for previews through an outbound client that answers on demand. */
const sourceBehind = () => {
  const asked: { readonly url: string; readonly signal: AbortSignal; answer(): void }[] = [];
  const outbound: OutboundClient = {
    request: ({ url, signal = neverAborted }) =>
      new Promise((resolve, reject) => {
        const dead = { status: 404, headers: {}, setCookies: [], url, body: Readable.from([]) };
        asked.push({ url, signal, answer: () => resolve(dead) });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    close: () => Promise.resolve(),
  };
  const source = createPostSource({
    engines: [],
    readChoice: () => ({ order: [], provider: null, platforms: byPlatform(() => true) }),
    registry: createEngineHealthRegistry(),
    cache: createSingleFlightCache({ lifetimeMs: 1, maxEntries: 1, isCacheable: () => false }),
    pages: directPages(outbound),
    media: outbound,
    mediaHosts: mediaHosts([]),
    log: createLogger('silent'),
  });
  return {
    asked,
    resolve: (link: string, signal?: AbortSignal) =>
      source.resolve(shared(link), { requester: VISITOR, signal }),
  };
};

describe('concurrent requests for share links', () => {
  it('are aborted when no request waits any more, but continue for those who stay', async () => {
    const { asked, resolve } = sourceBehind();
    const leaving = [new AbortController(), new AbortController()];
    const waiting = leaving.map(({ signal }) => resolve(SHORT, signal));
    await expect.poll(() => asked.length).toBe(1);
    for (const [index, left] of [false, true].entries()) {
      leaving[index]?.abort(new Error('left'));
      await expect(waiting[index]).rejects.toThrow('left');
      expect(asked[0]?.signal.aborted).toBe(left);
    }
  });

  it('of one network run four at a time per platform, the others queue', async () => {
    const { asked, resolve } = sourceBehind();
    const paths = () => asked.map(({ url }) => new URL(url).pathname);
    const leaving = new AbortController();
    const links = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'].map((code) => `https://vm.tiktok.com/${code}/`);
    const waiting = links.map((link) => resolve(link, link.includes('A5') ? leaving.signal : undefined));
    const other = resolve(SHARE);
    await expect.poll(() => paths().length).toBe(5);
    expect(paths()).toEqual(['/A1/', '/A2/', '/A3/', '/A4/', '/share/reel/BAtoken1/']);
    leaving.abort(new Error('left the queue'));
    await expect(waiting[4]).rejects.toThrow('left the queue');
    asked[1]?.answer();
    expect(await waiting[1]).toMatchObject({ ok: false, code: 'gone' });
    await expect.poll(paths).toHaveLength(6);
    expect(paths().at(-1)).toBe('/A6/');
    for (const index of [0, 2, 3, 4, 5]) asked[index]?.answer();
    await expect.poll(paths).toHaveLength(7);
    asked[6]?.answer();
    await Promise.all([waiting[0], waiting[6], other]);
  });
});

describe('a share link on real connections', () => {
  let close = async (): Promise<void> => undefined;
  afterEach(() => close());

  it('times out when all its hops together take too long', async () => {
    // One hop is answered, the next never; the outbound client alone would wait for ten seconds.
    const listener: RequestListener = (request, response) => {
      if (request.url !== '/ZMab12/') return;
      response.writeHead(301, { location: '/next' });
      response.end();
    };
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const outbound = createOutboundClient({
      routes: [{ host: 'vm.tiktok.com', origin: `http://127.0.0.1:${port}` }],
      proxy: null,
    });
    close = async () => {
      await outbound.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    const late = await resolveShareLink(shared(SHORT), directPages(outbound), neverAborted, 300);
    expect(withoutCause(late)).toEqual(failed('upstream_timeout'));
  });

  it('of any other kind is returned unchanged', async () => {
    const parsed = parseLink(VIDEO);
    const outbound = createFakeOutboundClient(() => ({}));
    if (parsed.ok)
      expect(await resolveShareLink(parsed.link, directPages(outbound), neverAborted)).toEqual(parsed);
    expect(outbound.requests).toEqual([]);
  });
});
