import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseLink } from '../../src/shared/links/parse-link.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { FAULT_BYTE } from './fault-rows.ts';
import { faultLink, mockFaults, mockShortLinks } from './faults.ts';
import { type MockPlatforms, startMockPlatforms } from './mock-platforms.ts';
import type { MockPost } from './post.ts';
import { mockLargeSets, mockPosts } from './posts.ts';
import {
  BROWSER_HEADERS,
  type MockAnswer,
  type MockRequestOptions,
  requestMockPlatforms,
} from './request-mock-platforms.ts';

let mockPlatforms: MockPlatforms;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterEach(() => {
  mockPlatforms.resetFaults();
  mockPlatforms.clearRequests();
});
afterAll(() => mockPlatforms.close());

const request = (address: string, options?: MockRequestOptions): Promise<MockAnswer> =>
  requestMockPlatforms(mockPlatforms, address, options);

const postNamed = (name: string): MockPost => mockPosts.find((post) => post.name === name)!;

const readPage = async (link: string): Promise<MockAnswer> => {
  const page = await request(link, { headers: BROWSER_HEADERS });
  return page.status === 302 ? request(String(page.headers.location), { headers: BROWSER_HEADERS }) : page;
};

const unescapeUrl = (text: string): string => JSON.parse(`"${text}"`) as string;

/** Returns the URL of the first film on an Instagram page. */
const filmAddress = async (link: string): Promise<string> => {
  const { body } = await readPage(link);
  return unescapeUrl(/"video_versions":\[\{"type":101,"url":"([^"]+)"/.exec(body.toString())![1]!);
};

/** Returns the URL of the first film on a TikTok page, with the headers its host requires. */
const tiktokFilm = async (link: string) => {
  const page = await readPage(link);
  const address = unescapeUrl(/"playAddr":"([^"]+)"/.exec(page.body.toString())![1]!);
  const token = page.headers['set-cookie']!.find((line) => line.startsWith('tt_chain_token='))!.split(
    ';',
  )[0]!;
  return { address, headers: { cookie: token, referer: 'https://www.tiktok.com/' } };
};

describe('tables of posts and faults', () => {
  it('have a unique link that the product accepts for every post and fault', () => {
    const links = [
      ...[...mockPosts, ...mockLargeSets].flatMap((post) => post.links),
      ...mockShortLinks.map(({ link }) => link),
      ...mockFaults.map(({ link }) => link),
    ];
    for (const link of links) expect(parseLink(link), link).toMatchObject({ ok: true });
    const names = mockFaults.map(({ name, platform }) => `${platform} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    const posts = [...mockPosts, ...mockLargeSets, ...mockFaults.flatMap(({ post }) => post ?? [])];
    const ids = posts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, platform } of posts) expect(id).toMatch(TEST_PLATFORMS[platform].mock.idPattern);
  });

  it('hold the bytes of every file', () => {
    for (const { items } of mockPosts) {
      for (const { body } of items.flatMap(({ renditions, provided }) => [...renditions, ...provided])) {
        if (body.size > 5_000_000) continue;
        expect(body.bytes().length).toBe(body.size);
        expect(createHash('sha256').update(body.bytes()).digest('hex')).toBe(body.sha256());
      }
    }
  });
});

describe('pages', () => {
  it('serves a reel to a browser, a shell to an incomplete browser request and an error to a script', async () => {
    const { links, id, username } = postNamed('instagram reel');
    const page = await readPage(links[0]);
    expect(page.body.toString()).toContain(`"if_not_gated_logged_out":{`);
    expect(page.body.toString()).toContain(`"code":"${id}"`);
    expect(page.body.toString()).toContain(`"username":"${username}"`);
    const shell = await request(links[0], { headers: { 'user-agent': BROWSER_HEADERS['user-agent'] } });
    expect(shell.body.toString()).not.toContain('xig_polaris_media');
    expect(
      (await request(links[0], { headers: { ...BROWSER_HEADERS, 'sec-fetch-mode': 'cors' } })).status,
    ).toBe(400);
  });

  it('names the TikTok data differently for desktop and mobile browsers', async () => {
    const [link] = postNamed('tiktok video').links;
    const mobile = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1' };
    expect((await readPage(link)).body.toString()).toContain('"webapp.video-detail"');
    expect((await request(link, { headers: mobile })).body.toString()).toContain(
      '"webapp.reflow.video.detail"',
    );
  });

  it('resolves its short links', async () => {
    for (const { link, post } of mockShortLinks) {
      const answer = await request(link);
      expect(answer.status).toBe(301);
      expect(answer.headers.location).toContain(post.id);
    }
  });

  it("requires the provider's key", async () => {
    const body = new URLSearchParams({ url: postNamed('instagram reel').links[0] }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const call = (key: string) =>
      request(`${mockPlatforms.providerHost}/download`, {
        method: 'POST',
        headers: { ...headers, 'x-rapidapi-key': key },
        body,
      });
    expect((await call('wrong')).status).toBe(401);
    const answer = JSON.parse((await call(mockPlatforms.providerKey)).body.toString()) as {
      medias: { quality: string }[];
    };
    expect(answer.medias.map(({ quality }) => quality)).toEqual(['full hd', 'hd', 'medium', '128kbps']);
  });
});

describe('delivery', () => {
  it('serves the file in full, in ranges and with its validator', async () => {
    const [link] = postNamed('instagram reel').links;
    const address = await filmAddress(link);
    const file = mockPlatforms.bytesOf(link);
    const whole = await request(address);
    expect(whole.headers['content-length']).toBe(String(file.length));
    expect(whole.body.equals(file)).toBe(true);
    const part = await request(address, { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 1000-1999/${file.length}`);
    expect(part.body.equals(file.subarray(1_000, 2_000))).toBe(true);
    expect((await request(address, { headers: { range: `bytes=${file.length}-` } })).status).toBe(416);
    const other = { range: 'bytes=1000-', 'if-range': '"another"' };
    expect((await request(address, { headers: other })).status).toBe(200);
    const head = await request(address, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(file.length),
      0,
    ]);
  });

  it('rejects an altered URL', async () => {
    const address = new URL(await filmAddress(postNamed('instagram reel').links[0]));
    address.searchParams.delete('oh');
    expect((await request(address.href)).status).toBe(403);
  });

  it('serves TikTok films only with the cookie of the page the URL comes from', async () => {
    const [link] = postNamed('tiktok video').links;
    const first = await tiktokFilm(link);
    const second = await tiktokFilm(link);
    expect((await request(first.address)).status).toBe(403);
    expect((await request(first.address, { headers: { cookie: first.headers.cookie } })).status).toBe(403);
    expect((await request(first.address, { headers: second.headers })).status).toBe(403);
    const film = await request(first.address, { headers: first.headers });
    expect(film.body.equals(mockPlatforms.bytesOf(link))).toBe(true);
  });
});

describe('faults', () => {
  const probe = { headers: { range: 'bytes=0-0' } };

  it('answers the probe of a faulty file normally', async () => {
    const rows = mockFaults.filter(
      ({ where, platform, media }) =>
        where === 'media' && platform === 'instagram' && !/^probe|no-ranges/.test(String(media?.kind)),
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { link, name, post } of rows.filter(({ item }) => item === undefined)) {
      const answer = await request(await filmAddress(link), probe);
      expect([answer.status, answer.body.length], name).toEqual([206, 1]);
      expect(answer.headers['content-range'], name).toBe(
        `bytes 0-0/${post!.items[0]!.renditions[0]!.body.size}`,
      );
    }
  });

  it('cuts the transfer at exactly the given byte', async () => {
    const link = faultLink('media-cut');
    const cut = await request(await filmAddress(link));
    expect([cut.isComplete, cut.body.length]).toEqual([false, FAULT_BYTE]);
    expect(cut.headers['content-length']).toBe(String(mockPlatforms.bytesOf(link).length));

    const [other] = postNamed('instagram reel').links;
    mockPlatforms.setCut(other, 12_345, 1);
    const address = await filmAddress(other);
    const first = await request(address);
    expect([first.isComplete, first.body.length]).toEqual([false, 12_345]);
    const rest = await request(address, { headers: { range: 'bytes=12345-' } });
    expect(Buffer.concat([first.body, rest.body]).equals(mockPlatforms.bytesOf(other))).toBe(true);
  });

  it('serves a complete chunked file, and marks a cut one as incomplete', async () => {
    const chunked = await request(await filmAddress(faultLink('media-chunked')));
    expect(chunked.headers['content-length']).toBeUndefined();
    expect([
      chunked.isComplete,
      chunked.body.equals(mockPlatforms.bytesOf(faultLink('media-chunked'))),
    ]).toEqual([true, true]);
    const cut = await request(await filmAddress(faultLink('media-chunked-cut')));
    expect([cut.isComplete, cut.body.length]).toEqual([false, FAULT_BYTE]);
  });

  it('sends wrong lengths', async () => {
    const size = mockPlatforms.bytesOf(faultLink('media-shorter')).length;
    const tooLarge = await request(await filmAddress(faultLink('media-length-too-large')));
    expect([tooLarge.headers['content-length'], tooLarge.isComplete]).toEqual([String(size + 10_000), false]);
    expect((await request(await filmAddress(faultLink('media-shorter')))).body.length).toBe(size - 10_000);
    expect((await request(await filmAddress(faultLink('media-longer')))).body.length).toBe(size + 10_000);
  });

  it('stalls and resets transfers', async () => {
    const stalled = await filmAddress(faultLink('media-stall'));
    const answer = await request(stalled, { timeoutMs: 400 });
    expect([answer.isComplete, answer.body.length]).toEqual([false, FAULT_BYTE]);
    await expect(request(await filmAddress(faultLink('media-reset-at-once')))).rejects.toThrow(
      /ECONNRESET|hang up/,
    );
    expect((await request(await filmAddress(faultLink('media-reset')))).isComplete).toBe(false);
  });

  it('serves an expired link again after the page is loaded again', async () => {
    const link = faultLink('media-expired-then-working');
    expect((await request(await filmAddress(link))).status).toBe(403);
    expect((await request(await filmAddress(link))).body.equals(mockPlatforms.bytesOf(link))).toBe(true);
    expect((await request(await filmAddress(faultLink('media-expired-410')))).status).toBe(410);
    expect((await request(await filmAddress(faultLink('media-expired-410')))).status).toBe(410);
  });

  it('redirects to the configured targets', async () => {
    const redirectLocation = async (name: string) =>
      (await request(await filmAddress(faultLink(`media-${name}`)))).headers.location;
    expect(await redirectLocation('redirect-loopback')).toBe(`${mockPlatforms.origin}/trap.mp4`);
    expect(await redirectLocation('redirect-foreign')).toMatch(/^https:\/\/media\.elsewhere\.example\//);
    const sister = await redirectLocation('redirect-listed');
    expect(
      (await request(sister!)).body.equals(mockPlatforms.bytesOf(faultLink('media-redirect-listed'))),
    ).toBe(true);
  });

  it('sends pages instead of media', async () => {
    expect((await request(await filmAddress(faultLink('media-html')))).headers['content-type']).toMatch(
      /^text\/html/,
    );
    const disguised = await request(await filmAddress(faultLink('media-html-as-video')));
    expect(disguised.headers['content-type']).toBe('video/mp4');
    expect(disguised.body.toString()).toMatch(/^<!DOCTYPE/);
  });

  it('applies page and provider faults on demand', async () => {
    const { links } = postNamed('instagram reel');
    mockPlatforms.setPageFault(links[0], 'limited');
    expect((await readPage(links[0])).status).toBe(429);
    mockPlatforms.setPageFault(links[0], null);
    expect((await readPage(links[0])).status).toBe(200);
    expect((await readPage(faultLink('page-private', 'tiktok'))).body.toString()).toContain('10216');
    expect((await readPage(faultLink('page-empty'))).body.length).toBe(0);
  });

  it('closes the exchanges and connections of clients that left', async () => {
    const answer = request(await filmAddress(faultLink('media-stall')), { timeoutMs: 300 });
    await expect.poll(() => mockPlatforms.openExchanges()).toBe(1);
    await answer;
    await expect.poll(() => mockPlatforms.openExchanges()).toBe(0);
    await expect.poll(() => mockPlatforms.openConnections()).toBe(0);
  });
});
