import { afterEach, describe, expect, it } from 'vitest';
import { createMediaConnections } from '../../src/server/outbound/media-connections.ts';
import { collectMedia } from './collect-media.ts';
import { startUpstream } from './loopback-upstream.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

/** Starts an upstream that sends chunks for `/chunks`, and connections to it with a clock that the test sets. */
const start = async () => {
  const clock = { ms: 0 };
  const paths: (string | undefined)[] = [];
  const upstream = await startUpstream((request, response) => {
    paths.push(request.url);
    if (request.url === '/chunks') response.write('hel');
    else response.setHeader('content-length', 2);
    response.end('lo');
  });
  const connections = createMediaConnections({ lookup: null, connectTimeoutMs: 1_000, now: () => clock.ms });
  cleanUp.push(
    () => connections.close(),
    () => upstream.close(),
  );
  /** Returns the body; null if the general client has to request the file. */
  const ask = async (target: string): Promise<string | null> => {
    const answer = await connections.request({
      origin: upstream.origin,
      target,
      headers: { host: 'cdn.example.com' },
      post: 'https://www.instagram.com/p/invented/',
      needsNewConnection: false,
      bodyTimeoutMs: 1_000,
      onStart: () => undefined,
    });
    return answer === null ? null : (await collectMedia(answer.body)).toString();
  };
  return { clock, paths, ask };
};

describe('an origin with a response that only the general client reads', () => {
  it('is not tried for five seconds, and for twice as long after each such response in a row', async () => {
    const { clock, paths, ask } = await start();
    let waitMs = 5_000;
    for (let times = 1; times <= 9; times += 1) {
      expect(await ask('/chunks')).toBeNull();
      expect(paths.length).toBe(times);
      clock.ms += waitMs - 1;
      expect(await ask('/chunks')).toBeNull();
      expect(paths.length).toBe(times);
      clock.ms += 1;
      waitMs = Math.min(waitMs * 2, 600_000);
    }
  });

  it('is not tried for five seconds only, after several such responses at the same time', async () => {
    const { clock, paths, ask } = await start();
    await Promise.all(Array.from({ length: 8 }, () => ask('/chunks')));
    expect(paths.length).toBe(8);
    clock.ms += 5_000;
    expect(await ask('/file')).toBe('lo');
  });

  it('is forgiven by a response that is read', async () => {
    const { clock, paths, ask } = await start();
    for (const waitMs of [5_000, 10_000, 20_000]) {
      expect(await ask('/chunks')).toBeNull();
      clock.ms += waitMs;
    }
    expect(await ask('/file')).toBe('lo');
    expect(await ask('/chunks')).toBeNull();
    clock.ms += 5_000;
    expect(await ask('/file')).toBe('lo');
    expect(paths.length).toBe(6);
  });
});
