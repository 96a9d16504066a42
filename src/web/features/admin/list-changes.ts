import { listEditor } from '#messages/list-editor.ts';
import { listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import type { Listed } from './list-edits.ts';

/**
 * Returns the changes of a list as the save bar names them: 'Links (1 added, 2 hidden, new order)'. `editsOf` returns
 * how the items in both lists differ.
 */
export function listChanges<Item extends Listed>(
  name: string,
  before: readonly Item[],
  after: readonly Item[],
  editsOf: (pairs: readonly (readonly [before: Item, after: Item])[]) => readonly string[],
): string {
  const pairs = after.flatMap((item) => {
    const former = before.find(({ id }) => id === item.id);
    return former === undefined ? [] : [[former, item] as const];
  });
  const added = after.length - pairs.length;
  const removed = before.length - pairs.length;
  const places = pairs.map(([former]) => before.indexOf(former));
  const isReordered = places.some((place, index) => place < (places[index - 1] ?? 0));
  const details = [
    ...(added > 0 ? [text(listEditor, 'changes.added', { count: added })] : []),
    ...(removed > 0 ? [text(listEditor, 'changes.removed', { count: removed })] : []),
    ...editsOf(pairs),
    ...(isReordered ? [text(listEditor, 'changes.moved')] : []),
  ];
  return details.length === 0
    ? name
    : text(listEditor, 'changes', { name, details: listWithCommas(details) });
}
