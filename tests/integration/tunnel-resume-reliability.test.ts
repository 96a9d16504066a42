import { createHash, randomInt } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import type { FilePlace, Ticket } from '../../src/server/media/tickets/ticket.ts';
import type { RefreshTicketSource } from '../../src/server/media/tunnel/transfer-source.ts';
import type { TunnelOptions } from '../../src/server/media/tunnel/tunnel.ts';
import { digestOpening } from '../../src/server/outbound/media-source.ts';
import {
  type Address,
  createExpiringNetwork,
  FILM as FILE,
  LATER,
  OTHER_FILM as OTHER,
  refuse,
  FILM_SIZE as SIZE,
} from './expiring-network.ts';
import { DATE } from './good-network.ts';
import { startUpstream, until } from './loopback-upstream.ts';
import { CDN, startFront, ticketFor } from './tunnel-front.ts';

/** Rounds of the tests that look for rare failures; the reliability run sets a higher number. */
const RUNS = Number(process.env['RELIABILITY_RUNS'] ?? 10);

const PLACE: FilePlace = { itemIndex: 0, itemCount: 1, label: '720p', extension: 'mp4', hasSound: true };
/** A picture of the film's size. */
const PHOTO = Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), FILE.subarray(4)]);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const sourceAt = (address: number): Ticket['source'] => ({
  kind: 'upstream',
  url: `https://${CDN}/${address}`,
  headers: {},
});
const ticketAt = (address: number, over: Partial<Ticket> = {}): Ticket =>
  ticketFor({ source: sourceAt(address), size: SIZE, place: PLACE, ...over });

/**
 * Starts a front server whose tickets point at URL 0 and whose refreshes return URLs 1, 2, 3 and so on, unless
 * `refresh` is overridden.
 */
const frontOf = async (addresses: readonly Address[], options: Partial<TunnelOptions> = {}) => {
  const network = createExpiringNetwork(addresses);
  let refreshes = 0;
  const refresh: RefreshTicketSource = async (ticket, signal) => {
    refreshes += 1;
    return options.refresh === undefined ? sourceAt(refreshes) : options.refresh(ticket, signal);
  };
  const upstream = await startUpstream(network.listener);
  const front = await startFront(upstream, { ...options, refresh });
  cleanUp.push(() => upstream.close(), front.close);
  return { ...front, network, asked: network.asked, refreshes: () => refreshes };
};

describe('a link that expires in mid-transfer', () => {
  it(`is replaced, and the file continues at the same byte (${RUNS} random bytes, with and without a length)`, async () => {
    const seen: string[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const cutAt = [1, SIZE - 1, 512][run] ?? randomInt(1, SIZE);
      const { ask, outcomes, asked, refreshes } = await frontOf([
        { cutAt, chunked: run % 3 === 2, ...(run % 4 === 3 ? { end: 'reset' } : {}) },
        {},
      ]);
      const { status, clean, body } = await ask(ticketAt(0));
      expect([status, clean, body.length], `cut at ${cutAt}`).toEqual([200, true, SIZE]);
      expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
      expect(refreshes()).toBe(1);
      // A reset may discard bytes in flight; bytes that have arrived are not requested again.
      expect(asked.at(-1)?.ifRange ?? '"v1"').toBe('"v1"');
      seen.push(sha256(body));
    }
    expect(seen).toEqual(Array.from({ length: RUNS }, () => sha256(FILE)));
  });

  it(`continues within the range the visitor requested (${RUNS} random parts)`, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const start = randomInt(0, SIZE - 100_000);
      const end = run % 2 === 0 ? null : randomInt(start + 50_000, SIZE);
      const cutAt = randomInt(start + 1, end ?? SIZE);
      const { ask, outcomes } = await frontOf([{ cutAt }, {}]);
      const range = run % 5 === 4 ? `bytes=-${SIZE - start}` : `bytes=${start}-${end ?? ''}`;
      const last = run % 5 === 4 || end === null ? SIZE - 1 : end;
      const seen = await ask(ticketAt(0), { headers: { range } });
      const context = `${range} cut at ${cutAt}`;
      expect([seen.status, seen.headers['content-range'], seen.clean], context).toEqual([
        206,
        `bytes ${start}-${last}/${SIZE}`,
        true,
      ]);
      expect(seen.body.equals(FILE.subarray(start, last + 1)), context).toBe(true);
      expect(outcomes).toEqual([{ ok: true, bytes: last + 1 - start }]);
    }
  });

  it.each([
    ['the ETag "v1"', '"v1"', '"v1"'],
    ['the date, as W/"v1" is weak,', 'W/"v1"', DATE],
  ])(
    'requests only the last 512 bytes again that the visitor has, with %s as the condition',
    async (_name, etag, ifRange) => {
      const { ask, asked } = await frontOf([{ cutAt: 700_000, etag }, { etag }]);
      expect((await ask(ticketAt(0))).clean).toBe(true);
      expect(asked).toEqual([
        { address: 0, range: undefined, ifRange: undefined },
        { address: 0, range: 'bytes=699488-', ifRange },
        { address: 1, range: 'bytes=699488-', ifRange },
      ]);
    },
  );

  it('requests the same URL first when only the connection broke, without refreshing the post', async () => {
    const { ask, asked, refreshes } = await frontOf([{ cutAt: 700_000, cuts: 1 }]);
    const seen = await ask(ticketAt(0));
    expect([seen.clean, sha256(seen.body), refreshes(), asked.length]).toEqual([true, sha256(FILE), 0, 2]);
  });

  it('continues after a stall', async () => {
    const { ask, refreshes } = await frontOf([{ cutAt: 300_000, cuts: 1, end: 'stall' }], {
      idleTimeoutMs: 200,
    });
    const seen = await ask(ticketAt(0));
    expect([seen.clean, sha256(seen.body), refreshes()]).toEqual([true, sha256(FILE), 0]);
  });

  it('continues for as long as each attempt gains enough bytes', async () => {
    const cuts = [200_000, 280_000, 900_000, 1_000_000].map((cutAt) => ({ cutAt }));
    const { ask, outcomes, refreshes } = await frontOf([...cuts, {}]);
    const seen = await ask(ticketAt(0));
    expect([seen.clean, sha256(seen.body), refreshes()]).toEqual([true, sha256(FILE), 4]);
    expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
  });

  it('requests one URL again and again while it gives enough bytes each time', async () => {
    const piece = 70_000;
    const giveOnePiece: Address['answer'] = (request, response) => {
      const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const isPart = request.headers.range !== undefined;
      response.writeHead(isPart ? 206 : 200, {
        'content-type': 'video/mp4',
        etag: '"v1"',
        'content-length': SIZE - start,
        ...(isPart ? { 'content-range': `bytes ${start}-${SIZE - 1}/${SIZE}` } : {}),
      });
      const bytes = FILE.subarray(start, start + piece);
      if (start + piece >= SIZE) response.end(bytes);
      else response.write(bytes, () => response.destroy());
    };
    const { ask, asked, refreshes } = await frontOf([{ answer: giveOnePiece }]);
    const seen = await ask(ticketAt(0));
    expect([seen.clean, sha256(seen.body), refreshes()]).toEqual([true, sha256(FILE), 0]);
    expect(asked.length).toBe(Math.ceil(SIZE / piece));
  });

  it('ends when the attempts after a break gain too little', async () => {
    const { ask, outcomes, asked, refreshes } = await frontOf([
      { cutAt: 200_000 },
      { cutAt: 200_000 + 64 * 1024 - 1 },
      {},
    ]);
    const seen = await ask(ticketAt(0));
    expect([seen.clean, seen.body.equals(FILE.subarray(0, seen.body.length)), refreshes()]).toEqual([
      false,
      true,
      1,
    ]);
    expect(asked.length).toBe(3);
    expect(outcomes).toEqual([{ ok: false, code: 'destroyed' }]);
  });

  it('requests a refreshed URL once more, too, when only the connection broke', async () => {
    const { ask, refreshes } = await frontOf([{ status: 403 }, { cutAt: 700_000, cuts: 1 }]);
    const seen = await ask(ticketAt(0));
    expect([seen.clean, sha256(seen.body), refreshes()]).toEqual([true, sha256(FILE), 1]);
  });

  it('compares the promised size with a body that ends well and early', async () => {
    const short: Address['answer'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', etag: '"v1"', 'last-modified': DATE });
      response.end(FILE.subarray(0, 800_000));
    };
    const healed = await frontOf([
      { answer: (q, s) => (q.headers.range === undefined ? short(q, s) : refuse(s, 403)) },
      {},
    ]);
    const whole = await healed.ask(ticketAt(0));
    expect([whole.clean, sha256(whole.body), healed.refreshes()]).toEqual([true, sha256(FILE), 1]);
    const never = await frontOf([{ answer: short }, { answer: short }]);
    const cut = await never.ask(ticketAt(0));
    expect([cut.clean, never.outcomes]).toEqual([false, [{ ok: false, code: 'destroyed' }]]);
  });
});

describe('a refreshed file is continued only when it is the same file', () => {
  const cutAt = 600_000;
  it.each<[string, Address, Address, boolean]>([
    ['the same ETag', {}, {}, true],
    ['the same ETag under another date', {}, { modified: LATER }, true],
    ['another ETag', {}, { etag: '"v2"' }, false],
    [
      'another ETag, whatever the condition',
      {},
      { etag: '"v2"', ignoresConditions: true, bytes: OTHER },
      false,
    ],
    ['no ETag any more', {}, { etag: null, ignoresConditions: true, bytes: OTHER }, false],
    ['the same weak ETag', { etag: 'W/"v1"' }, { etag: 'W/"v1"' }, true],
    ['another weak ETag', { etag: 'W/"v1"' }, { etag: 'W/"v2"' }, false],
    ['no ETag, the same date', { etag: null }, { etag: null }, true],
    [
      'no ETag, another date',
      { etag: null },
      { etag: null, modified: LATER, ignoresConditions: true, bytes: OTHER },
      false,
    ],
    ['neither, the same size and type', { etag: null, modified: null }, { etag: null, modified: null }, true],
    [
      'neither, another type',
      { etag: null, modified: null },
      { etag: null, modified: null, type: 'video/webm' },
      false,
    ],
    ['another size', {}, { bytes: FILE.subarray(0, SIZE - 1) }, false],
    ['another size under the same ETag', {}, { bytes: Buffer.concat([FILE, FILE]) }, false],
    ['a network that knows no ranges', {}, { ranges: false }, false],
    ['a link that has run out, too', {}, { status: 403 }, false],
    ['a fault', {}, { status: 500 }, false],
    [
      'a page',
      {},
      { answer: (_q, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>') },
      false,
    ],
  ])('%s', async (_name, before, now, goesOn) => {
    const { ask, outcomes, network } = await frontOf([{ ...before, cutAt }, now]);
    const seen = await ask(ticketAt(0));
    expect(seen.clean).toBe(goesOn);
    expect(seen.body.equals(goesOn ? FILE : FILE.subarray(0, seen.body.length))).toBe(true);
    expect(outcomes).toEqual([goesOn ? { ok: true, bytes: SIZE } : { ok: false, code: 'destroyed' }]);
    await until(() => network.open() === 0);
  });

  const mixing: readonly [string, Address, Partial<Ticket>][] = [
    ['clip', { bytes: FILE }, {}],
    ['photo', { bytes: PHOTO, type: 'image/jpeg' }, { mediaKind: 'photo', mime: 'image/jpeg' }],
  ];
  it.each(mixing)(
    'mixes no bytes of two files of one size without validators: a %s',
    async (_kind, sent, over) => {
      const { bytes = FILE } = sent;
      const before: Address = { ...sent, etag: null, modified: null };
      const now: Address = { ...before, bytes: Buffer.concat([bytes.subarray(0, 40), OTHER.subarray(40)]) };
      for (let percent = 5; percent < 100; percent += 5) {
        const at = Math.floor((SIZE * percent) / 100);
        for (const end of ['reset', undefined] as const) {
          const cut: Address = { ...before, cutAt: at, ...(end === undefined ? {} : { end }) };
          const { ask, outcomes } = await frontOf([cut, now]);
          const seen = await ask(ticketAt(0, over));
          const context = `${percent} %, ${end ?? 'closed'}`;
          expect([seen.clean, outcomes], context).toEqual([false, [{ ok: false, code: 'destroyed' }]]);
          expect(seen.body.equals(bytes.subarray(0, seen.body.length)), context).toBe(true);
        }
      }
    },
  );

  it('mixes no bytes of two files of one size', async () => {
    const { ask } = await frontOf([{ cutAt }, { bytes: OTHER, etag: '"v2"' }]);
    const seen = await ask(ticketAt(0));
    expect([seen.clean, seen.body.equals(FILE.subarray(0, cutAt))]).toEqual([false, true]);
  });
});

describe('a download that its reader continues', () => {
  const seenAt = (address: number, bytes: Buffer): Ticket['source'] => {
    const opening = digestOpening(bytes, bytes.length);
    return { ...sourceAt(address), ...(opening === null ? {} : { opening }) } as Ticket['source'];
  };
  const unnamed = { etag: null, modified: null };
  const ANEW = Buffer.concat([FILE.subarray(0, 40), OTHER.subarray(40)]);

  it('gets no part of another file, wherever it stopped', async () => {
    const { ask } = await frontOf([{ ...unnamed, bytes: ANEW }], { refresh: async () => null });
    for (let percent = 5; percent < 100; percent += 5) {
      const range = `bytes=${Math.floor((SIZE * percent) / 100)}-`;
      const seen = await ask(ticketAt(0, { source: seenAt(0, FILE) }), {
        attachment: true,
        headers: { range },
      });
      expect([seen.status, seen.headers['x-code']]).toEqual([599, 'media_failed']);
    }
  });

  it('gets the whole file when that was made anew', async () => {
    const { ask } = await frontOf([{ ...unnamed, bytes: ANEW }], { refresh: async () => seenAt(0, ANEW) });
    const headers = { range: 'bytes=500000-' };
    const seen = await ask(ticketAt(0, { source: seenAt(0, FILE) }), { attachment: true, headers });
    expect([seen.status, seen.clean, seen.body.equals(ANEW)]).toEqual([200, true, true]);
  });

  it('gets its part of the same file, at a fresh link, too', async () => {
    const { ask } = await frontOf([{ status: 403 }, unnamed], { refresh: async () => seenAt(1, FILE) });
    const headers = { range: 'bytes=500000-' };
    const seen = await ask(ticketAt(0, { source: seenAt(0, FILE) }), { attachment: true, headers });
    expect([seen.status, seen.clean, seen.body.equals(FILE.subarray(500_000))]).toEqual([206, true, true]);
  });
});

describe('a file that begins otherwise than the preview has seen', () => {
  it('is requested again, and from its post read again', async () => {
    const opening = digestOpening(FILE, SIZE) ?? undefined;
    const source = { ...sourceAt(0), opening } as Ticket['source'];
    const fresh = { ...sourceAt(1), opening } as Ticket['source'];
    const { ask, asked, outcomes } = await frontOf([{ bytes: OTHER }, {}], { refresh: async () => fresh });
    const seen = await ask(ticketAt(0, { source }));
    expect([seen.clean, sha256(seen.body)]).toEqual([true, sha256(FILE)]);
    expect(asked.map(({ address }) => address)).toEqual([0, 0, 1]);
    const never = await frontOf([{ bytes: OTHER }], { refresh: async () => null });
    expect((await never.ask(ticketAt(0, { source }))).headers['x-code']).toBe('media_failed');
    expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
  });
});

describe('a link that has run out before the first byte', () => {
  it.each([403, 410])('is replaced on %i, without the visitor noticing', async (status) => {
    const { ask, outcomes, refreshes } = await frontOf([{ status }, {}]);
    const seen = await ask(ticketAt(0));
    expect([seen.status, seen.clean, sha256(seen.body), refreshes()]).toEqual([200, true, sha256(FILE), 1]);
    const part = await ask(ticketAt(0), { headers: { range: 'bytes=5-99', 'if-range': '"v1"' } });
    expect([part.status, part.body.length]).toEqual([599, 0]);
    expect(outcomes[1]).toEqual({ ok: false, code: 'ticket_expired' });
  });

  it('gives the requested part, or the whole file when the condition fails', async () => {
    for (const [ifRange, status] of [
      ['"v1"', 206],
      ['"v0"', 200],
    ] as const) {
      const { ask } = await frontOf([{ status: 403 }, {}]);
      const seen = await ask(ticketAt(0), { headers: { range: 'bytes=1000-', 'if-range': ifRange } });
      expect([seen.status, seen.clean]).toEqual([status, true]);
      expect(seen.body.equals(status === 206 ? FILE.subarray(1_000) : FILE)).toBe(true);
    }
  });

  it.each<[string, Address, string]>([
    ['another ETag', { etag: '"v2"' }, '"v1"'],
    ['a weak ETag', { etag: 'W/"v1"' }, '"v1"'],
    ['another date', { modified: LATER }, DATE],
  ])(
    'gives no part of a file with %s from a network that ignores conditions',
    async (_name, address, ifRange) => {
      for (const addresses of [
        [{ ...address, ignoresConditions: true }],
        [{ status: 403 }, { ...address, ignoresConditions: true }],
      ]) {
        const { ask, network } = await frontOf(addresses);
        const seen = await ask(ticketAt(0), { headers: { range: 'bytes=1000-', 'if-range': ifRange } });
        expect([seen.status, seen.clean, sha256(seen.body)]).toEqual([200, true, sha256(FILE)]);
        await until(() => network.open() === 0);
      }
    },
  );

  it('trusts a network that sends no validator with its part', async () => {
    const { ask } = await frontOf([{ etag: null, modified: null, ignoresConditions: true }]);
    const seen = await ask(ticketAt(0), { headers: { range: 'bytes=1000-', 'if-range': '"v1"' } });
    expect([seen.status, seen.body.equals(FILE.subarray(1_000))]).toEqual([206, true]);
  });

  it('is replaced when the URL gives a file of another size', async () => {
    const { ask, refreshes } = await frontOf([{ bytes: FILE.subarray(0, 1_000) }, {}]);
    expect([sha256((await ask(ticketAt(0))).body), refreshes()]).toEqual([sha256(FILE), 1]);
  });

  it('is replaced for a HEAD', async () => {
    const { ask } = await frontOf([{ status: 403 }, {}]);
    const seen = await ask(ticketAt(0), { method: 'HEAD' });
    expect([seen.status, seen.headers['content-length']]).toEqual([200, String(SIZE)]);
  });

  it.each<[string, readonly Address[], Partial<Ticket>, string]>([
    ['has run out, too', [{ status: 403 }, { status: 410 }], {}, 'ticket_expired'],
    ['has another file', [{ status: 403 }, { bytes: FILE.subarray(0, 1_000) }], {}, 'ticket_expired'],
    ['has a page', [{ status: 410 }, { type: 'text/html' }], {}, 'ticket_expired'],
    [
      'is of another size again',
      [{ bytes: FILE.subarray(0, 999) }, { bytes: FILE.subarray(0, 999) }],
      {},
      'media_failed',
    ],
    [
      'cannot be found because the ticket has no place',
      [{ status: 403 }, {}],
      { place: undefined },
      'ticket_expired',
    ],
  ])('fails as before when the refreshed one %s', async (_name, addresses, over, code) => {
    const { ask, network } = await frontOf(addresses);
    const seen = await ask(ticketAt(0, over));
    expect([seen.status, seen.headers['x-code']]).toEqual([599, code]);
    await until(() => network.open() === 0);
  });

  it('fails as before when the post is private or gone now', async () => {
    const { ask, asked } = await frontOf([{ status: 403 }], { refresh: async () => null });
    expect((await ask(ticketAt(0))).headers['x-code']).toBe('ticket_expired');
    expect(asked).toHaveLength(1);
  });

  it('is not waited for twice when no first byte comes', async () => {
    const silent: Address = {
      answer: (_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': SIZE }).flushHeaders();
      },
    };
    const { ask, asked, refreshes } = await frontOf([silent, {}], { idleTimeoutMs: 200 });
    expect((await ask(ticketAt(0))).headers['x-code']).toBe('media_failed');
    expect([asked.length, refreshes()]).toEqual([1, 0]);
  });

  it('is not refreshed after other errors', async () => {
    for (const status of [404, 429, 500]) {
      const { ask, refreshes } = await frontOf([{ status }, {}]);
      expect((await ask(ticketAt(0))).headers['x-code']).toBe('media_failed');
      expect(refreshes()).toBe(0);
    }
  });
});

describe('during a refresh', () => {
  const cutAt = 400_000;

  it('the response breaks off when the post is private or gone now', async () => {
    const { ask, outcomes } = await frontOf([{ cutAt }], { refresh: async () => null });
    const seen = await ask(ticketAt(0));
    expect([seen.clean, seen.body.equals(FILE.subarray(0, seen.body.length))]).toEqual([false, true]);
    expect(outcomes).toEqual([{ ok: false, code: 'destroyed' }]);
  });

  it('the response breaks off when the refresh fails with an internal error, or finds no bytes in time', async () => {
    const broken = await frontOf([{ cutAt }], { refresh: async () => Promise.reject(new Error('a fault')) });
    expect((await broken.ask(ticketAt(0))).clean).toBe(false);
    const silent = await frontOf([{ cutAt }, { answer: () => undefined }], {
      resumeTimes: { tryMs: 200, maxMs: 10_000 },
    });
    expect((await silent.ask(ticketAt(0))).clean).toBe(false);
    await until(() => silent.outcomes.length === 1 && silent.network.open() === 0);
    expect([broken.outcomes, silent.outcomes]).toEqual([
      [{ ok: false, code: 'destroyed' }],
      [{ ok: false, code: 'destroyed' }],
    ]);
  });

  it('the time is limited, whatever takes it', async () => {
    let signal: AbortSignal | undefined;
    const refresh: RefreshTicketSource = (_ticket, given) => {
      signal = given;
      return new Promise((_resolve, reject) => {
        given.addEventListener('abort', () => reject(given.reason));
      });
    };
    const { ask, outcomes } = await frontOf([{ cutAt }], {
      refresh,
      resumeTimes: { tryMs: 100, maxMs: 300 },
    });
    expect((await ask(ticketAt(0))).clean).toBe(false);
    await until(() => outcomes.length === 1);
    expect([outcomes, signal?.aborted]).toEqual([[{ ok: false, code: 'destroyed' }], true]);
  });

  it('a file found in time may take as long as it needs', async () => {
    const { ask, outcomes } = await frontOf([{ cutAt }, { slowMs: 400 }], {
      resumeTimes: { tryMs: 150, maxMs: 200 },
    });
    expect(sha256((await ask(ticketAt(0))).body)).toBe(sha256(FILE));
    expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
  });

  it(`everything stops when the visitor leaves (${RUNS} times, during the refresh and the reopening)`, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const inRefresh = run % 2 === 0;
      const reached = Promise.withResolvers<AbortSignal | null>();
      const refresh: RefreshTicketSource = (_ticket, signal) => {
        if (!inRefresh) return Promise.resolve(sourceAt(1));
        reached.resolve(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      };
      const silent: Address = { answer: () => reached.resolve(null) };
      const { origin, place, outcomes, network } = await frontOf([{ cutAt }, silent], { refresh });
      const client = net.connect(Number(new URL(origin).port), '127.0.0.1');
      client.on('error', () => undefined);
      client.resume();
      client.write(`GET ${place(ticketAt(0))} HTTP/1.1\r\nhost: front\r\n\r\n`);
      const signal = await reached.promise;
      client.destroy();
      await until(() => outcomes.length === 1);
      expect(outcomes).toEqual([{ ok: false, code: 'aborted' }]);
      expect(signal?.aborted ?? true).toBe(true);
      await until(() => network.open() === 0);
    }
  });

  it('a slow reader is kept waiting, without more buffered data than before', async () => {
    const { origin, place, outcomes } = await frontOf([{ cutAt: 1_000_000 }, {}]);
    const seen = createHash('sha256');
    const clean = await new Promise((resolve) => {
      http.get(`${origin}${place(ticketAt(0))}`, { agent: false }, (response) => {
        response.on('data', (piece: Buffer) => {
          seen.update(piece);
          response.pause();
          setTimeout(() => response.resume(), 5);
        });
        response.on('close', () => resolve(response.complete));
      });
    });
    expect([clean, seen.digest('hex')]).toEqual([true, sha256(FILE)]);
    expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
  });
});
