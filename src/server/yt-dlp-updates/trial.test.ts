import { describe, expect, it } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Engine } from '../engines/engine.ts';
import { failed, nonTerminal, terminal, withCause } from '../extraction/engine-failure.ts';
import type { EngineOutcome } from '../extraction/engine-outcome.ts';
import { tryProgram } from './trial.ts';

const LINKS: Readonly<Record<PlatformId, readonly string[]>> = {
  instagram: ['A1', 'B2', 'C3', 'D4'].map((id) => `https://www.instagram.com/p/${id}/`),
  tiktok: ['https://www.tiktok.com/@mock.user/video/7400000000000000001'],
};

/** What a program can make of a post. */
const OUTCOMES = {
  post: {
    ok: true,
    post: { id: 'x', username: null, caption: '', thumbnail: null, duration: null, items: [] },
  },
  limited: withCause(nonTerminal('rate_limited'), 'http_429'),
  wall: withCause(nonTerminal('rate_limited'), 'login_wall'),
  gone: withCause(terminal('gone'), 'http_404'),
  unreadable: withCause(failed('page_unreadable'), 'extraction_failed'),
  'new words': withCause(failed('page_unreadable'), 'unknown_error'),
  slow: withCause(failed('upstream_timeout'), 'run_timeout'),
  'no network': withCause(nonTerminal('network'), 'unreachable'),
  crash: withCause(failed('page_unreadable'), 'program_crashed'),
  options: withCause(failed('page_unreadable'), 'options_refused'),
  'another post': withCause(failed('page_unreadable'), 'other_post'),
  throws: null,
} as const satisfies Record<string, EngineOutcome | null>;
type Outcome = keyof typeof OUTCOMES;

/** Creates an engine that makes these of its reads, one after another, and the last one of all further ones. */
const engineOf = (outcomes: readonly Outcome[]): Engine & { readonly reads: string[] } => {
  const reads: string[] = [];
  return {
    name: 'yt-dlp',
    reads,
    supports: () => true,
    extract: ({ id }) => {
      const outcome = OUTCOMES[outcomes[reads.length] ?? outcomes.at(-1) ?? 'crash'];
      reads.push(id);
      return outcome === null ? Promise.reject(new Error('it does not start')) : Promise.resolve(outcome);
    },
  };
};

const linksOf = (platform: PlatformId, count: number) =>
  LINKS[platform].slice(0, count).map((url) => {
    const parsed = parseLink(url);
    if (!parsed.ok) throw new TypeError(url);
    return parsed.link;
  });

/** Tries a program with a post of Instagram, or several, and returns the conclusion. `before` is null without a program in use. */
const conclude = async (now: readonly Outcome[], before: readonly Outcome[] | null, posts = 1) => {
  const candidate = engineOf(now);
  const inUse = before === null ? null : engineOf(before);
  const trial = await tryProgram({
    candidate,
    before: inUse,
    posts: [{ platform: 'instagram', links: linksOf('instagram', posts) }],
    log: { warn: () => undefined },
    signal: new AbortController().signal,
  });
  return { ...trial, reads: candidate.reads, readsBefore: inUse?.reads ?? [] };
};

describe('a trial', () => {
  it.each<readonly [Outcome, Outcome | null, string]>([
    ['post', 'post', 'passed'],
    ['post', 'crash', 'passed'],
    ['post', null, 'passed'],

    ['limited', 'limited', 'passed'],
    ['wall', 'limited', 'passed'],
    ['gone', 'wall', 'passed'],
    ['limited', 'no network', 'passed'],
    ['limited', 'crash', 'passed'],
    ['unreadable', 'unreadable', 'passed'],
    ['new words', 'limited', 'passed'],
    ['limited', null, 'passed'],
    ['new words', null, 'passed'],

    ['limited', 'post', 'trial_failed'],
    ['gone', 'post', 'trial_failed'],
    ['unreadable', 'post', 'trial_failed'],
    ['new words', 'post', 'trial_failed'],
    ['slow', 'post', 'trial_failed'],
    ['no network', 'post', 'trial_failed'],

    ['crash', 'post', 'trial_failed'],
    ['crash', 'limited', 'trial_failed'],
    ['options', 'no network', 'trial_failed'],
    ['another post', 'limited', 'trial_failed'],
    ['throws', 'limited', 'trial_failed'],
    ['crash', 'crash', 'trial_failed'],
    ['throws', null, 'trial_failed'],
    ['crash', null, 'trial_failed'],

    ['no network', 'no network', 'platforms_unreachable'],
    ['slow', 'limited', 'platforms_unreachable'],
    ['no network', null, 'platforms_unreachable'],
  ])('with %s by the new program and %s by the one in use: %s', async (now, before, conclusion) => {
    expect((await conclude([now], before === null ? null : [before])).conclusion).toBe(conclusion);
  });

  it('stops at the first post that the new program reads', async () => {
    const trial = await conclude(['limited', 'post'], ['post'], 3);
    expect([trial.conclusion, trial.reads, trial.readsBefore]).toEqual(['passed', ['A1', 'B2'], ['A1']]);
  });

  it('reads three posts of a platform at most, and names the one that was lost', async () => {
    const trial = await conclude(['limited', 'wall', 'gone'], ['limited', 'post', 'gone'], 4);
    expect([trial.conclusion, trial.reads.length, trial.results]).toEqual([
      'trial_failed',
      3,
      [{ platform: 'instagram', finding: 'login_wall', before: 'post' }],
    ]);
  });

  it('fails for a crash on one post, whatever the others give', async () => {
    expect((await conclude(['crash', 'post'], ['limited'], 2)).conclusion).toBe('trial_failed');
    expect((await conclude(['crash', 'post'], ['crash'], 2)).conclusion).toBe('passed');
  });

  it('fails for one platform, whatever the other gives', async () => {
    const trial = await tryProgram({
      candidate: engineOf(['post', 'limited']),
      before: engineOf(['post']),
      posts: [
        { platform: 'instagram', links: linksOf('instagram', 1) },
        { platform: 'tiktok', links: linksOf('tiktok', 1) },
      ],
      log: { warn: () => undefined },
      signal: new AbortController().signal,
    });
    expect([trial.conclusion, trial.results.map(({ finding }) => finding)]).toEqual([
      'trial_failed',
      ['post', 'limited'],
    ]);
  });

  it('has no result without posts', async () => {
    expect(await conclude(['post'], null, 0)).toMatchObject({ conclusion: 'nothing_to_try', results: [] });
  });

  it('rejects on abort', async () => {
    const stopping = new AbortController();
    const reason = new Error('the server is closing');
    const trial = tryProgram({
      candidate: {
        ...engineOf([]),
        extract: () => {
          stopping.abort(reason);
          return Promise.reject(reason);
        },
      },
      before: null,
      posts: [{ platform: 'instagram', links: linksOf('instagram', 1) }],
      log: { warn: () => undefined },
      signal: stopping.signal,
    });
    await expect(trial).rejects.toBe(reason);
  });
});
