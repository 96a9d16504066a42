import { expect, it } from 'vitest';
import { keepConnection } from './keep-connection.ts';

const SIZE = 100;
const PIECE = 10;

/** Serves a file of SIZE bytes, each of which is its own position, in pieces; breaks after `breakAt`. */
function serve({ breakAt = SIZE, status = 206 } = {}) {
  const requests: { readonly range: string; readonly signal: AbortSignal | null | undefined }[] = [];
  const send: typeof fetch = async (_address, init) => {
    const range = new Headers(init?.headers).get('range') ?? '';
    requests.push({ range, signal: init?.signal });
    let at = Number(range.slice('bytes='.length, -1));
    const body = new ReadableStream(
      {
        pull(controller) {
          if (at >= SIZE) return controller.close();
          if (at >= breakAt && requests.length === 1) throw new TypeError('network error');
          controller.enqueue(Uint8Array.from({ length: PIECE }, (_, index) => at + index));
          at += PIECE;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status, headers: { 'content-range': `bytes ${at}-99/100` } });
  };
  return { requests, get: keepConnection(send) };
}

const ask = async (get: typeof fetch, at: number) => {
  const response = await get('/file', { headers: { Range: `bytes=${at}-` }, signal: AbortSignal.abort() });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  return { response, read: async () => (await reader.read()).value?.[0] };
};

it('goes on with an answer that was left', async () => {
  const { requests, get } = serve();
  const first = await ask(get, 0);
  expect([await first.read(), await first.read()]).toEqual([0, 10]);
  const second = await ask(get, 20);
  expect([second.response.status, second.response.headers.get('content-range')]).toEqual([
    206,
    'bytes 0-99/100',
  ]);
  const read = [];
  for (let index = 0; index < 9; index += 1) read.push(await second.read());
  expect(read).toEqual([20, 30, 40, 50, 60, 70, 80, 90, undefined]);
  expect(requests.map(({ range }) => range)).toEqual(['bytes=0-']);
});

it('asks again for other bytes, and ends the answer that was left', async () => {
  const { requests, get } = serve();
  await (await ask(get, 0)).read();
  expect(await (await ask(get, 60)).read()).toBe(60);
  expect(requests.map(({ range, signal }) => [range, signal?.aborted])).toEqual([
    ['bytes=0-', true],
    ['bytes=60-', false],
  ]);
});

it('asks again after a broken connection', async () => {
  const { requests, get } = serve({ breakAt: 10 });
  const first = await ask(get, 0);
  expect(await first.read()).toBe(0);
  await expect(first.read()).rejects.toThrow('network error');
  expect(await (await ask(get, 10)).read()).toBe(10);
  expect(requests).toHaveLength(2);
});

it('passes on an answer without ranges as it is', async () => {
  const { requests, get } = serve({ status: 200 });
  expect((await ask(get, 0)).response.status).toBe(200);
  await ask(get, 0);
  expect(requests).toHaveLength(2);
});
