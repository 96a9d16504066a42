import { describe, expect, it } from 'vitest';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { moveItem } from '../../list-edits.ts';
import { type EngineItem, withOrder } from './engine-draft.ts';

const items = (...names: EngineName[]): EngineItem[] => names.map((id) => ({ id, on: true }));
const shown = ({ id }: EngineItem): boolean => id !== 'yt-dlp' && id !== 'sample';
/** Moves an engine to a place among those that are shown. */
const moveShown = (all: EngineItem[], id: EngineName, to: number): EngineName[] =>
  withOrder(all, moveItem(all.filter(shown), id, to)).map((item) => item.id);

describe('withOrder', () => {
  const all = items('provider', 'yt-dlp', 'sample', 'native', 'cobalt');
  it.each<[EngineName, number, EngineName[]]>([
    ['provider', 1, ['native', 'provider', 'yt-dlp', 'sample', 'cobalt']],
    ['cobalt', 0, ['cobalt', 'provider', 'yt-dlp', 'sample', 'native']],
    ['native', 9, ['provider', 'yt-dlp', 'sample', 'cobalt', 'native']],
    ['native', 1, ['provider', 'yt-dlp', 'sample', 'native', 'cobalt']],
  ])('moves %s to place %i of the shown ones', (id, to, order) => {
    expect(moveShown(all, id, to)).toEqual(order);
  });

  it('keeps one that is not shown at the front', () => {
    const first = items('sample', 'native', 'yt-dlp', 'cobalt');
    expect(moveShown(first, 'cobalt', 0)).toEqual(['sample', 'cobalt', 'native', 'yt-dlp']);
  });
});
