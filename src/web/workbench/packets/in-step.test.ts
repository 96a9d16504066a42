import { describe, expect, it } from 'vitest';
import { inStep } from './in-step.ts';

async function* track(name: string, times: readonly number[], log: string[]): AsyncGenerator<number> {
  for (const seconds of times) {
    log.push(`${name} ${seconds}`);
    yield seconds;
  }
  log.push(`${name} ends`);
}

describe('inStep', () => {
  it('always continues the track that is furthest behind, and all up to their end', async () => {
    const log: string[] = [];
    await inStep([track('picture', [0, 2, 4], log), track('sound', [0.5, 1, 1.5, 2.5, 5, 6], log)]);
    expect(log).toEqual([
      'picture 0',
      'sound 0.5',
      'picture 2',
      'sound 1',
      'sound 1.5',
      'sound 2.5',
      'picture 4',
      'sound 5',
      'picture ends',
      'sound 6',
      'sound ends',
    ]);
  });

  it('rejects with the error of a track', async () => {
    const cutOff = new Error('cut off');
    const broken = async function* (): AsyncGenerator<number> {
      yield 1;
      throw cutOff;
    };
    await expect(inStep([track('picture', [0, 2], []), broken()])).rejects.toBe(cutOff);
  });
});
