import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchPreview } from './preview-client.ts';

const request = { url: 'https://www.instagram.com/p/Cq7Lm2Kd9aB/', type: 'video' } as const;
const never = new AbortController().signal;

const quality = {
  label: '720p HD',
  mime: 'video/mp4',
  size: 10,
  sizeKnown: true,
  url: '/api/media/a',
  extension: 'mp4',
  quality: 'hd',
  videoAvailable: true,
  audioAvailable: true,
  filename: 'a.mp4',
};
const post = {
  id: 'one',
  platform: 'instagram',
  type: 'video',
  username: 'ferry.notes',
  caption: '',
  thumbnail: null,
  duration: 0,
  url: request.url,
  source: 'instagram',
  engine: 'native',
  qualities: [quality],
  items: [{ kind: 'video', thumbnail: null, width: null, height: null, duration: 0, qualities: [quality] }],
};

const stubResponse = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const spy = vi.fn((_input: string, _init: RequestInit) =>
    Promise.resolve(new Response(text, { status, headers })),
  );
  vi.stubGlobal('fetch', spy);
  return spy;
};

afterEach(() => vi.unstubAllGlobals());

describe('fetchPreview', () => {
  it('posts the request to our own server and returns the post', async () => {
    const spy = stubResponse(200, post);
    expect(await fetchPreview(request, never)).toEqual({ ok: true, post });
    const [path, init] = spy.mock.calls[0]!;
    expect(path).toBe('/api/preview');
    expect(init.method).toBe('POST');
    expect(JSON.parse(String(init.body))).toEqual(request);
  });

  it("returns the problem's code, sentence and Retry-After", async () => {
    const problem = { status: 429, code: 'rate_limited', title: 'Too many requests', detail: 'Wait.' };
    stubResponse(429, { ...problem, retryAfter: 24 });
    expect(await fetchPreview(request, never)).toEqual({
      ok: false,
      code: 'rate_limited',
      message: 'Wait.',
      retryAfter: 24,
    });
    stubResponse(429, { ...problem, ownLimit: true });
    expect(await fetchPreview(request, never)).toMatchObject({ ownLimit: true });
    stubResponse(429, 'a page of a proxy, which knows no platforms');
    expect(await fetchPreview(request, never)).toMatchObject({ code: 'rate_limited', ownLimit: true });
    stubResponse(429, problem, { 'retry-after': '7' });
    expect(await fetchPreview(request, never)).toMatchObject({ retryAfter: 7 });
    stubResponse(429, problem, { 'retry-after': 'Sat, 21 Nov 2026 10:00:00 GMT' });
    expect(await fetchPreview(request, never)).not.toHaveProperty('retryAfter');
  });

  it('returns the reason of a failed post', async () => {
    stubResponse(502, { status: 502, code: 'failed', title: 'x', detail: 'Not here.', reason: 'region' });
    expect(await fetchPreview(request, never)).toMatchObject({ message: 'Not here.', reason: 'region' });
  });

  it('returns the reference only if the response has one', async () => {
    const problem = { status: 404, code: 'gone', title: 'Post not found', detail: 'Not there.' };
    stubResponse(404, { ...problem, reference: '7K3M-Q2XD' });
    expect(await fetchPreview(request, never)).toEqual({
      ok: false,
      code: 'gone',
      message: 'Not there.',
      reference: '7K3M-Q2XD',
    });
    stubResponse(404, problem);
    expect(await fetchPreview(request, never)).not.toHaveProperty('reference');
  });

  it.each([
    [
      'online',
      true,
      'Network error: Unable to fetch data. Please check your internet connection and try again.',
    ],
    ['offline', false, 'Network error: Unable to connect to API. Please check your internet connection.'],
  ])(
    'returns the network sentence when the browser, %s, cannot reach our server',
    async (unanswered, onLine, message) => {
      vi.stubGlobal('navigator', { onLine });
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
      expect(await fetchPreview(request, never)).toEqual({
        ok: false,
        code: 'network',
        message,
        unanswered,
      });
    },
  );

  it.each([
    [403, 'This post is private or restricted. Only public posts can be downloaded.'],
    [404, 'Post not found. The video may have been deleted or the URL is incorrect.'],
    [429, 'Rate limit exceeded. Please try again later.'],
    [502, 'Something went wrong on this server.'],
  ])('maps a bare %i from a proxy to a failure', async (status, message) => {
    stubResponse(status, '<html>no</html>');
    expect(await fetchPreview(request, never)).toMatchObject({ ok: false, message });
  });

  it.each([
    ['no JSON', '<html>'],
    ['no qualities', { ...post, qualities: [] }],
    ['a media link to another host', { ...post, thumbnail: 'https://elsewhere.example/a.jpg' }],
  ])('rejects a 200 with %s', async (_name, body) => {
    stubResponse(200, body);
    expect(await fetchPreview(request, never)).toMatchObject({ ok: false, code: 'internal' });
  });
});
