import { describe, expect, it } from 'vitest';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { type EngineItem, moveShown } from './engine-draft.ts';

const items = (...names: EngineName[]): EngineItem[] => names.map((id) => ({ id, on: true }));
const shown = (name: EngineName): boolean => name !== 'yt-dlp' && name !== 'sample';

describe('moveShown', () => {
  const all = items('provider', 'yt-dlp', 'sample', 'native', 'cobalt');
  it.each<[EngineName, number, EngineName[]]>([
    ['provider', 1, ['native', 'provider', 'yt-dlp', 'sample', 'cobalt']],
    ['cobalt', 0, ['cobalt', 'provider', 'yt-dlp', 'sample', 'native']],
    ['native', 9, ['provider', 'yt-dlp', 'sample', 'cobalt', 'native']],
    ['native', 1, ['provider', 'yt-dlp', 'sample', 'native', 'cobalt']],
  ])('moves %s to place %i of the shown ones', (id, to, order) => {
    expect(moveShown(all, shown, id, to).map((item) => item.id)).toEqual(order);
  });

  it('keeps one that is not shown at the front', () => {
    const first = items('sample', 'native', 'yt-dlp', 'cobalt');
    expect(moveShown(first, shown, 'cobalt', 0).map((item) => item.id)).toEqual([
      'sample',
      'cobalt',
      'native',
      'yt-dlp',
    ]);
  });
});
