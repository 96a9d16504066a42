import { describe, expect, it } from 'vitest';
import {
  addMeasurement,
  type DownloadEvent,
  type DownloadState,
  downloadSecondsLeft,
  isOpen,
  isRunning,
  type Measurement,
  percentOf,
  quarterOf,
  READY,
  reduceDownload,
  speedOf,
} from './download-state.ts';
import type { Hold } from './transfer/transfer.ts';

const play = (...events: DownloadEvent[]): DownloadState => events.reduce(reduceDownload, READY);
const started: DownloadEvent = { type: 'started', at: 0 };
const progressed = (at: number, received: number, total: number | null = 1_000): DownloadEvent => ({
  type: 'progressed',
  at,
  progress: { received, total, file: 1, files: 1 },
});

describe('reduceDownload', () => {
  it('is preparing, then downloading', () => {
    expect(play(started).phase).toBe('preparing');
    expect(play(started, progressed(10, 100))).toMatchObject({
      phase: 'downloading',
      received: 100,
      total: 1_000,
      bytesPerSecond: null,
      secondsLeft: null,
    });
  });

  it('computes speed and time left after the first second', () => {
    const state = play(started, progressed(0, 0), progressed(500, 100), progressed(1_000, 200));
    expect(state).toMatchObject({ bytesPerSecond: 200, secondsLeft: 4 });
  });

  it('is stalled after 5 s without a byte and offers a retry after 30 s', () => {
    const at = (ms: number) => play(started, progressed(0, 1), { type: 'ticked', at: ms });
    expect(at(4_999)).toMatchObject({ stall: 'none' });
    expect(at(5_000)).toMatchObject({ stall: 'waiting' });
    expect(at(30_000)).toMatchObject({ stall: 'long' });
    expect(reduceDownload(at(30_000), progressed(30_100, 2))).toMatchObject({ stall: 'none' });
    expect(play(started, { type: 'ticked', at: 30_000 })).toMatchObject({ stall: 'long' });
  });

  const held = (at: number, hold: Hold | null): DownloadEvent => ({ type: 'held', at, hold });
  const ticked = (at: number): DownloadEvent => ({ type: 'ticked', at });

  it('counts down to the next attempt, which is stalled only if it brings no bytes', () => {
    const lost = [started, progressed(0, 400), held(100, { kind: 'lost', delayMs: 3_000 })];
    expect(play(...lost)).toMatchObject({
      received: 400,
      bytesPerSecond: null,
      held: { kind: 'lost', seconds: 3 },
    });
    expect(play(...lost, ticked(1_200))).toMatchObject({ held: { seconds: 2 }, stall: 'none' });
    expect(play(...lost, ticked(3_100))).toMatchObject({ held: { seconds: 0 }, stall: 'none' });
    expect(play(...lost, ticked(33_000))).toMatchObject({ stall: 'waiting' });
    expect(play(...lost, ticked(33_100))).toMatchObject({ stall: 'long' });
    const busy = held(100, { kind: 'lost', delayMs: 3_000, busy: true });
    expect(play(started, busy, ticked(1_200))).toMatchObject({ held: { seconds: 2, busy: true } });
  });

  it('is not stalled while paused or offline', () => {
    for (const kind of ['paused', 'offline'] as const) {
      const state = play(started, progressed(0, 400), held(100, { kind }), ticked(3_600_000));
      expect(state).toMatchObject({ phase: 'downloading', received: 400, held: { kind }, stall: 'none' });
    }
    expect(play(started, held(100, { kind: 'offline' }), ticked(60_000))).toMatchObject({
      phase: 'preparing',
      held: { kind: 'offline' },
    });
  });

  it('leaves a pause out of speed and stall detection', () => {
    const before = [started, progressed(0, 100), progressed(2_000, 300), held(2_100, { kind: 'paused' })];
    const resumed = [...before, held(60_000, null)];
    expect(play(...resumed)).toMatchObject({ held: null, stall: 'none', bytesPerSecond: null });
    expect(play(...resumed, ticked(64_000))).toMatchObject({ stall: 'none' });
    expect(play(...resumed, ticked(65_000))).toMatchObject({ stall: 'waiting' });
    const bytes = [progressed(60_500, 350), progressed(61_000, 400)];
    expect(play(...resumed, ...bytes)).toMatchObject({ bytesPerSecond: 100, received: 400 });
    const lost = play(...before, held(50_000, { kind: 'lost', delayMs: 0 }), progressed(60_000, 300));
    expect(lost).toMatchObject({ held: null, bytesPerSecond: null, received: 300 });
  });

  it('ignores events of a cancelled transfer', () => {
    const cancelled = play(started, { type: 'ended', state: { phase: 'cancelled' } });
    expect(reduceDownload(cancelled, progressed(1, 1))).toBe(cancelled);
    expect(reduceDownload(cancelled, held(1, { kind: 'paused' }))).toBe(cancelled);
    expect(
      reduceDownload(cancelled, { type: 'ended', state: { phase: 'opened', directDelivery: null } }),
    ).toBe(cancelled);
  });

  it('stays open while it waits for a click, until the next attempt or a cancel', () => {
    const tally = {
      ...{ files: 20, handed: 10, unverified: 0, shared: 0, written: 0 },
      ...{ folder: null, zips: 0, failed: 0 },
    };
    const waits = play(started, progressed(0, 1), {
      type: 'ended',
      state: { phase: 'next', tally, count: 10, sheet: null },
    });
    expect(reduceDownload(waits, { type: 'sheet', isOpen: true })).toMatchObject({ sheet: 'open' });
    expect([isOpen(waits), isRunning(waits)]).toEqual([true, false]);
    expect(reduceDownload(waits, { type: 'dismissed' })).toBe(waits);
    expect(reduceDownload(waits, ticked(60_000))).toBe(waits);
    expect(reduceDownload(waits, started).phase).toBe('preparing');
    const stopped = reduceDownload(waits, { type: 'ended', state: { phase: 'stopped', tally } });
    expect([stopped.phase, isOpen(stopped)]).toEqual(['stopped', false]);
  });

  it('returns to ready, but not while bytes arrive', () => {
    const running = play(started, progressed(1, 1));
    expect(reduceDownload(running, { type: 'dismissed' })).toBe(running);
    const ended = play(started, { type: 'ended', state: { phase: 'opened', directDelivery: null } });
    expect(reduceDownload(ended, { type: 'dismissed' })).toEqual(READY);
  });
});

describe('percentOf and quarterOf', () => {
  it('returns 100 only after the last byte, and null without a total', () => {
    expect(percentOf({ received: 999_999, total: 1_000_000 })).toBe(99);
    expect(percentOf({ received: 1_000_000, total: 1_000_000 })).toBe(100);
    expect(percentOf({ received: 5, total: null })).toBeNull();
  });
  it('returns 0, 25, 50 or 75', () => {
    expect([null, 24, 25, 60, 75, 100].map(quarterOf)).toEqual([0, 0, 25, 50, 75, 75]);
  });
});

describe('speed', () => {
  it('is the average of the last three seconds', () => {
    let measurements: readonly Measurement[] = [];
    for (let at = 0; at <= 10_000; at += 500) {
      // 1,000 bytes per second for 7 s, then 100.
      const received = at <= 7_000 ? at : 7_000 + (at - 7_000) / 10;
      measurements = addMeasurement(measurements, { at, received });
    }
    expect(measurements.length).toBeLessThanOrEqual(9);
    expect(speedOf(measurements)).toBeCloseTo(228.6, 0);
  });
  it('returns no time left without speed or total', () => {
    expect(downloadSecondsLeft(1, 10, 0)).toBeNull();
    expect(downloadSecondsLeft(1, null, 5)).toBeNull();
    expect(downloadSecondsLeft(4, 10, 3)).toBe(2);
  });
});
