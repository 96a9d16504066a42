import { describe, expect, it } from 'vitest';
import { ERROR_DETAILS } from '#shared/problem-messages.ts';
import { SAVE_MESSAGES } from '#shared/result-messages.ts';
import { PartialFile } from './partial-file.ts';
import { fetchFile, refusalMessage, type SaveRequest, type SaveSource } from './save-file.ts';
import { TransferControl } from './transfer-control.ts';

const SOURCE: SaveSource = { url: '/api/media/old', filename: 'clip.mp4', size: 10, sizeKnown: true };
const FRESH: SaveSource = { ...SOURCE, url: '/api/media/new' };
const LARGE: SaveSource = { ...SOURCE, size: 101 };

type Reply = () => Response;
const bytes = (count: number): Reply => {
  return () => new Response(new Uint8Array(count), { headers: { 'content-length': String(count) } });
};
const problem =
  (status: number, code: string, detail: string): Reply =>
  () =>
    Response.json({ status, code, title: 'x', detail }, { status });
const unreachable: Reply = () => {
  throw new TypeError('Failed to fetch');
};
/** What a browser gives for a redirect it was told not to follow; the constructor cannot make one. */
class OpaqueRedirect extends Response {
  override get type() {
    return 'opaqueredirect' as const;
  }
}
const opaqueRedirect: Reply = () => new OpaqueRedirect(null);

/** Replies by 'METHOD link'; anything else fails the test by its name. */
function scene(replies: Record<string, Reply>, change: Partial<SaveRequest> = {}) {
  const calls: string[] = [];
  const sunk: string[] = [];
  let refreshes = 0;
  const request: SaveRequest = {
    source: SOURCE,
    into: 'file',
    maxBytes: 100,
    partialFile: new PartialFile(),
    control: new TransferControl(),
    connectivity: CONNECTIVITY,
    onHold: () => undefined,
    onProgress: () => undefined,
    refresh: async () => {
      refreshes += 1;
      return FRESH;
    },
    fetch: async (input, init) => {
      const call = `${init?.method ?? 'GET'} ${String(input)}`;
      calls.push(call);
      const reply = replies[call];
      if (reply === undefined) throw new Error(`unexpected ${call}`);
      return reply();
    },
    sinks: {
      saveBlob: (blob, filename) => sunk.push(`blob ${blob.size} ${filename}`),
      saveLink: (url, filename) => sunk.push(`link ${url} ${filename}`),
      openTab: (url) => sunk.push(`tab ${url}`) > 0,
      untilFree: async () => undefined,
    },
    ...change,
  };
  return { calls, sunk, refreshes: () => refreshes, outcome: fetchFile(request) };
}

const CONNECTIVITY = {
  isOnline: () => true,
  untilOnline: async () => undefined,
  sleep: async () => undefined,
};
const GET = 'GET /api/media/old?download';
const HEAD = 'HEAD /api/media/old?download';
const REDIRECT = 'HEAD /api/media/old?redirect';

describe('fetchFile', () => {
  it('collects the file under its name and saves nothing by itself', async () => {
    const { outcome, sunk } = scene({ [GET]: bytes(10) });
    const ended = await outcome;
    expect(ended).toMatchObject({ kind: 'collected', filename: 'clip.mp4' });
    expect(ended.kind === 'collected' && ended.blob.size).toBe(10);
    expect(sunk).toEqual([]);
  });

  it('renews an expired link once, silently', async () => {
    const expired = problem(410, 'ticket_expired', 'Expired.');
    const good = scene({ [GET]: expired, 'GET /api/media/new?download': bytes(10) });
    expect((await good.outcome).kind).toBe('collected');
    expect(good.refreshes()).toBe(1);

    const again = scene({ [GET]: expired, 'GET /api/media/new?download': expired });
    expect(await again.outcome).toMatchObject({
      kind: 'failed',
      message: 'Download failed. Please try again.',
    });
    expect(again.refreshes()).toBe(1);
  });

  it('does not take another file for the one that was chosen', async () => {
    const changed = scene(
      { [GET]: problem(410, 'ticket_expired', 'Expired.'), 'GET /api/media/new?download': bytes(10) },
      { refresh: async () => ({ ...SOURCE, url: '/api/media/new', size: SOURCE.size + 1 }) },
    );
    expect(await changed.outcome).toMatchObject({
      kind: 'failed',
      message: 'Download failed. Please try again.',
    });
    expect(changed.calls).toEqual([GET]);
  });

  it('saves under the name that was told, whatever the post read again calls it', async () => {
    const other = { ...FRESH, filename: 'other.mp4' };
    const refreshed = scene(
      { [GET]: problem(410, 'ticket_expired', 'Expired.'), 'GET /api/media/new?download': bytes(10) },
      { refresh: async () => other },
    );
    expect(await refreshed.outcome).toMatchObject({ kind: 'collected', filename: 'clip.mp4' });
  });

  it('fails when the post cannot be read again', async () => {
    const ended = scene(
      { [GET]: problem(410, 'ticket_expired', 'Expired.') },
      { refresh: async () => null },
    ).outcome;
    expect((await ended).kind).toBe('failed');
  });

  it('hands a file too large for memory to the browser without fetching it', async () => {
    const { outcome, sunk, calls } = scene({ [HEAD]: () => new Response(null) }, { source: LARGE });
    expect(await outcome).toEqual({ kind: 'handed-over' });
    expect(sunk).toEqual(['link /api/media/old?download clip.mp4']);
    expect(calls).toEqual([HEAD]);
  });

  it('hands no dead link to the browser, but a fresh one or none', async () => {
    const gone: Reply = () => new Response(null, { status: 410 });
    const replies = { [HEAD]: gone, 'HEAD /api/media/new?download': () => new Response(null) };
    const change = { source: LARGE, refresh: async () => ({ ...LARGE, url: FRESH.url }) };
    const healed = scene(replies, change);
    expect(await healed.outcome).toEqual({ kind: 'handed-over' });
    expect(healed.sunk).toEqual(['link /api/media/new?download clip.mp4']);

    const failed = { kind: 'failed', message: SAVE_MESSAGES.downloadFailed, received: 0, total: LARGE.size };
    const hopeless: [Record<string, Reply>, Partial<SaveRequest>][] = [
      [{ ...replies, 'HEAD /api/media/new?download': gone }, change],
      [replies, { ...change, refresh: async () => null }],
      [replies, { ...change, refresh: async () => ({ ...LARGE, size: 102 }) }],
      [{ [HEAD]: () => new Response(null, { status: 502 }) }, change],
      [{ [HEAD]: unreachable }, change],
    ];
    for (const [answers, how] of hopeless) {
      const { outcome, sunk } = scene(answers, how);
      expect([await outcome, sunk]).toEqual([failed, []]);
    }
  });

  it('waits for as long as a server without a free place asks, once, before it hands the link over', async () => {
    const waits: number[] = [];
    const connectivity = { ...CONNECTIVITY, sleep: async (ms: number) => void waits.push(ms) };
    const busy = () => new Response(null, { status: 429, headers: { 'retry-after': '5' } });
    let asked = 0;
    const then: Reply = () => {
      asked += 1;
      return asked === 1 ? busy() : new Response(null);
    };
    const patient = scene({ [HEAD]: then }, { source: LARGE, connectivity });
    expect(await patient.outcome).toEqual({ kind: 'handed-over' });
    expect([patient.calls, waits]).toEqual([[HEAD, HEAD], [5_000]]);
    const refused = scene({ [HEAD]: busy }, { source: LARGE, connectivity });
    expect([(await refused.outcome).kind, refused.calls]).toEqual(['failed', [HEAD, HEAD]]);
    const later = () => new Response(null, { status: 429, headers: { 'retry-after': '3600' } });
    const tooLong = scene({ [HEAD]: later }, { source: LARGE, connectivity });
    expect([(await tooLong.outcome).kind, tooLong.calls, waits]).toEqual(['failed', [HEAD], [5_000, 5_000]]);
  });

  it('hands nothing over that was cancelled while its link was tried', async () => {
    const control = new TransferControl();
    const cancels: Reply = () => {
      control.cancel();
      return new Response(null);
    };
    const { outcome, sunk } = scene({ [HEAD]: cancels }, { source: LARGE, control });
    expect([await outcome, sunk]).toEqual([{ kind: 'cancelled' }, []]);
  });

  it('hands over when only the script gets no answer', async () => {
    const { outcome, sunk } = scene({ [GET]: unreachable, [HEAD]: () => new Response(null) });
    expect(await outcome).toEqual({ kind: 'handed-over' });
    expect(sunk).toHaveLength(1);
  });

  it('fails when nothing gets an answer', async () => {
    const { outcome, sunk } = scene({ [GET]: unreachable, [HEAD]: unreachable });
    expect(await outcome).toMatchObject({ kind: 'failed', message: SAVE_MESSAGES.downloadFailed });
    expect(sunk).toEqual([]);
  });

  it("opens the platform's own link when our server cannot reach the file", async () => {
    const bad = problem(502, 'network', ERROR_DETAILS.network);
    const { outcome, sunk } = scene({ [GET]: bad, [REDIRECT]: opaqueRedirect });
    expect(await outcome).toEqual({ kind: 'opened', url: '/api/media/old?redirect' });
    expect(sunk).toEqual(['tab /api/media/old?redirect']);
  });

  it('says when the tab was blocked', async () => {
    const none = async () => undefined;
    const sinks = {
      saveBlob: () => undefined,
      saveLink: () => undefined,
      openTab: () => false,
      untilFree: none,
    };
    const bad = problem(502, 'network', ERROR_DETAILS.network);
    const ended = scene({ [GET]: bad, [REDIRECT]: opaqueRedirect }, { sinks }).outcome;
    expect(await ended).toEqual({ kind: 'blocked', url: '/api/media/old?redirect' });
  });

  it('opens nothing when the platform has no link that works by itself', async () => {
    const { outcome, sunk } = scene({
      [GET]: problem(502, 'network', ERROR_DETAILS.network),
      [REDIRECT]: problem(404, 'redirect_unavailable', 'No.'),
    });
    expect(await outcome).toMatchObject({
      kind: 'failed',
      message: `Download failed: ${ERROR_DETAILS.network}`,
    });
    expect(sunk).toEqual([]);
  });

  it('opens nothing when our server was answered with a refusal', async () => {
    const { outcome, calls } = scene({ [GET]: problem(502, 'media_failed', SAVE_MESSAGES.downloadFailed) });
    expect(await outcome).toMatchObject({ kind: 'failed', message: SAVE_MESSAGES.downloadFailed });
    expect(calls).toEqual([GET]);
  });

  it('never falls back once bytes had arrived', async () => {
    const cut: Reply = () => new Response(new Uint8Array(6), { headers: { 'content-length': '10' } });
    const replies = [cut, problem(502, 'network', 'No.')];
    const turns = () => (replies.length > 1 ? replies.shift() : replies[0])?.() ?? new Response(null);
    const { outcome, calls, sunk } = scene({ [GET]: turns });
    expect(await outcome).toEqual({
      kind: 'failed',
      message: 'Download failed: No.',
      received: 6,
      total: 10,
    });
    expect([new Set(calls), sunk]).toEqual([new Set([GET]), []]);
  });

  it.each(['files', 'zip'] as const)('opens no tab for one of several %s', async (into) => {
    const { outcome, calls } = scene({ [GET]: problem(502, 'network', 'No.') }, { into });
    expect((await outcome).kind).toBe('failed');
    expect(calls).toEqual([GET]);
  });

  it('hands nothing over that belongs into a ZIP', async () => {
    const { outcome, sunk } = scene({}, { into: 'zip', source: { ...SOURCE, size: 101 } });
    expect(await outcome).toEqual({ kind: 'too-large' });
    expect(sunk).toEqual([]);
  });

  it('starts the browser’s own download no sooner than the browser takes one, and not once cancelled', async () => {
    const control = new TransferControl();
    const order: string[] = [];
    const sinksThat = (wait: () => void) => ({
      saveBlob: () => undefined,
      saveLink: () => order.push('link'),
      openTab: () => true,
      untilFree: async () => {
        order.push('wait');
        wait();
      },
    });
    const replies = { [HEAD]: () => new Response(null) };
    const good = scene(replies, { source: LARGE, sinks: sinksThat(() => undefined) });
    expect(await good.outcome).toEqual({ kind: 'handed-over' });
    expect(order).toEqual(['wait', 'link']);

    order.length = 0;
    const late = scene(replies, { source: LARGE, control, sinks: sinksThat(() => control.cancel()) });
    expect(await late.outcome).toEqual({ kind: 'cancelled' });
    expect(order).toEqual(['wait']);
  });

  it('says so when there is no link at all', async () => {
    const { outcome } = scene({}, { source: { ...SOURCE, url: '' } });
    expect(await outcome).toMatchObject({ kind: 'failed', message: 'No download URL available' });
  });
});

describe('refusalMessage', () => {
  it("gives the service's reason where there is one", () => {
    const said = (detail: string) => ({ status: 429, code: 'rate_limited' as const, title: 'x', detail });
    expect(refusalMessage(said('Slow down.'))).toBe('Download failed: Slow down.');
    expect(refusalMessage(said('Download failed: x'))).toBe('Download failed: x');
    expect(refusalMessage(said(SAVE_MESSAGES.downloadFailed))).toBe('Download failed. Please try again.');
    expect(refusalMessage(null)).toBe('Download failed. Please try again.');
  });
});
