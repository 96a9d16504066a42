import { expect, it } from 'vitest';
import type { Ticket } from '../media/tickets/ticket.ts';
import type { TunnelTransfer } from '../media/tunnel/tunnel.ts';
import { createMetrics } from './metrics.ts';

const ticketOf = (over: Partial<Ticket> = {}): Ticket => ({
  purpose: 'media',
  source: { kind: 'upstream', url: 'https://cdn.example/clip.mp4', headers: {} },
  mediaKind: 'video',
  mime: 'video/mp4',
  size: null,
  filename: 'clip.mp4',
  post: 'https://www.tiktok.com/@an.invented.one/video/7400000000000009999',
  ...over,
});

const transferOf = (over: Partial<TunnelTransfer>): TunnelTransfer => ({
  ticket: ticketOf(),
  method: 'GET',
  isAttachment: false,
  firstByteMs: 300,
  ms: 1_000,
  outcome: { ok: true, bytes: 10 },
  ...over,
});

it('counts how transfers end, by what they are for, without the requests for headers', async () => {
  const { countTransfer, registry } = createMetrics();
  countTransfer(transferOf({}));
  countTransfer(transferOf({ isAttachment: true, outcome: { ok: false, code: 'destroyed' } }));
  countTransfer(
    transferOf({ isAttachment: true, firstByteMs: null, outcome: { ok: false, code: 'media_failed' } }),
  );
  countTransfer(
    transferOf({ ticket: ticketOf({ purpose: 'thumbnail' }), outcome: { ok: false, code: 'aborted' } }),
  );
  countTransfer(transferOf({ method: 'HEAD', isAttachment: true }));
  countTransfer(transferOf({ ticket: ticketOf({ post: 'sample:clip' }) }));
  const text = await registry.metrics();
  const counted = text
    .split('\n')
    .filter((line) => line.startsWith('savelet_transfers_total') && !line.endsWith(' 0'));
  expect(counted.map((line) => line.replace('savelet_transfers_total', ''))).toEqual([
    '{platform="tiktok",purpose="download",code="destroyed"} 1',
    '{platform="tiktok",purpose="view",code="ok"} 1',
    '{platform="tiktok",purpose="download",code="media_failed"} 1',
    '{platform="tiktok",purpose="thumbnail",code="aborted"} 1',
    '{platform="sample",purpose="view",code="ok"} 1',
  ]);
  expect(text).toContain('savelet_transfer_first_byte_seconds_bucket{le="0.25",platform="tiktok"} 0');
  expect(text).toContain('savelet_transfer_first_byte_seconds_bucket{le="0.5",platform="tiktok"} 3');
  expect(text).not.toMatch(/invented|7400000000000009999|clip|example/);
});

it('adds up bytes while a file is sent', async () => {
  const { countSentBytes, registry } = createMetrics();
  for (const bytes of [1_000, 500]) countSentBytes(ticketOf(), bytes);
  countSentBytes(ticketOf({ purpose: 'thumbnail' }), 7);
  const text = await registry.metrics();
  expect(text).toContain('savelet_transfer_bytes_total{platform="tiktok",kind="file"} 1500');
  expect(text).toContain('savelet_transfer_bytes_total{platform="tiktok",kind="thumbnail"} 7');
});

it('tells previews that were read from those that share an answer', async () => {
  const { countPreview, registry } = createMetrics();
  const answer = { platform: 'instagram', engine: 'native', ms: 400, failure: null } as const;
  countPreview({ ...answer, isShared: false });
  countPreview({ ...answer, isShared: true });
  countPreview({ ...answer, engine: null, failure: 'private', isShared: true });
  const text = await registry.metrics();
  expect(text).toContain('savelet_previews_total{platform="instagram",engine="native",code="ok"} 2');
  expect(text).toContain('savelet_previews_total{platform="instagram",engine="none",code="private"} 1');
  expect(text).toContain('savelet_preview_cache_hits_total{platform="instagram"} 2');
  expect(text).toContain('savelet_preview_duration_seconds_count{platform="instagram"} 1');
});
