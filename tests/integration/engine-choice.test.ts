import { beforeEach, describe, expect, it } from 'vitest';
import { createSingleFlightCache } from '../../src/server/base/cache/single-flight-cache.ts';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { MONITOR_REQUESTER, type Requester } from '../../src/server/limits/requester.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import { type EngineOutcome, failed } from '../../src/server/platforms/failures.ts';
import { NOTHING_STATED } from '../../src/server/platforms/reading/extracted-post.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import { createEngineHealthRegistry } from '../../src/server/posts/engine-health.ts';
import type { EngineChoice, Resolution } from '../../src/server/posts/post-source.ts';
import { createPreview, type Preview } from '../../src/server/posts/preview.ts';
import type { EngineName } from '../../src/shared/contract/engine-names.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { VISITOR } from '../requesters.ts';
import { directPages } from './direct-pages.ts';
import { createFakeOutboundClient } from './fake-outbound-client.ts';
import { TEST_SECRET } from './test-app.ts';

const TIKTOK = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const INSTAGRAM = 'https://www.instagram.com/p/DMocksFive1/';
const SHORT = 'https://vm.tiktok.com/ZMockOf1/';

const postOf = (id: string, file: string): EngineOutcome => {
  const source = { kind: 'sample', file } as const;
  const sides = { width: null, height: null } as const;
  const able = { videoAvailable: true, audioAvailable: true, watermarked: false } as const;
  const named = { kind: 'video', quality: '720p', extension: 'mp4', codec: null, bitrate: null } as const;
  const item = { kind: 'video', thumbnail: null, ...sides, duration: null } as const;
  const renditions = [{ source, size: 9, ...named, ...sides, ...able }];
  return {
    ok: true,
    post: {
      id,
      ...NOTHING_STATED,
      username: null,
      caption: '',
      thumbnail: null,
      duration: null,
      items: [{ ...item, renditions }],
    },
  };
};

let choice: EngineChoice;
let answers: Partial<Record<EngineName, EngineOutcome | Promise<EngineOutcome>>>;
/** Where the short link leads. */
let target: string;
/** What the status has been told, in order. */
let observed: string[];
let calledEngines: EngineName[];
let takes: boolean;
let outbound: ReturnType<typeof createFakeOutboundClient>;
let preview: Preview;
let providerSetUp: boolean;

const engineNamed = (name: EngineName): Engine => ({
  name,
  isSetUp: () => name !== 'provider' || providerSetUp,
  supports: ({ kind }) => takes && kind !== 'share',
  extract(link) {
    calledEngines.push(name);
    return Promise.resolve(answers[name] ?? postOf(link.id, `${name}.mp4`));
  },
});

beforeEach(() => {
  calledEngines = [];
  observed = [];
  target = TIKTOK;
  takes = true;
  providerSetUp = true;
  answers = {};
  choice = {
    order: ['native', 'provider'],
    provider: null,
    platforms: byPlatform(() => true),
  };
  outbound = createFakeOutboundClient(() => ({ status: 301, headers: { location: target } }));
  preview = createPreview({
    engines: (['provider', 'native', 'yt-dlp'] as const).map(engineNamed),
    readChoice: () => choice,
    registry: createEngineHealthRegistry(),
    cache: createSingleFlightCache<Resolution, Requester>({
      lifetimeMs: 60_000,
      maxEntries: 10,
      isCacheable: ({ ok }) => ok,
    }),
    pages: directPages(outbound),
    media: outbound,
    mediaHosts: mediaHosts([]),
    tickets: createTicketSealer({ secret: TEST_SECRET }),
    log: createLogger('silent'),
    observe: ({ engine, platform, outcome }) =>
      observed.push(`${engine ?? 'all'} ${platform} ${outcome.ok ? 'ok' : outcome.code}`),
  });
});

const BY_VISITOR = { requester: VISITOR };

const engineOf = async (link: string): Promise<EngineName | string> => {
  const outcome = await preview.preview(link, BY_VISITOR);
  return outcome.ok ? outcome.post.engine : outcome.code;
};

describe("the owner's engine order", () => {
  it('applies from the next preview on, also to a cached post', async () => {
    expect(await engineOf(TIKTOK)).toBe('native');
    choice = { ...choice, order: ['provider', 'native'] };
    expect(await engineOf(TIKTOK)).toBe('provider');
    choice = { ...choice, order: ['yt-dlp'] };
    expect(await engineOf(TIKTOK)).toBe('yt-dlp');
    choice = { ...choice, order: [] };
    expect(await engineOf(TIKTOK)).toBe('failed');
    choice = { ...choice, order: ['native', 'provider'] };
    // Results cached under that order are still valid.
    expect([await engineOf(TIKTOK), calledEngines]).toEqual(['native', ['native', 'provider', 'yt-dlp']]);
  });

  it('is not shared between orders: a running preview continues in its order, a later one uses the new order', async () => {
    const held = Promise.withResolvers<EngineOutcome>();
    answers = { native: held.promise };
    const early = engineOf(TIKTOK);
    await expect.poll(() => calledEngines).toEqual(['native']);
    choice = { ...choice, order: ['provider', 'native'] };
    expect(await engineOf(TIKTOK)).toBe('provider');
    held.resolve(postOf('7400000000000000001', 'native.mp4'));
    expect(await early).toBe('native');
    expect(await engineOf(TIKTOK)).toBe('provider');
  });

  it('calls no engine for a platform that is switched off, even for a cached post, and says so', async () => {
    expect(await engineOf(TIKTOK)).toBe('native');
    choice = { ...choice, platforms: { ...byPlatform(() => true), tiktok: false } };
    expect(await preview.preview(TIKTOK, BY_VISITOR)).toEqual({ ok: false, code: 'platform_off' });
    expect(await preview.preview(SHORT, BY_VISITOR)).toEqual({ ok: false, code: 'platform_off' });
    expect(await engineOf(INSTAGRAM)).toBe('native');
    expect([calledEngines, outbound.requests]).toEqual([['native', 'native'], []]);
    choice = { ...choice, platforms: byPlatform(() => true) };
    expect(await engineOf(SHORT)).toBe('native');
  });

  it('with another provider applies from the next preview on, and drops what was cached from the previous one', async () => {
    choice = { ...choice, order: ['provider', 'native'] };
    answers = { provider: failed('upstream_error') };
    for (const id of [1, 2, 3, 4, 5, 6]) await preview.preview(`${TIKTOK}${String(id)}`, BY_VISITOR);
    expect(calledEngines.filter((name) => name === 'provider')).toHaveLength(5);
    answers = {};
    expect(await engineOf(TIKTOK)).toBe('native');
    choice = {
      ...choice,
      provider: { host: 'https://open.example/', savedAt: null },
    };
    const outcome = preview
      .health()
      .find(({ engine, platform }) => engine === 'provider' && platform === 'tiktok');
    expect(outcome).toMatchObject({ breaker: 'closed', lately: { asked: 0 }, failures: [] });
    expect(await engineOf(TIKTOK)).toBe('provider');
  });

  it('skips an engine that is no longer configured', async () => {
    choice = { ...choice, order: ['provider', 'native'] };
    providerSetUp = false;
    expect(await engineOf(TIKTOK)).toBe('native');
    expect(calledEngines).toEqual(['native']);
    expect(preview.health().map(({ engine }) => engine)).not.toContain('provider');
    providerSetUp = true;
    expect(preview.health().map(({ engine }) => engine)).toContain('provider');
  });

  it('keeps the samples whatever is switched off', async () => {
    choice = { ...choice, order: ['sample'], platforms: byPlatform(() => false) };
    // None of these engines has a sample; what matters is that the chain ran.
    expect(await engineOf('/?sample=clip')).toBe('failed');
  });
});

describe('an attempt', () => {
  const network: EngineOutcome = failed('network');
  const gone: EngineOutcome = failed('missing');

  it('calls one engine after another until one has the post, whatever the first ones answer', async () => {
    answers = { native: gone };
    const outcome = await preview.attempt(TIKTOK, BY_VISITOR);
    expect(outcome).toMatchObject({
      ok: true,
      attempts: [
        { engine: 'native', outcome: gone },
        { engine: 'provider', outcome: { ok: true, post: { engine: 'provider' } } },
      ],
    });
  });

  it('runs the engines that are on, whether the platform is on or not', async () => {
    choice = { ...choice, order: ['yt-dlp'], platforms: byPlatform(() => false) };
    expect(await preview.attempt(TIKTOK, BY_VISITOR)).toMatchObject({ attempts: [{ engine: 'yt-dlp' }] });
    choice = { ...choice, order: [] };
    expect(await preview.attempt(TIKTOK, BY_VISITOR)).toMatchObject({
      ok: false,
      code: 'failed',
      reason: 'no_engine',
    });
  });

  it('reports that no engine supports the link: for all, and for none', async () => {
    takes = false;
    const unread = { ok: false, code: 'failed', reason: 'address_unsupported' };
    expect(await preview.attempt(TIKTOK, BY_VISITOR)).toMatchObject(unread);
    expect(await preview.preview(TIKTOK, BY_VISITOR)).toMatchObject(unread);
    choice = { ...choice, order: ['sample', 'cobalt'] };
    expect(await preview.preview(TIKTOK, BY_VISITOR)).toMatchObject({ reason: 'no_engine' });
    expect(calledEngines).toEqual([]);
  });

  it('counts for the circuit but not among previews, and appears in the records of all configured engines', async () => {
    answers = { provider: network };
    choice = { ...choice, order: ['provider'] };
    for (let count = 0; count < 5; count += 1) await preview.attempt(`${TIKTOK}${String(count)}`, BY_VISITOR);
    const records = preview.health();
    expect(records.map(({ engine, platform }) => `${engine} ${platform}`)).toEqual(
      ['provider', 'native', 'yt-dlp'].flatMap((engine) =>
        PLATFORM_IDS.map((platform) => `${engine} ${platform}`),
      ),
    );
    const recordOf = (platform: PlatformId) =>
      preview.health().find((record) => record.engine === 'provider' && record.platform === platform);
    expect(recordOf('tiktok')).toMatchObject({ breaker: 'open', lately: { asked: 0, ok: 0 } });
    expect(recordOf('instagram')).toMatchObject({ breaker: 'closed', lately: { asked: 0, ok: 0 } });
    // An attempt calls an engine whose circuit is open, too, and counts the result.
    answers = {};
    await preview.attempt(TIKTOK, BY_VISITOR);
    expect(recordOf('tiktok')).toMatchObject({ breaker: 'closed' });
  });

  it('resolves a short link first, rejects a bad one, and ends when its visitor leaves', async () => {
    expect(await preview.attempt(SHORT, BY_VISITOR)).toMatchObject({
      ok: true,
      attempts: [{ engine: 'native' }],
    });
    expect(await preview.attempt('https://example.org/', BY_VISITOR)).toMatchObject({
      ok: false,
      code: 'link_invalid',
    });
    const signal = AbortSignal.abort(new Error('left'));
    await expect(preview.attempt(TIKTOK, { ...BY_VISITOR, signal })).rejects.toThrow('left');
  });

  it('has a part in the status only as a check by the timer, and exactly if that counts', async () => {
    const monitor = { requester: MONITOR_REQUESTER };
    await preview.attempt(TIKTOK, BY_VISITOR);
    target = 'https://www.tiktok.com/404';
    await preview.attempt('https://vm.tiktok.com/ZMockOf2/', BY_VISITOR);
    expect(observed).toEqual([]);
    await preview.attempt(TIKTOK, monitor);
    expect(observed).toEqual(['native tiktok ok']);
    // The owner's post may be gone or private, which says nothing about any engine.
    answers = { native: gone, provider: network };
    await preview.attempt(TIKTOK, monitor);
    expect(observed).toEqual(['native tiktok ok']);
    answers = { native: network, provider: network };
    await preview.attempt(TIKTOK, monitor);
    expect(observed).toEqual(['native tiktok ok', 'native tiktok network', 'provider tiktok network']);
  });

  it('puts nothing of a link into the records', async () => {
    answers = { native: network };
    await preview.attempt(TIKTOK, BY_VISITOR);
    expect(JSON.stringify(preview.health())).not.toMatch(/7400000000000000001|stand\.in|https/);
  });
});
