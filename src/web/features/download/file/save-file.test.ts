import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { downloadPanel } from '#messages/download-panel.ts';
import { problemDetails } from '#messages/problem-details.ts';
import { text } from '#shared/messages/text.ts';
import { pageConnectivity } from '../transfer/page-network.ts';
import { PartialFile } from '../transfer/partial-file.ts';
import { TransferControl } from '../transfer/transfer-control.ts';
import { fetchFile } from './save-file.ts';
import type { SaveFileRequest, SaveSource } from './save-request.ts';

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
function runFetchFile(replies: Record<string, Reply>, change: Partial<SaveFileRequest> = {}) {
  const calls: string[] = [];
  const outputs: string[] = [];
  let refreshes = 0;
  const request: SaveFileRequest = {
    source: SOURCE,
    output: 'file',
    isContinuation: false,
    hasBegun: () => false,
    maxBytes: 100,
    partialFile: new PartialFile(),
    control: new TransferControl(),
    connectivity: CONNECTIVITY,
    onHold: () => undefined,
    onProgress: () => undefined,
    prefersLink: false,
    keep: async () => null,
    runJob: async () => ({ kind: 'failed', failure: 'fault', status: null }),
    onFallback: () => undefined,
    onSimulated: (step) => outputs.push(`${step?.percent} ${step?.tabUrl ?? ''}`),
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
      saveInTab: (url) => outputs.push(`link in tab ${url}`) > 0,
      openTab: (url) => outputs.push(`tab ${url}`) > 0,
      waitForSlot: async () => undefined,
    },
    ...change,
  };
  return { calls, outputs, refreshes: () => refreshes, outcome: fetchFile(request) };
}

const CONNECTIVITY = {
  isOnline: () => true,
  waitUntilOnline: async () => undefined,
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
    expect(await changed.outcome).toMatchObject({ kind: 'failed', message: 'No download URL available' });
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

  it('has no link any more when the post cannot be fetched again', async () => {
    const ended = runFetchFile(
      { [GET]: problem(410, 'ticket_expired', 'Expired.') },
      { refresh: async () => null },
    ).outcome;
    expect(await ended).toMatchObject({
      kind: 'failed',
      message: 'No download URL available',
      reason: text(downloadPanel, 'reasons.gone'),
    });
  });

  it("hands a renamed file over without the server's name, which browsers would prefer", async () => {
    const renamed = { ...LARGE, filename: 'mine.mp4', isRenamed: true };
    const url = '/api/media/old?download&unnamed';
    const replies = { [`HEAD ${url}`]: () => new Response(null) };
    const { outcome, outputs } = runFetchFile({ ...replies, [GET]: bytes(101) }, { source: renamed });
    expect(await outcome).toEqual({ kind: 'handed-over' });
    expect(outputs).toEqual([`link ${url} mine.mp4`]);
  });

  it('leaves every file to its link where the browser loses what the page makes', async () => {
    const names: (string | null)[] = [];
    const sinks = {
      saveBlob: () => undefined,
      saveLink: (_url: string, filename: string | null) => names.push(filename),
      saveInTab: () => true,
      openTab: () => true,
      waitForSlot: async () => undefined,
    };
    const { outcome, calls } = runFetchFile(
      { [HEAD]: () => new Response(null) },
      { prefersLink: true, sinks },
    );
    expect(await outcome).toEqual({ kind: 'handed-over' });
    expect([calls, names]).toEqual([[HEAD], [null]]);
  });

  it.each([
    [429, 'rate_limited', 'Slow down.', 'Download failed: Slow down.', 'limit'],
    [
      502,
      'media_failed',
      text(downloadPanel, 'downloadFailed'),
      'Download failed. Please try again.',
      'platform',
    ],
  ] as const)('says why after the answer %i %s', async (status, code, detail, message, reason) => {
    const { outcome } = runFetchFile({ [GET]: problem(status, code, detail) }, { output: 'files' });
    expect(await outcome).toMatchObject({ message, reason: text(downloadPanel, `reasons.${reason}`) });
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

    // The last fallback's sentence.
    const failed = {
      kind: 'failed',
      message: expect.stringMatching(/^Download failed: \w/u),
      received: 0,
      total: LARGE.size,
    };
    const hopeless: [Record<string, Reply>, Partial<SaveFileRequest>][] = [
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

  it('says why a link is refused', async () => {
    const detail = text(downloadPanel, 'trafficSpent', { time: 'tomorrow' });
    const { outcome, calls, outputs } = runFetchFile(
      { [HEAD]: () => new Response(null, { status: 503 }), [GET]: problem(503, 'traffic_spent', detail) },
      { prefersLink: true },
    );
    expect(await outcome).toMatchObject({ kind: 'failed', message: `Download failed: ${detail}` });
    expect([calls, outputs]).toEqual([[HEAD, GET], []]);
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
    expect([(await refused.outcome).kind, refused.calls]).toEqual(['failed', [HEAD, HEAD, GET]]);
    const later = () => new Response(null, { status: 429, headers: { 'retry-after': '3600' } });
    const tooLong = runFetchFile({ [HEAD]: later }, { source: LARGE, connectivity });
    expect([(await tooLong.outcome).kind, tooLong.calls]).toEqual(['failed', [HEAD, GET]]);
    expect(waits).toEqual([5_000, 5_000]);
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
    const reason = text(downloadPanel, 'reasons.noAnswer');
    expect(await outcome).toMatchObject({
      kind: 'failed',
      message: text(downloadPanel, 'failedBecause', { reason }),
    });
    expect(outputs).toEqual([]);
  });

  it("opens the platform's own link when our server cannot reach the file", async () => {
    const bad = problem(502, 'network', text(problemDetails, 'network'));
    const { outcome, outputs } = runFetchFile({ [GET]: bad, [REDIRECT]: opaqueRedirect });
    expect(await outcome).toEqual({ kind: 'opened', url: '/api/media/old?redirect', isDirect: false });
    expect(outputs).toEqual(['tab /api/media/old?redirect']);
  });

  it('reports a blocked tab', async () => {
    const none = async () => undefined;
    const sinks = {
      saveBlob: () => undefined,
      saveLink: () => undefined,
      saveInTab: () => true,
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
      saveInTab: () => true,
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

describe('fetchFile with direct delivery', () => {
  const DIRECT: SaveSource = { ...SOURCE, direct: true };
  const THROUGH_SITE: SaveSource = { ...SOURCE, direct: false };
  const TUNNELLED = 'GET /api/media/old?download&tunnel';
  const unavailable = problem(404, 'redirect_unavailable', 'No');
  const LINK = '/api/media/old?redirect';

  it.each([
    ['each 500 ms', 1, [500, 1_000, 1_500, 2_000]],
    // The new tab hides the page, and browsers wake a hidden page once a second.
    ['each second in a hidden page', 1_000, [1_000, 2_000]],
  ])('leaves the file to the platform, with the simulated steps %s', async (_name, wakesEveryMs, times) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.999);
    const start = performance.now();
    const steps: string[] = [];
    const { outcome, outputs, calls } = runFetchFile(
      { [REDIRECT]: opaqueRedirect },
      {
        source: DIRECT,
        connectivity: {
          ...CONNECTIVITY,
          sleep: (ms, signal) => pageConnectivity.sleep(Math.ceil(ms / wakesEveryMs) * wakesEveryMs, signal),
        },
        onSimulated: (step) =>
          steps.push(`${performance.now() - start}: ${step?.percent} ${step?.tabUrl ?? ''}`),
      },
    );
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ kind: 'opened', url: LINK, isDirect: true });
    expect(calls).toEqual([REDIRECT]);
    expect(outputs).toEqual([`link in tab ${LINK}`]);
    const percents = [70, 80, 90].slice(0, times.length - 1).concat(100);
    expect(steps).toEqual([
      '0: 10 ',
      `0: 10 ${LINK}`,
      ...times.map((at, index) => `${at}: ${percents[index]} ${LINK}`),
    ]);
    // The last wait only shows the 100.
    expect(performance.now() - start).toBe(2_000 + Math.max(500, wakesEveryMs));
  });

  it('uses a fresh link where the first has expired', async () => {
    const { outcome, refreshes } = runFetchFile(
      { [REDIRECT]: problem(410, 'ticket_expired', 'x'), 'HEAD /api/media/new?redirect': opaqueRedirect },
      { source: DIRECT },
    );
    expect(await outcome).toMatchObject({ kind: 'opened', url: '/api/media/new?redirect' });
    expect(refreshes()).toBe(1);
  });

  it('streams a file that the platform would not send to a browser', async () => {
    const GET_REDIRECT = 'GET /api/media/old?redirect';
    const { outcome, outputs } = runFetchFile(
      { [REDIRECT]: unavailable, [GET_REDIRECT]: unavailable, [TUNNELLED]: bytes(10) },
      { source: DIRECT },
    );
    expect(await outcome).toMatchObject({ kind: 'collected' });
    expect(outputs).toEqual(['10 ', 'undefined ']);
  });

  it.each(['files', 'zip'] as const)('streams the file for %s', async (output) => {
    const { outcome, calls } = runFetchFile({ [TUNNELLED]: bytes(10) }, { source: DIRECT, output });
    expect(await outcome).toMatchObject({ kind: 'collected' });
    expect(calls).toEqual([TUNNELLED]);
  });

  it("states the server's reason, and opens nothing", async () => {
    const closed = problem(503, 'maintenance', text(problemDetails, 'maintenance'));
    const { outcome, outputs } = runFetchFile(
      { [REDIRECT]: closed, 'GET /api/media/old?redirect': closed },
      { source: DIRECT },
    );
    expect(await outcome).toMatchObject({
      kind: 'failed',
      message: text(downloadPanel, 'failedBecause', { reason: text(problemDetails, 'maintenance') }),
    });
    expect(outputs).toEqual(['10 ']);
  });

  it('asks nothing while the browser is offline', async () => {
    const connectivity = { ...CONNECTIVITY, isOnline: () => false };
    const { outcome, calls } = runFetchFile({}, { source: DIRECT, connectivity });
    expect(await outcome).toMatchObject({ kind: 'failed', message: "Download failed: you're offline." });
    expect(calls).toEqual([]);
  });

  it.each([
    [true, { kind: 'failed', message: expect.stringMatching(/^Download failed: .*new tab instead\.$/u) }],
    [false, { kind: 'blocked', url: LINK }],
  ])(
    'opens the link where the browser does not follow it (popups allowed: %s)',
    async (allowed, expected) => {
      const outputs: string[] = [];
      const sinks = {
        saveBlob: () => undefined,
        saveLink: () => undefined,
        saveInTab: () => false,
        openTab: (url: string) => outputs.push(url) > 0 && allowed,
        waitForSlot: async () => undefined,
      };
      const { outcome } = runFetchFile({ [REDIRECT]: opaqueRedirect }, { source: DIRECT, sinks });
      expect(await outcome).toMatchObject(expected);
      expect(outputs).toEqual([LINK]);
    },
  );

  it('ends with the cancel, without further steps', async () => {
    const control = new TransferControl();
    const connectivity = { ...CONNECTIVITY, sleep: async () => control.cancel() };
    const { outcome, outputs } = runFetchFile(
      { [REDIRECT]: opaqueRedirect },
      { source: DIRECT, control, connectivity },
    );
    expect(await outcome).toEqual({ kind: 'cancelled' });
    expect(outputs).toEqual(['10 ', `link in tab ${LINK}`, `10 ${LINK}`]);
  });

  it.each(['network', 'media_failed'])(
    'falls back to the platform when a streamed file fails: %s',
    async (code) => {
      const bad = problem(502, code, 'x');
      const { outcome } = runFetchFile({ [GET]: bad, [REDIRECT]: opaqueRedirect }, { source: THROUGH_SITE });
      expect(await outcome).toEqual({ kind: 'opened', url: LINK, isDirect: true });
    },
  );

  it('keeps the reason of the transfer where that way does not exist', async () => {
    const { outcome } = runFetchFile(
      {
        [GET]: problem(502, 'network', 'No way.'),
        [REDIRECT]: unavailable,
        'GET /api/media/old?redirect': unavailable,
      },
      { source: THROUGH_SITE },
    );
    expect(await outcome).toMatchObject({ kind: 'failed', message: 'Download failed: No way.' });
  });
});
