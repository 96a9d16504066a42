import { describe, expect, it } from 'vitest';
import { downloadPanel } from '#messages/download-panel.ts';
import { problemDetails } from '#messages/problem-details.ts';
import { text } from '#shared/messages/text.ts';
import { PartialFile } from '../transfer/partial-file.ts';
import { TransferControl } from '../transfer/transfer-control.ts';
import { fetchFile, refusalMessage, type SaveRequest, type SaveSource } from './save-file.ts';

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
/** Response of a browser to a redirect in `redirect: 'manual'` mode; the Response constructor cannot create one. */
class OpaqueRedirect extends Response {
  override get type() {
    return 'opaqueredirect' as const;
  }
}
const opaqueRedirect: Reply = () => new OpaqueRedirect(null);

/** Runs fetchFile against replies keyed by 'METHOD link'; any other request fails the test. */
function runFetchFile(replies: Record<string, Reply>, change: Partial<SaveRequest> = {}) {
  const calls: string[] = [];
  const outputs: string[] = [];
  let refreshes = 0;
  const request: SaveRequest = {
    source: SOURCE,
    output: 'file',
    isContinuation: false,
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
      saveBlob: (blob, filename) => outputs.push(`blob ${blob.size} ${filename}`),
      saveLink: (url, filename) => outputs.push(`link ${url} ${filename}`),
      openTab: (url) => outputs.push(`tab ${url}`) > 0,
      waitForSlot: async () => undefined,
    },
    ...change,
  };
  return { calls, outputs, refreshes: () => refreshes, outcome: fetchFile(request) };
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
  it('returns the file with its name and does not save it', async () => {
    const { outcome, outputs } = runFetchFile({ [GET]: bytes(10) });
    const ended = await outcome;
    expect(ended).toMatchObject({ kind: 'collected', filename: 'clip.mp4' });
    expect(ended.kind === 'collected' && ended.blob.size).toBe(10);
    expect(outputs).toEqual([]);
  });

  it('refreshes an expired link once without telling the visitor', async () => {
    const expired = problem(410, 'ticket_expired', 'Expired.');
    const good = runFetchFile({ [GET]: expired, 'GET /api/media/new?download': bytes(10) });
    expect((await good.outcome).kind).toBe('collected');
    expect(good.refreshes()).toBe(1);

    const again = runFetchFile({ [GET]: expired, 'GET /api/media/new?download': expired });
    expect(await again.outcome).toMatchObject({
      kind: 'failed',
      message: 'Download failed. Please try again.',
    });
    expect(again.refreshes()).toBe(1);
  });

  it('rejects a refreshed link to a file of a different size', async () => {
    const changed = runFetchFile(
      { [GET]: problem(410, 'ticket_expired', 'Expired.'), 'GET /api/media/new?download': bytes(10) },
      { refresh: async () => ({ ...SOURCE, url: '/api/media/new', size: SOURCE.size + 1 }) },
    );
    expect(await changed.outcome).toMatchObject({
      kind: 'failed',
      message: 'Download failed. Please try again.',
    });
    expect(changed.calls).toEqual([GET]);
  });

  it('keeps the original file name after a refresh', async () => {
    const other = { ...FRESH, filename: 'other.mp4' };
    const refreshed = runFetchFile(
      { [GET]: problem(410, 'ticket_expired', 'Expired.'), 'GET /api/media/new?download': bytes(10) },
      { refresh: async () => other },
    );
    expect(await refreshed.outcome).toMatchObject({ kind: 'collected', filename: 'clip.mp4' });
  });

  it('fails when the post cannot be fetched again', async () => {
    const ended = runFetchFile(
      { [GET]: problem(410, 'ticket_expired', 'Expired.') },
      { refresh: async () => null },
    ).outcome;
    expect((await ended).kind).toBe('failed');
  });

  it('hands a file that is too large for memory to the browser without fetching it', async () => {
    const { outcome, outputs, calls } = runFetchFile({ [HEAD]: () => new Response(null) }, { source: LARGE });
    expect(await outcome).toEqual({ kind: 'handed-over' });
    expect(outputs).toEqual(['link /api/media/old?download clip.mp4']);
    expect(calls).toEqual([HEAD]);
  });

  it('hands a refreshed link to the browser instead of an expired one, or none', async () => {
    const gone: Reply = () => new Response(null, { status: 410 });
    const replies = { [HEAD]: gone, 'HEAD /api/media/new?download': () => new Response(null) };
    const change = { source: LARGE, refresh: async () => ({ ...LARGE, url: FRESH.url }) };
    const healed = runFetchFile(replies, change);
    expect(await healed.outcome).toEqual({ kind: 'handed-over' });
    expect(healed.outputs).toEqual(['link /api/media/new?download clip.mp4']);

    const failed = {
      kind: 'failed',
      message: text(downloadPanel, 'downloadFailed'),
      received: 0,
      total: LARGE.size,
    };
    const hopeless: [Record<string, Reply>, Partial<SaveRequest>][] = [
      [{ ...replies, 'HEAD /api/media/new?download': gone }, change],
      [replies, { ...change, refresh: async () => null }],
      [replies, { ...change, refresh: async () => ({ ...LARGE, size: 102 }) }],
      [{ [HEAD]: () => new Response(null, { status: 502 }) }, change],
      [{ [HEAD]: unreachable }, change],
    ];
    for (const [answers, how] of hopeless) {
      const { outcome, outputs } = runFetchFile(answers, how);
      expect([await outcome, outputs]).toEqual([failed, []]);
    }
  });

  it('waits once for the Retry-After of a busy server before it hands the link over', async () => {
    const waits: number[] = [];
    const connectivity = { ...CONNECTIVITY, sleep: async (ms: number) => void waits.push(ms) };
    const busy = () => new Response(null, { status: 429, headers: { 'retry-after': '5' } });
    let asked = 0;
    const then: Reply = () => {
      asked += 1;
      return asked === 1 ? busy() : new Response(null);
    };
    const patient = runFetchFile({ [HEAD]: then }, { source: LARGE, connectivity });
    expect(await patient.outcome).toEqual({ kind: 'handed-over' });
    expect([patient.calls, waits]).toEqual([[HEAD, HEAD], [5_000]]);
    const refused = runFetchFile({ [HEAD]: busy }, { source: LARGE, connectivity });
    expect([(await refused.outcome).kind, refused.calls]).toEqual(['failed', [HEAD, HEAD]]);
    const later = () => new Response(null, { status: 429, headers: { 'retry-after': '3600' } });
    const tooLong = runFetchFile({ [HEAD]: later }, { source: LARGE, connectivity });
    expect([(await tooLong.outcome).kind, tooLong.calls, waits]).toEqual(['failed', [HEAD], [5_000, 5_000]]);
  });

  it('hands nothing over when cancelled while the link is checked', async () => {
    const control = new TransferControl();
    const cancels: Reply = () => {
      control.cancel();
      return new Response(null);
    };
    const { outcome, outputs } = runFetchFile({ [HEAD]: cancels }, { source: LARGE, control });
    expect([await outcome, outputs]).toEqual([{ kind: 'cancelled' }, []]);
  });

  it('hands over to the browser when only the script gets no response', async () => {
    const { outcome, outputs } = runFetchFile({ [GET]: unreachable, [HEAD]: () => new Response(null) });
    expect(await outcome).toEqual({ kind: 'handed-over' });
    expect(outputs).toHaveLength(1);
  });

  it('fails when neither request gets a response', async () => {
    const { outcome, outputs } = runFetchFile({ [GET]: unreachable, [HEAD]: unreachable });
    expect(await outcome).toMatchObject({ kind: 'failed', message: text(downloadPanel, 'downloadFailed') });
    expect(outputs).toEqual([]);
  });

  it("opens the platform's own link when our server cannot reach the file", async () => {
    const bad = problem(502, 'network', text(problemDetails, 'network'));
    const { outcome, outputs } = runFetchFile({ [GET]: bad, [REDIRECT]: opaqueRedirect });
    expect(await outcome).toEqual({ kind: 'opened', url: '/api/media/old?redirect' });
    expect(outputs).toEqual(['tab /api/media/old?redirect']);
  });

  it('reports a blocked tab', async () => {
    const none = async () => undefined;
    const sinks = {
      saveBlob: () => undefined,
      saveLink: () => undefined,
      openTab: () => false,
      waitForSlot: none,
    };
    const bad = problem(502, 'network', text(problemDetails, 'network'));
    const ended = runFetchFile({ [GET]: bad, [REDIRECT]: opaqueRedirect }, { sinks }).outcome;
    expect(await ended).toEqual({ kind: 'blocked', url: '/api/media/old?redirect' });
  });

  it('opens no tab when the platform has no direct link', async () => {
    const { outcome, outputs } = runFetchFile({
      [GET]: problem(502, 'network', text(problemDetails, 'network')),
      [REDIRECT]: problem(404, 'redirect_unavailable', 'No.'),
    });
    expect(await outcome).toMatchObject({
      kind: 'failed',
      message: `Download failed: ${text(problemDetails, 'network')}`,
    });
    expect(outputs).toEqual([]);
  });

  it('opens no tab when the platform refused our server', async () => {
    const { outcome, calls } = runFetchFile({
      [GET]: problem(502, 'media_failed', text(downloadPanel, 'downloadFailed')),
    });
    expect(await outcome).toMatchObject({ kind: 'failed', message: text(downloadPanel, 'downloadFailed') });
    expect(calls).toEqual([GET]);
  });

  it('does not fall back after bytes have arrived', async () => {
    const cut: Reply = () => new Response(new Uint8Array(6), { headers: { 'content-length': '10' } });
    const replies = [cut, problem(502, 'network', 'No.')];
    const nextReply = () => (replies.length > 1 ? replies.shift() : replies[0])?.() ?? new Response(null);
    const { outcome, calls, outputs } = runFetchFile({ [GET]: nextReply });
    expect(await outcome).toEqual({
      kind: 'failed',
      message: 'Download failed: No.',
      received: 6,
      total: 10,
    });
    expect([new Set(calls), outputs]).toEqual([new Set([GET]), []]);
  });

  it.each(['files', 'zip'] as const)('opens no tab for one of several %s', async (into) => {
    const { outcome, calls } = runFetchFile({ [GET]: problem(502, 'network', 'No.') }, { output: into });
    expect((await outcome).kind).toBe('failed');
    expect(calls).toEqual([GET]);
  });

  it('does not hand over a file that belongs in a ZIP', async () => {
    const { outcome, outputs } = runFetchFile({}, { output: 'zip', source: { ...SOURCE, size: 101 } });
    expect(await outcome).toEqual({ kind: 'too-large' });
    expect(outputs).toEqual([]);
  });

  it('starts the browser’s download only when the throttle allows it, and not after a cancel', async () => {
    const control = new TransferControl();
    const order: string[] = [];
    const sinksThat = (wait: () => void) => ({
      saveBlob: () => undefined,
      saveLink: () => order.push('link'),
      openTab: () => true,
      waitForSlot: async () => {
        order.push('wait');
        wait();
      },
    });
    const replies = { [HEAD]: () => new Response(null) };
    const good = runFetchFile(replies, { source: LARGE, sinks: sinksThat(() => undefined) });
    expect(await good.outcome).toEqual({ kind: 'handed-over' });
    expect(order).toEqual(['wait', 'link']);

    order.length = 0;
    const late = runFetchFile(replies, { source: LARGE, control, sinks: sinksThat(() => control.cancel()) });
    expect(await late.outcome).toEqual({ kind: 'cancelled' });
    expect(order).toEqual(['wait']);
  });

  it('fails when there is no link', async () => {
    const { outcome } = runFetchFile({}, { source: { ...SOURCE, url: '' } });
    expect(await outcome).toMatchObject({ kind: 'failed', message: 'No download URL available' });
  });
});

describe('refusalMessage', () => {
  it("returns the server's reason if there is one", () => {
    const problemWith = (detail: string) => ({
      status: 429,
      code: 'rate_limited' as const,
      title: 'x',
      detail,
    });
    expect(refusalMessage(problemWith('Slow down.'))).toBe('Download failed: Slow down.');
    expect(refusalMessage(problemWith('Download failed: x'))).toBe('Download failed: x');
    expect(refusalMessage(problemWith(text(downloadPanel, 'downloadFailed')))).toBe(
      'Download failed. Please try again.',
    );
    expect(refusalMessage(null)).toBe('Download failed. Please try again.');
  });
});
