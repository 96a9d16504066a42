import { describe, expect, it } from 'vitest';
import type { Post } from '#shared/contract/preview.ts';
import { type Flow, type FlowEvent, IDLE, reduceFlow, visibleState } from './flow.ts';

const post: Post = {
  id: 'one',
  platform: 'tiktok',
  type: 'video',
  username: 'ferry.notes',
  caption: '',
  thumbnail: null,
  duration: 0,
  url: 'https://www.tiktok.com/@ferry.notes/video/1',
  source: 'tiktok',
  engine: 'native',
  qualities: [],
  items: [{ kind: 'photo', thumbnail: null, width: null, height: null, duration: 0, qualities: [] }],
};
const failure = { code: 'gone', message: 'Gone.' } as const;
const shown: Flow = { name: 'shown', post };
const failed: Flow = { name: 'failed', failure };

const run = (from: Flow, ...events: FlowEvent[]): Flow => events.reduce(reduceFlow, from);

describe('the home flow', () => {
  it('goes from idle through validating and loading to the preview', () => {
    const validating = run(IDLE, { type: 'submitted' });
    expect(validating.name).toBe('validating');
    const loading = run(validating, { type: 'accepted' });
    expect(loading).toEqual({ name: 'loading' });
    expect(run(loading, { type: 'succeeded', post })).toEqual(shown);
  });

  it('ends in a failure when the request fails', () => {
    expect(run(IDLE, { type: 'submitted' }, { type: 'accepted' }, { type: 'failed', failure })).toEqual(
      failed,
    );
  });

  it.each([IDLE, shown])('keeps the page content when a bad link is rejected: $name', (before) => {
    expect(run(before, { type: 'submitted' }, { type: 'refused' })).toBe(before);
  });

  it('removes an error with the next attempt, also if its link is rejected', () => {
    expect(visibleState(run(failed, { type: 'submitted' }))).toEqual(IDLE);
    expect(run(failed, { type: 'submitted' }, { type: 'refused' })).toEqual(IDLE);
  });

  it('removes an error, but no preview, when the form shows a message', () => {
    expect(run(failed, { type: 'error-replaced' })).toEqual(IDLE);
    expect(run(shown, { type: 'error-replaced' })).toBe(shown);
    const loading: Flow = { name: 'loading' };
    expect(run(loading, { type: 'error-replaced' })).toBe(loading);
  });

  it('does not return to a cancelled load when the next link is rejected', () => {
    const loading = run(IDLE, { type: 'submitted' }, { type: 'accepted' });
    expect(run(loading, { type: 'submitted' }, { type: 'refused' })).toEqual(IDLE);
  });

  it('restores the page content after two submissions in a row', () => {
    expect(run(shown, { type: 'submitted' }, { type: 'submitted' }, { type: 'refused' })).toBe(shown);
  });

  it.each([IDLE, shown, failed, { name: 'loading' } as const])('clears to idle from $name', (from) => {
    expect(run(from, { type: 'cleared' })).toEqual(IDLE);
  });

  it('ignores a response that arrives after the visitor cancelled', () => {
    expect(run(IDLE, { type: 'succeeded', post })).toEqual(IDLE);
    expect(run(IDLE, { type: 'failed', failure })).toEqual(IDLE);
  });

  it('accepts refreshed links only for the post that is shown', () => {
    const fresh = { ...post, caption: 'again' };
    expect(run(shown, { type: 'refreshed', post: fresh })).toEqual({ name: 'shown', post: fresh });
    expect(run(shown, { type: 'refreshed', post: { ...post, id: 'two' } })).toBe(shown);
    expect(run(shown, { type: 'refreshed', post: { ...post, items: [] } })).toBe(shown);
    expect(run(IDLE, { type: 'refreshed', post })).toBe(IDLE);
  });
});
