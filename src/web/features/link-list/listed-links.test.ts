import { describe, expect, it } from 'vitest';
import type { Post, PostItem } from '#shared/contract/preview.ts';
import { postLinks } from '#shared/links/post-links.ts';
import type { PreviewResult } from '../../lib/preview-client.ts';
import {
  EMPTY_LINK_LIST,
  type LinkListEvent,
  type LinkListState,
  nextLookUps,
  reduceLinkList,
} from './listed-links.ts';
import { eventOfAnswer } from './use-link-list.ts';

const REEL = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/';
const POST = 'https://www.instagram.com/p/C5_A1-QNPrY/';
const CLIP = 'https://www.tiktok.com/@ferry.notes/video/7412890345512000123';
const SHORT = 'https://vm.tiktok.com/ZMabc1234/';
const KEYS = {
  reel: 'instagram Cq7Lm2Kd9aB',
  post: 'instagram C5_A1-QNPrY',
  clip: 'tiktok 7412890345512000123',
  short: 'tiktok ZMabc1234',
} as const;

const item: PostItem = {
  kind: 'photo',
  thumbnail: null,
  width: null,
  height: null,
  duration: 0,
  qualities: [],
};
const postWith = (platform: Post['platform'], id: string, items = 1): Post => ({
  id,
  platform,
  type: 'video',
  username: 'ferry.notes',
  caption: '',
  thumbnail: null,
  duration: 0,
  url: '',
  source: platform,
  engine: 'native',
  qualities: [],
  items: Array.from({ length: items }, () => item),
});
const post = postWith('instagram', 'Cq7Lm2Kd9aB');
const failure = { code: 'gone', message: 'Gone.' } as const;
const refusal = { message: 'Download failed' };

const added = (...links: string[]): LinkListEvent => ({ type: 'added', links: postLinks(links.join(' ')) });
const run = (events: readonly LinkListEvent[], from = EMPTY_LINK_LIST): LinkListState =>
  events.reduce(reduceLinkList, from);
const names = ({ rows }: LinkListState): string[] => rows.map(({ state }) => state.name);
const keys = (rows: LinkListState['rows']): string[] => rows.map(({ key }) => key);
const many = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://www.instagram.com/p/CxYzAbCd${100 + index}/`);
const saved = (key: string, file = 0, isHandedOver = false): LinkListEvent => ({
  type: 'file-ended',
  key,
  file,
  end: { isHandedOver },
});

describe('a list of links', () => {
  it('takes the first twenty and counts the others', () => {
    const list = run([added(...many(23))]);
    expect([list.rows.length, list.leftOut]).toEqual([20, 3]);
  });

  it('adds later links below the unfinished ones, folds those it has, and drops the saved rows', () => {
    const list = run([
      added(REEL, POST),
      { type: 'found', key: KEYS.reel, post },
      saved(KEYS.reel),
      added(POST, CLIP),
    ]);
    expect(keys(list.rows)).toEqual([KEYS.post, KEYS.clip]);
    expect(list.folded).toBe(1);
  });

  it('folds a short link that leads to a listed post', () => {
    const clip = postWith('tiktok', '7412890345512000123');
    const list = run([
      added(SHORT, CLIP),
      { type: 'found', key: KEYS.clip, post: clip },
      { type: 'found', key: KEYS.short, post: clip },
    ]);
    expect([keys(list.rows), list.folded]).toEqual([[KEYS.clip], 1]);
  });

  it('ignores the answer about a row that was removed', () => {
    const list = run([added(REEL, POST), { type: 'removed', key: KEYS.reel }]);
    expect(run([{ type: 'found', key: KEYS.reel, post }], list)).toBe(list);
  });

  it('saves a set when all of its files have ended, and says if the browser downloads one of them', () => {
    const set = postWith('instagram', 'Cq7Lm2Kd9aB', 2);
    const began = run([
      added(REEL, POST),
      { type: 'found', key: KEYS.reel, post: set },
      { type: 'order-began', keys: [KEYS.reel] },
      saved(KEYS.reel, 0, true),
    ]);
    expect(names(began)).toEqual(['saving', 'waiting']);
    expect(run([saved(KEYS.reel, 1)], began).rows[0]?.state).toMatchObject({
      name: 'saved',
      isHandedOver: true,
    });
  });

  it('keeps the reason of a failed file, and saves only the missing one after a retry', () => {
    const set = postWith('instagram', 'Cq7Lm2Kd9aB', 2);
    const failed = run([
      added(REEL),
      { type: 'found', key: KEYS.reel, post: set },
      { type: 'order-began', keys: [KEYS.reel] },
      { type: 'file-ended', key: KEYS.reel, file: 0, end: { refusal } },
      saved(KEYS.reel, 1),
      { type: 'order-ended' },
    ]);
    expect(failed.rows[0]?.state).toMatchObject({ name: 'unsaved', failure: refusal, savedFiles: [1] });
    const again = run([{ type: 'order-began', keys: [KEYS.reel] }, saved(KEYS.reel, 0)], failed);
    expect(names(again)).toEqual(['saved']);
  });

  it('has the rows ready again after a cancelled order', () => {
    const list = run([
      added(REEL),
      { type: 'found', key: KEYS.reel, post },
      { type: 'order-began', keys: [KEYS.reel] },
      { type: 'order-ended' },
    ]);
    expect(names(list)).toEqual(['ready']);
  });

  it('retries one failed lookup and leaves the others alone', () => {
    const list = run([
      added(REEL, POST),
      { type: 'refused', key: KEYS.reel, failure },
      { type: 'refused', key: KEYS.post, failure },
      { type: 'put-back', key: KEYS.post },
    ]);
    expect(names(list)).toEqual(['unread', 'waiting']);
  });
});

describe('the lookups', () => {
  it('are two at a time, in the order of the list', () => {
    const list = run([added(REEL, POST, CLIP)]);
    expect(keys(nextLookUps(list))).toEqual([KEYS.reel, KEYS.post]);
    const one = run([{ type: 'look-up-began', key: KEYS.reel }], list);
    expect(keys(nextLookUps(one))).toEqual([KEYS.post]);
    const two = run([{ type: 'look-up-began', key: KEYS.post }], one);
    expect(nextLookUps(two)).toEqual([]);
    expect(keys(nextLookUps(run([{ type: 'found', key: KEYS.reel, post }], two)))).toEqual([KEYS.clip]);
  });

  const answerFor = (key: string, answer: PreviewResult, list: LinkListState): LinkListState => {
    const row = list.rows.find((each) => each.key === key);
    if (row === undefined) throw new Error(`no row ${key}`);
    return reduceLinkList(list, eventOfAnswer(row, answer, 1_000));
  };
  const limited = { ok: false, code: 'rate_limited', message: 'Wait.', retryAfter: 24 } as const;

  it('of one platform wait for its limit, and start again from the same row', () => {
    const list = answerFor(KEYS.reel, limited, run([added(REEL, CLIP, POST)]));
    expect(list.pauses).toEqual({ instagram: { until: 25_000, message: 'Wait.' } });
    expect(keys(nextLookUps(list))).toEqual([KEYS.clip]);
    const resumed = run([{ type: 'resumed', scope: 'instagram' }], list);
    expect(keys(nextLookUps(resumed))).toEqual([KEYS.reel, KEYS.clip]);
  });

  it.each([
    ["the visitor's own limit", { ...limited, ownLimit: true }],
    ['an overloaded server', { ...limited, code: 'overloaded' }],
    ['maintenance', { ...limited, code: 'maintenance' }],
  ] as const)('all wait during %s', (_name, answer) => {
    const list = answerFor(KEYS.reel, answer, run([added(REEL, CLIP)]));
    expect([names(list), nextLookUps(list)]).toEqual([['waiting', 'waiting'], []]);
  });

  it.each([
    ['a limit without a time', { ...limited, retryAfter: undefined }],
    ['a post that is gone', { ok: false, ...failure }],
    ['a server that does not answer', { ok: false, ...failure, code: 'network', unanswered: 'online' }],
  ] as const)('end with the reason after %s', (_name, answer) => {
    const list = answerFor(KEYS.reel, answer, run([added(REEL)]));
    expect(list.rows[0]?.state).toMatchObject({ name: 'unread', failure: { message: answer.message } });
  });

  it('that broke off because the browser went offline are repeated', () => {
    const answer = { ok: false, ...failure, code: 'network', unanswered: 'offline' } as const;
    const list = answerFor(KEYS.reel, answer, run([added(REEL), { type: 'look-up-began', key: KEYS.reel }]));
    expect(names(list)).toEqual(['waiting']);
  });
});
