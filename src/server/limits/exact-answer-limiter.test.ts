import { describe, expect, it } from 'vitest';
import { createExactAnswerLimiter } from './exact-answer-limiter.ts';

const HOUR_S = 3_600;

const setUp = () => {
  let time = 1_000_000;
  const answers = createExactAnswerLimiter(
    { perNetwork: { points: 3, seconds: HOUR_S }, total: { points: 30, seconds: HOUR_S } },
    () => time,
  );
  return {
    answers,
    pass: (seconds: number) => {
      time += seconds * 1_000;
    },
  };
};

describe('createExactAnswerLimiter', () => {
  it('gives a network three in any hour and says when there is another', async () => {
    const { answers, pass } = setUp();
    for (let count = 0; count < 3; count += 1) {
      expect(await answers.take('a')).toBe(true);
      pass(600);
    }
    expect(await answers.take('a')).toBe(false);
    expect(answers.left('a')).toEqual({ kind: 'network_spent', retryAfter: HOUR_S - 1_800 });
    expect(answers.left('b')).toEqual({ kind: 'some' });
    pass(HOUR_S - 1_800);
    expect(answers.left('a')).toEqual({ kind: 'some' });
  });

  it('gives all networks together thirty', async () => {
    const { answers, pass } = setUp();
    const told: boolean[] = [];
    for (let network = 0; network < 20; network += 1)
      for (let count = 0; count < 3; count += 1) told.push(await answers.take(`network ${network}`));
    expect(told.filter(Boolean)).toHaveLength(30);
    expect(answers.left('another')).toEqual({ kind: 'all_spent' });
    // A network that has had its share waits; what others have used up does not make it wait longer.
    expect(answers.left('network 0').kind).toBe('network_spent');
    pass(HOUR_S);
    expect(answers.left('another')).toEqual({ kind: 'some' });
  });
});
