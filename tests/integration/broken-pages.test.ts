import { describe, expect, it } from 'vitest';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import type { PageOutcome } from '../platforms/page-shape.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';

const CASES = 1_500;
const SHAPES = PLATFORM_IDS.flatMap((id) => TEST_PLATFORMS[id].shapes);

/** Creates a random generator that gives the same numbers for the same seed, so that a case can be reproduced. */
const dice = (seed: number) => {
  let state = seed;
  const roll = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    roll,
    pick: <Value>(list: readonly Value[]): Value => list[Math.floor(roll() * list.length)] as Value,
  };
};

const ODD = [
  null,
  0,
  -1,
  1e300,
  '',
  ' ',
  '[]',
  '{',
  [],
  {},
  [null],
  true,
  false,
  'javascript:1',
  'https://u:p@a.b/',
];
const OTHERS = PLATFORM_IDS.flatMap((id) => TEST_PLATFORMS[id].others.values);
const NAMES = [
  'related',
  'x',
  'if_not_gated_logged_out',
  'itemStruct',
  'videoData',
  'webapp.video-detail',
  'data',
];

/** Returns a copy of the data in which JSON strings are parsed, so that their values can be damaged, too. */
const opened = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    key === 'contextJSON' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
  );

type Holder = Record<string, unknown>;
const holdersIn = (value: unknown): Holder[] =>
  typeof value === 'object' && value !== null
    ? [value as Holder, ...Object.values(value).flatMap(holdersIn)]
    : [];

/** Removes a value or replaces it with an odd one. */
const damage = (data: unknown, { roll, pick }: ReturnType<typeof dice>): void => {
  const holder = pick(holdersIn(data));
  const key = pick(Object.keys(holder));
  if (roll() < 0.5) delete holder[key];
  else holder[key] = structuredClone(pick(ODD));
};

/** Inserts another post: before the requested one, after it or within it. */
const intrude = (data: unknown, { roll, pick }: ReturnType<typeof dice>): void => {
  const holder = pick(holdersIn(data));
  const name = pick(NAMES);
  if (Array.isArray(holder) || Object.hasOwn(holder, name)) return;
  const entries = Object.entries(holder);
  entries.splice(Math.floor(roll() * (entries.length + 1)), 0, [name, structuredClone(pick(OTHERS))]);
  for (const key of Object.keys(holder)) delete holder[key];
  Object.assign(holder, Object.fromEntries(entries));
};

const filesOf = (outcome: PageOutcome): readonly string[] =>
  outcome.ok !== true
    ? []
    : outcome.post.items.flatMap(({ renditions }) =>
        renditions.map(({ source }) => (source.kind === 'upstream' ? source.url : '')),
      );

describe(`${CASES} pages with parts missing, odd, or of another post`, () => {
  it("yield the post's own files or a failure, never another post's file", async () => {
    const counts = { read: 0, refused: 0 };
    for (let seed = 1; seed <= CASES; seed += 1) {
      const chance = dice(seed);
      const shape = chance.pick(SHAPES);
      const data = opened(shape.data);
      for (let times = Math.floor(chance.roll() * 4); times > 0; times -= 1) damage(data, chance);
      intrude(data, chance);
      const json = JSON.stringify(data).replaceAll('</', '<\\/');
      const outcome = await shape.read(`<script ${shape.attribute}>${json}</script>`);
      counts[outcome.ok === true ? 'read' : 'refused'] += 1;
      const isPicture = /photo/.test(shape.name);
      const wrong = filesOf(outcome).filter((url) =>
        (isPicture ? /decoy/ : /decoy|cover|watermarked/).test(url),
      );
      expect(wrong, `case ${seed}, ${shape.name}`).toEqual([]);
      // Damaged data must never be read as a deleted post.
      if (outcome.ok === false) expect(outcome.code, `case ${seed}, ${shape.name}`).not.toBe('gone');
    }
    expect(counts.read).toBeGreaterThan(CASES / 4);
    expect(counts.refused).toBeGreaterThan(CASES / 20);
  });
});
