import { describe, expect, it } from 'vitest';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { type EngineItem, moveShown } from './engine-draft.ts';

const items = (...names: EngineName[]): EngineItem[] => names.map((id) => ({ id, on: true }));
const shown = (name: EngineName): boolean => name !== 'provider-2' && name !== 'provider-3';

describe('moveShown', () => {
  const all = items('provider', 'provider-2', 'provider-3', 'native', 'cobalt');
  it.each<[EngineName, number, EngineName[]]>([
    ['provider', 1, ['native', 'provider', 'provider-2', 'provider-3', 'cobalt']],
    ['cobalt', 0, ['cobalt', 'provider', 'provider-2', 'provider-3', 'native']],
    ['native', 9, ['provider', 'provider-2', 'provider-3', 'cobalt', 'native']],
    ['native', 1, ['provider', 'provider-2', 'provider-3', 'native', 'cobalt']],
  ])('moves %s to place %i of the shown ones', (id, to, order) => {
    expect(moveShown(all, shown, id, to).map((item) => item.id)).toEqual(order);
  });

  it('keeps one that is not shown at the front', () => {
    const first = items('provider-3', 'native', 'provider-2', 'cobalt');
    expect(moveShown(first, shown, 'cobalt', 0).map((item) => item.id)).toEqual([
      'provider-3',
      'cobalt',
      'native',
      'provider-2',
    ]);
  });
});
